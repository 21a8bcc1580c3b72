import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useFieldValue, useRecordContext, useTranslate } from 'react-admin';
import type { FieldProps } from '../../components/fields/fields';
import { Nothing } from '../../components/fields/fields';
import { columnOf, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { detailOf, TextDetail } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';
import { NamesColumn, NamesDetail, UsersTab } from '../users/users';
import { PermissionMatrix } from './permission-matrix';

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
function PresetField({ source }: FieldProps) {
  const translate = useTranslate();
  const value = useFieldValue({ source }) as boolean | undefined;
  return value ? (
    <Chip label={translate('role.preset')} color="primary" variant="outlined" />
  ) : (
    <Nothing />
  );
}

const PresetColumn = columnOf(PresetField);

const PresetDetail = detailOf(PresetField);

/** One role, what it may do with each model, and who has it. */
export function RoleShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="name" />
      <TextDetail source="description" />
      <PresetDetail source="is_preset" />
      <NamesDetail source="allowed_methods" />
    </ShowPage>
  );
}

function Related() {
  const record = useRecordContext<{ id: number; name: string; allowed_actions?: string[] }>();
  if (record === undefined) return null;
  return (
    <>
      <Box sx={{ mt: 2.5 }}>
        <PermissionMatrix role={record.name} actions={record.allowed_actions ?? []} />
      </Box>
      <UsersTab target="roles" source="name" />
    </>
  );
}
