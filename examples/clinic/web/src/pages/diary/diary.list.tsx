import { DateColumn, DatetimeColumn, ListPage, ReferenceColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at'];

/** All diaries: to search, filter, sort, export and change together. */
export function DiaryList() {
  return (
    <ListPage hidden={HIDDEN}>
      <DateColumn source="day" />
      <TextColumn source="text" />
      <ReferenceColumn source="patient_id" reference="patient" />
      <ReferenceColumn source="doctor_id" reference="doctor" />
      <ReferenceColumn source="author_id" reference="user" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
