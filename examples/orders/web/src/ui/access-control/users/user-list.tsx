import { ChoiceColumn, EmailColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { NamesColumn, TenantsColumn } from './user-columns';

/** Everyone who may sign in. */
export function UserList() {
  return (
    <ListPage>
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
