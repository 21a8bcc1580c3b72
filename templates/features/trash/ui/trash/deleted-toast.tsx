import { Button, SnackbarContent, type SnackbarContentProps } from '@mui/material';
import { useState } from 'react';
import { useCloseNotification, useNotify, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { useCanWrite } from '../api/session';
import { recordPath, type Row } from '../application';
import { useErrorText } from '../components/texts';

export interface DeletedToastProps extends SnackbarContentProps {
  resource: string;
  record: Row;
}

/** Says that a record is in the trash, and takes it out again for who may. */
export function DeletedToast({ resource, record, ...props }: DeletedToastProps) {
  const translate = useTranslate();
  const canCreate = useCanWrite(resource, 'create');
  return (
    <SnackbarContent
      {...props}
      message={translate('trash.deleted_one', { name: record._label })}
      action={canCreate && <Undo resource={resource} record={record} />}
    />
  );
}

function Undo({ resource, record }: Pick<DeletedToastProps, 'resource' | 'record'>) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const close = useCloseNotification();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await request(`${recordPath(resource, record.id)}/_restore`, { method: 'POST' });
      notify('trash.restored', { type: 'success', messageArgs: { smart_count: 1 } });
      refresh();
    } catch (error) {
      notify(errorText(error as Error), { type: 'error', autoHideDuration: 10_000 });
    }
    close();
  };
  return (
    <Button
      color="inherit"
      size="small"
      disabled={isBusy}
      onClick={() => void restore()}
      aria-label={translate('trash.restore_one', { name: record._label })}
    >
      {translate('trash.restore')}
    </Button>
  );
}
