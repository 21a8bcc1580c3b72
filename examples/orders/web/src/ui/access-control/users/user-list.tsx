import { ChoiceColumn, EmailColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { NamesColumn, TenantsColumn } from './user-columns';
import { userFields } from './user-fields';

/** Everyone who may sign in. */
export function UserList() {
  return (
    <ListPage fields={userFields}>
      <TextColumn source="username" />
      <TextColumn source="first_name" />
      <TextColumn source="last_name" />
      <EmailColumn source="email" />
      <NamesColumn source="roles" sortable={false} />
      <TenantsColumn source="tenants" sortable={false} reference="tenant" />
      <ChoiceColumn source="status" />
    </ListPage>
  );
}
