import { ChoiceColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { ChoiceDetail, DatetimeDetail, TextDetail } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';
import { UsersTab } from '../users/users';

/** The tenants whose records are kept apart. */
export function TenantList() {
  return (
    <ListPage>
      <TextColumn source="name" />
      <TextColumn source="domain" />
      <ChoiceColumn source="status" />
    </ListPage>
  );
}

/** One tenant and its users. */
export function TenantShow() {
  return (
    <ShowPage related={<UsersTab target="tenants" source="id" />}>
      <TextDetail source="name" />
      <TextDetail source="domain" />
      <ChoiceDetail source="status" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
