import { ChoiceDetail, DatetimeDetail, TextDetail } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';
import { UsersTab } from '../users/user-columns';

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
