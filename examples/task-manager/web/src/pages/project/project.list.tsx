import { DatetimeColumn, ListPage, ReferenceColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['description', 'created_at'];

/** All projects: to search, filter, sort, export and change together. */
export function ProjectList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="name" />
      <TextColumn source="description" />
      <TextColumn source="status" />
      <ReferenceColumn source="owner_id" reference="team_member" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
