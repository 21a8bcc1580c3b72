import {
  BooleanDetail,
  ChoiceDetail,
  ColorDetail,
  DateDetail,
  DatetimeDetail,
  Details,
  EmailDetail,
  JsonDetail,
  LongTextDetail,
  NumberDetail,
  ShowPage,
  TextDetail,
  UrlDetail,
} from '#ui';

/** The page of one specimen. */
export function SpecimenShow() {
  return (
    <ShowPage
      facts={<Facts />}
      texts={<Texts />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="short" />
      <TextDetail source="long" />
      <TextDetail source="empty" />
      <TextDetail source="nothing" />
      <EmailDetail source="contact" />
      <UrlDetail source="link" />
      <NumberDetail source="big" />
      <NumberDetail source="ratio" />
      <NumberDetail source="price" digits={4} />
      <NumberDetail source="fee" digits={2} />
      <BooleanDetail source="active" />
      <BooleanDetail source="ready" />
      <TextDetail source="taken_time" />
      <DatetimeDetail source="taken_at" />
      <TextDetail source="external" />
      <ColorDetail source="shade" />
      <ChoiceDetail source="kind" />
      <ChoiceDetail source="grade" />
      <ChoiceDetail source="hint" />
      <TextDetail source="group" />
      <NumberDetail source="level" />
      <NumberDetail source="level_gte" />
      <TextDetail source="color" />
      <TextDetail source="color_like" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DateDetail source="taken_on" />
      <NumberDetail source="amount" />
      <NumberDetail source="order" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="body" />
      <JsonDetail source="data" />
    </Details>
  );
}
