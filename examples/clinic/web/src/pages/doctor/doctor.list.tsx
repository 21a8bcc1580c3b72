import {
  ChoiceColumn,
  DatetimeColumn,
  EmailColumn,
  ListPage,
  NumberColumn,
  ReferenceColumn,
  TextColumn,
  UrlColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['website', 'created_at', 'updated_at'];

/** All doctors: to search, filter, sort, export and change together. */
export function DoctorList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="name" />
      <EmailColumn source="email" />
      <UrlColumn source="website" />
      <ChoiceColumn source="specialty" />
      <ReferenceColumn source="user_id" reference="user" />
      <ReferenceColumn source="ward_id" reference="ward" />
      <NumberColumn source="salary" digits={2} totalBy="sum" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
