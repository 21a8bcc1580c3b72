import {
  ChoiceColumn,
  DatetimeColumn,
  EmailColumn,
  ListPage,
  NamesColumn,
  ReferencesColumn,
  TextColumn,
  UrlColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['roles', 'tenants', 'bio', 'created_at', 'updated_at'];

/** All users: to search, filter, sort, export and change together. */
export function UserList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="username" />
      <EmailColumn source="email" />
      <TextColumn source="first_name" />
      <TextColumn source="last_name" />
      <NamesColumn source="roles" sortable={false} />
      <ReferencesColumn source="tenants" reference="tenant" />
      <ChoiceColumn source="status" />
      <TextColumn source="bio" />
      <UrlColumn source="image" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
