import { useRecordContext } from 'react-admin';
import { useIsAbove } from '../api/ceiling';
import { sessionMayDo } from '../api/session';
import type { Row } from '../application';
import { ReferencesValue } from '../components/fields';
import { ChoiceColumn, EmailColumn, TextColumn, columnOf } from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import {
  ChoiceDetail,
  DatetimeDetail,
  EmailDetail,
  ReferencesDetail,
  ShowPage,
  TextDetail,
} from '../components/show/show-page';
import { FeatureParts } from '../components/page-header';
import { NamesColumn } from './names-column';
import { NamesDetail } from './names-detail';
import { UsersTab } from './users-tab';

/** Everybody who may sign in. */
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

/** One user. */
export function UserShow() {
  return (
    <ShowPage related={<UserDetails />}>
      <TextDetail source="username" />
      <EmailDetail source="email" />
      <TextDetail source="first_name" />
      <TextDetail source="last_name" />
      <ChoiceDetail source="status" />
      <NamesDetail source="roles" />
      <ReferencesDetail source="tenants" reference="tenant" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

/** What features know of a user, for those who may change how that user signs in. */
function UserDetails() {
  const isAbove = useIsAbove('user', useRecordContext<Row>());
  return sessionMayDo('edit', 'user') && !isAbove && <FeatureParts of="UserDetail" />;
}

const TenantsColumn = columnOf(ReferencesValue);

/** The tenants whose records are separated. */
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
