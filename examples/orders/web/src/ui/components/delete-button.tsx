import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import {
  useCanAccess,
  useDelete,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { Row } from '../api/data-provider';
import { isSignedIn } from '../api/session';
import { CompactButton } from './compact-button';
import { ConfirmDialog } from './confirm-dialog';
import { FINISHED } from './navigation';

/** Deletes the record on the page after one question; absent where the user may not. */
export function DeleteButton() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const { canAccess } = useCanAccess({ resource, action: 'delete' });
  const [asking, setAsking] = useState(false);
  const { run, isPending } = useDeleteRecord(() => setAsking(false));
  if (!canAccess || record === undefined || record['is_preset'] === true) return null;
  return (
    <>
      <CompactButton
        icon={DeleteIcon}
        label={translate('form.delete')}
        color="error"
        onClick={() => setAsking(true)}
      />
      {asking && (
        <ConfirmDialog
          title={translate('form.delete_title', { name: record._label })}
          text={translate('form.delete_help')}
          confirm={translate('form.delete')}
          danger
          busy={isPending}
          onConfirm={() => run(record)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function useDeleteRecord(close: () => void) {
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const [deleteOne, { isPending }] = useDelete();
  const run = (record: Row) =>
    void deleteOne(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (!isSignedIn()) return;
          notify('form.deleted', { type: 'success', messageArgs: { name: record._label } });
          redirect('list', resource, undefined, undefined, FINISHED);
        },
        onError: (error) => {
          notify((error as Error).message, { type: 'error', autoHideDuration: 10_000 });
          close();
        },
      },
    );
  return { run, isPending };
}
