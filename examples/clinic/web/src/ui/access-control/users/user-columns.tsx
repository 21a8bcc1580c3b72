import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useFieldValue } from 'react-admin';
import type { FieldProps } from '../../components/fields/fields';
import { Nothing } from '../../components/fields/fields';
import { ReferencesField } from '../../components/fields/reference-field';
import { ChoiceColumn, EmailColumn, TextColumn, columnOf } from '../../components/list/columns';
import { detailOf } from '../../components/show/details';
import { RelatedTab, RelatedTabs } from '../../components/show/related';

/** A list of words, such as role names or methods. */
export function NamesField({ source }: FieldProps) {
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
export const TenantsColumn = columnOf(ReferencesField);

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
