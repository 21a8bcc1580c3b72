import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useFieldValue } from 'react-admin';
import type { FieldProps } from '../../components/fields/fields';
import { Nothing } from '../../components/fields/fields';
import { ReferencesField } from '../../components/fields/reference-field';
import { ChoiceColumn, columnOf, EmailColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import {
  ChoiceDetail,
  DatetimeDetail,
  detailOf,
  EmailDetail,
  ReferencesDetail,
  TextDetail,
} from '../../components/show/details';
import { RelatedTab, RelatedTabs } from '../../components/show/related';
import { ShowPage } from '../../components/show/show-page';

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

/** A list of words, such as role names or methods. */
function NamesField({ source }: FieldProps) {
  const names = useFieldValue({ source }) as string[] | null | undefined;
  if (!names?.length) return <Nothing />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {names.map((name) => (
        <Chip key={name} label={name} />
      ))}
    </Box>
  );
}

export const NamesColumn = columnOf(NamesField);
export const NamesDetail = detailOf(NamesField);
const TenantsColumn = columnOf(ReferencesField);

export interface UsersTabProps {
  /** The field of users that says who belongs here. */
  target: 'roles' | 'tenants';
  /** What of this record stands in it. */
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
