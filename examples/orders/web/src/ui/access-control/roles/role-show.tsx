import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import { TextDetail, detailOf } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';
import { NamesDetail, UsersTab } from '../users/user-columns';
import { PermissionMatrix } from './permission-matrix';
import { PresetField } from './role-list';

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
