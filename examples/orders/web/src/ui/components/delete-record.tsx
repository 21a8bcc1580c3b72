import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import {
  useDelete,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { isSignedIn, sessionMayDo } from '../api/session';
import type { Row } from '../application';
import { ConfirmDialog, DialogFrame } from './confirm-dialog';
import { Dependents, hasDependents } from './dependents';
import { FINISHED } from './navigation';
import { CompactButton } from './page-header';
import { useErrorText } from './texts';

/** Deletes the record on the page after a confirmation; absent where the user may not. */
export function DeleteRecordButton() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, isPending, kept, forget } = useDeleteRecord(close);
  if (!sessionMayDo('delete', resource)) return null;
  if (record === undefined || record['is_preset'] === true) return null;
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
          onClose={close}
        />
      )}
      {kept && <DependentsDialog name={record._label} error={kept} onClose={forget} />}
    </>
  );
}

/** Why a record was not deleted: what depends on it. */
function DependentsDialog({
  name,
  error,
  onClose,
}: {
  name: string;
  error: Error;
  onClose: () => void;
}) {
  const translate = useTranslate();
  return (
    <DialogFrame
      title={translate('depends.title', { name })}
      text={translate('depends.help')}
      actions={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {translate('app.close')}
        </Button>
      }
      onClose={onClose}
    >
      <Box>
        <Dependents error={error} />
      </Box>
    </DialogFrame>
  );
}

function useDeleteRecord(close: () => void) {
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const errorText = useErrorText();
  const [deleteOne, { isPending }] = useDelete();
  const [kept, setKept] = useState<Error | null>(null);
  const refused = (error: Error) => {
    close();
    if (hasDependents(error)) setKept(error);
    else notify(errorText(error), { type: 'error', autoHideDuration: 10_000 });
  };
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
        onError: (error) => refused(error as Error),
      },
    );
  return { run, isPending, kept, forget: () => setKept(null) };
}
