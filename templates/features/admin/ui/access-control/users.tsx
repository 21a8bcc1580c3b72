import { Chip } from '@mui/material';
import { useFieldValue, useTranslate } from 'react-admin';
import { Chips, Nothing, ReferencesValue, type ValueProps } from '../components/fields';
import { ChoiceColumn, EmailColumn, TextColumn, columnOf } from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import {
  ChoiceDetail,
  DatetimeDetail,
  EmailDetail,
  ReferencesDetail,
  ShowPage,
  TextDetail,
  detailOf,
} from '../components/show/show-page';
import { RelatedTab, RelatedTabs } from '../components/show/related';
import { CreatePage, EditPage } from '../components/form/form-pages';
import { ChoiceInput, EmailInput, TextInput } from '../components/form/inputs';
import { KeysInput, RecordsInput } from '../components/form/own-inputs';

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
    <ShowPage>
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

/** A list of words, such as role names. */
function NamesValue({ source }: ValueProps) {
  const names = useFieldValue({ source }) as string[] | null | undefined;
  if (!names?.length) return <Nothing />;
  return (
    <Chips>
      {names.map((name) => (
        <Chip key={name} label={name} />
      ))}
    </Chips>
  );
}

export const NamesColumn = columnOf(NamesValue);
export const NamesDetail = detailOf(NamesValue);
const TenantsColumn = columnOf(ReferencesValue);

export interface UsersTabProps {
  /** The field of users that refers to this record. */
  target: 'roles' | 'tenants';
  /** The field of this record that it holds. */
  source: string;
}

/** The users who have a role or belong to a tenant. */
export function UsersTab({ target, source }: UsersTabProps) {
  return (
    <RelatedTabs>
      <RelatedTab relation="users" reference="user" target={target} source={source} many>
        <TextColumn source="username" />
        <TextColumn source="first_name" />
        <TextColumn source="last_name" />
        <EmailColumn source="email" />
        <ChoiceColumn source="status" />
      </RelatedTab>
    </RelatedTabs>
  );
}

/** A new user, with a first password. */
export function UserCreate() {
  return (
    <CreatePage>
      <UserInputs />
      <FirstPasswordInput />
    </CreatePage>
  );
}

/** A user's profile, roles and tenants; a password is set only when one is given. */
export function UserEdit() {
  return (
    <EditPage>
      <UserInputs />
      <NewPasswordInput />
    </EditPage>
  );
}

/** The initial password of a new user. */
export function FirstPasswordInput() {
  return <TextInput {...usePassword('user.password_help_create')} required />;
}

/** A new password for a user; left empty, the old one stays. */
export function NewPasswordInput() {
  return <TextInput {...usePassword('user.password_help_edit')} />;
}

function usePassword(help: string) {
  const helperText = useTranslate()(help);
  return { source: 'password', type: 'password', autoComplete: 'new-password', helperText };
}

function UserInputs() {
  return (
    <>
      <TextInput source="username" required max={255} />
      <EmailInput source="email" max={255} />
      <TextInput source="first_name" max={255} />
      <TextInput source="last_name" max={255} />
      <KeysInput source="roles" reference="role" keyField="name" />
      <RecordsInput source="tenants" reference="tenant" />
      <ChoiceInput source="status" required defaultValue="Active" />
    </>
  );
}

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

/** A new tenant. */
export function TenantCreate() {
  return (
    <CreatePage>
      <TenantInputs />
    </CreatePage>
  );
}

/** A tenant's name and state. */
export function TenantEdit() {
  return (
    <EditPage>
      <TenantInputs />
    </EditPage>
  );
}

function TenantInputs() {
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="domain" max={255} />
      <ChoiceInput source="status" defaultValue="Active" />
    </>
  );
}
