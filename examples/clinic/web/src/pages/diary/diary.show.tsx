import {
  DateDetail,
  DatetimeDetail,
  Details,
  EmailDetail,
  LongTextDetail,
  ReferenceCard,
  ReferenceDetail,
  ShowPage,
} from '#ui';

/** The page of one diary. */
export function DiaryShow() {
  return (
    <ShowPage
      facts={<Facts />}
      texts={<Texts />}
      cards={<Cards />}
      stamps={{ created: 'created_at', updated: 'updated_at', by: 'author_id' }}
    >
      <ReferenceDetail source="author_id" reference="user" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DateDetail source="day" />
      <ReferenceDetail source="patient_id" reference="patient" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="text" />
    </Details>
  );
}

function Cards() {
  return (
    <>
      <ReferenceCard source="doctor_id" reference="doctor">
        <EmailDetail source="email" />
      </ReferenceCard>
    </>
  );
}
