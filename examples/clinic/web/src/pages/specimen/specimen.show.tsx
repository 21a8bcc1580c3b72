import {
  BooleanDetail,
  ChoiceDetail,
  ColorDetail,
  DateDetail,
  DatetimeDetail,
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
    <ShowPage>
      <TextDetail source="short" />
      <TextDetail source="long" />
      <LongTextDetail source="body" />
      <TextDetail source="empty" />
      <TextDetail source="nothing" />
      <EmailDetail source="contact" />
      <UrlDetail source="link" />
      <NumberDetail source="amount" />
      <NumberDetail source="big" />
      <NumberDetail source="ratio" />
      <NumberDetail source="price" digits={4} />
      <NumberDetail source="fee" digits={2} />
      <BooleanDetail source="active" />
      <BooleanDetail source="ready" />
      <DateDetail source="taken_on" />
      <TextDetail source="taken_time" />
      <DatetimeDetail source="taken_at" />
      <TextDetail source="external" />
      <ColorDetail source="shade" />
      <JsonDetail source="data" />
      <ChoiceDetail source="kind" />
      <ChoiceDetail source="grade" />
      <ChoiceDetail source="hint" />
      <NumberDetail source="order" />
      <TextDetail source="group" />
      <NumberDetail source="level" />
      <NumberDetail source="level_gte" />
      <TextDetail source="color" />
      <TextDetail source="color_like" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
