import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { Suspense, lazy, useState } from 'react';
import {
  BulkActionsToolbar,
  useCanAccess,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { FieldFact } from '../../pages/field-fact';

const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog').then((module) => ({ default: module.BulkEditDialog })),
);
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog').then((module) => ({ default: module.BulkDeleteDialog })),
);

/** What can be done with the selected rows. */
export function BulkActions({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const { selectedIds } = useListContext();
  const { canAccess: canEdit } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: canDelete } = useCanAccess({ resource, action: 'delete' });
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <BulkActionsToolbar label="list.selected">
      {canEdit && fields.length > 0 && (
        <Button startIcon={<EditIcon />} onClick={() => setDialog('edit')}>
          {translate('list.bulk_edit')}
        </Button>
      )}
      {canDelete && (
        <Button color="error" startIcon={<DeleteIcon />} onClick={() => setDialog('delete')}>
          {translate('list.bulk_delete')}
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'edit' && <BulkEditDialog fields={fields} ids={selectedIds} onClose={close} />}
        {dialog === 'delete' && <BulkDeleteDialog ids={selectedIds} onClose={close} />}
      </Suspense>
    </BulkActionsToolbar>
  );
}
