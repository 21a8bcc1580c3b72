import { DatetimeColumn, ListPage, ReferenceColumn, ReferencesColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['body', 'tags', 'shared_with', 'tenant_id', 'created_at', 'updated_at'];

/** All notes: to search, filter, sort, export and change together. */
export function NoteList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="title" />
      <TextColumn source="body" />
      <TextColumn source="slug" />
      <TextColumn source="secret" />
      <ReferenceColumn source="patient_id" reference="patient" />
      <ReferenceColumn source="reply_to_id" reference="note" />
      <ReferencesColumn source="tags" reference="tag" />
      <ReferencesColumn source="shared_with" reference="user" />
      <ReferenceColumn source="created_by_id" reference="user" />
      <ReferenceColumn source="tenant_id" reference="tenant" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
