import { useFieldValue, useTranslate } from 'react-admin';
import Chip from '@mui/material/Chip';
import type { FieldProps } from '../../components/fields/fields';
import { Nothing } from '../../components/fields/fields';
import { TextColumn, columnOf } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { NamesColumn } from '../users/user-columns';

/** What users can be; presets are marked. */
export function RoleList() {
  return (
    <ListPage sort={BY_ID} rowPage="edit">
      <TextColumn source="name" />
      <TextColumn source="description" />
      <NamesColumn source="allowed_methods" sortable={false} />
      <PresetColumn source="is_preset" sortable={false} />
    </ListPage>
  );
}

const BY_ID = { field: 'id', order: 'ASC' } as const;

/** A mark on roles that come with the service. */
export function PresetField({ source }: FieldProps) {
  const translate = useTranslate();
  const value = useFieldValue({ source }) as boolean | undefined;
  return value ? (
    <Chip label={translate('role.preset')} color="primary" variant="outlined" />
  ) : (
    <Nothing />
  );
}

const PresetColumn = columnOf(PresetField);
