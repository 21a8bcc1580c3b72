import { DateDetail, DatetimeDetail, LongTextDetail, ReferenceDetail, ShowPage } from '#ui';

/** The page of one diary. */
export function DiaryShow() {
  return (
    <ShowPage>
      <DateDetail source="day" />
      <LongTextDetail source="text" />
      <ReferenceDetail source="patient_id" reference="patient" />
      <ReferenceDetail source="doctor_id" reference="doctor" />
      <ReferenceDetail source="author_id" reference="user" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
