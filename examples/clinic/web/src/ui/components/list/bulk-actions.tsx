import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { lazy, useState } from 'react';
import {
  SelectAllButton,
  useCanAccess,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { FieldFact } from '../../application/app-resource';
import { OnDemand } from '../loading-page';

const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog').then((module) => ({ default: module.BulkEditDialog })),
);
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog').then((module) => ({ default: module.BulkDeleteDialog })),
);

/** More rows than this are not changed by one click. */
const SELECTABLE = 500;

/** What can be done with the selected rows; stands where the list's toolbar was. */
export function BulkActions({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const { selectedIds } = useListContext();
  const { canAccess: canEdit } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: canDelete } = useCanAccess({ resource, action: 'delete' });
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <Box
      sx={BAR}
      role="region"
      aria-label={translate('ra.action.bulk_actions', SELECTION(selectedIds))}
    >
      <Selection />
      <Box sx={{ flex: 1 }} />
      {canEdit && fields.length > 0 && (
        <Button variant="outlined" startIcon={<EditIcon />} onClick={() => setDialog('edit')}>
          {translate('list.bulk_edit')}
        </Button>
      )}
      {canDelete && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<DeleteIcon />}
          onClick={() => setDialog('delete')}
        >
          {translate('list.bulk_delete')}
        </Button>
      )}
      {dialog !== null && (
        <OnDemand onClose={close}>
          {dialog === 'edit' && (
            <BulkEditDialog fields={fields} ids={selectedIds} onClose={close} />
          )}
          {dialog === 'delete' && <BulkDeleteDialog ids={selectedIds} onClose={close} />}
        </OnDemand>
      )}
    </Box>
  );
}

const SELECTION = (ids: readonly unknown[]) => ({ smart_count: ids.length });

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.25,
  minHeight: 57,
  bgcolor: 'action.selected',
};

function Selection() {
  const translate = useTranslate();
  const { selectedIds, onUnselectItems, data = [] } = useListContext();
  const elsewhere = selectedIds.filter((id) => !data.some((row) => row.id === id)).length;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <IconButton aria-label={translate('ra.action.unselect')} onClick={() => onUnselectItems()}>
          <CloseIcon fontSize="small" />
        </IconButton>
        <Box component="span" role="status">
          <strong>{translate('list.selected', SELECTION(selectedIds))}</strong>
          {elsewhere > 0 && translate('list.selected_elsewhere', { smart_count: elsewhere })}
        </Box>
      </Box>
      <SelectAllButton limit={SELECTABLE} />
    </>
  );
}
