import { DatetimeColumn, ListPage, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at'];

/** All team members: to search, filter, sort, export and change together. */
export function TeamMemberList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="name" />
      <TextColumn source="email" />
      <TextColumn source="role" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
