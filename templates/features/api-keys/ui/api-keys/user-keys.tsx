import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { UserSection } from '../components/user-section';
import { KeyList } from './key-list';
import { useKeys } from './use-keys';

/** The keys of a user, on their page: an administrator removes them. */
export function UserKeys() {
  const record = useRecordContext<Row>();
  return record && <KeysOf id={record.id} />;
}

function KeysOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const { keys, now, error, busy, remove, removeAll } = useKeys(pathOf(id));
  if (!error && (keys === undefined || keys.length === 0)) return null;
  const action = keys && <RemoveAll busy={busy} onRemove={removeAll} />;
  return (
    <UserSection title={translate('api-keys.title')} {...{ action, error }}>
      {keys && <KeyList keys={keys} now={now} busy={busy} onRemove={remove} />}
    </UserSection>
  );
}

/** Says of the keys that go on after a new password of their user, and ends them. */
export function KeysBesidePassword() {
  const record = useRecordContext<Row>();
  return record && <LastingKeys {...record} />;
}

function LastingKeys({ id, _label: name }: Row) {
  const translate = useTranslate();
  const { keys = [], now, busy, removeAll } = useKeys(pathOf(id));
  const valid = keys.filter(({ expires_at }) => Date.parse(expires_at) > now);
  if (valid.length === 0) return null;
  const names = valid.map((key) => key.name).join(', ');
  return (
    <Alert severity="warning" action={<RemoveAll busy={busy} onRemove={removeAll} />}>
      {translate('api-keys.lasting', { name, names, smart_count: valid.length })}
    </Alert>
  );
}

interface RemoveAllProps {
  busy: boolean;
  onRemove: () => Promise<void>;
}

function RemoveAll({ busy, onRemove }: RemoveAllProps) {
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" disabled={busy} onClick={() => setAsking(true)}>
        {translate('api-keys.remove_all')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={translate('api-keys.remove_all')}
          text={translate('api-keys.remove_all_text')}
          confirm={translate('api-keys.remove_all')}
          danger
          busy={busy}
          onConfirm={() => void onRemove().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const pathOf = (id: Row['id']): string => `/auth/users/${id}/api-keys`;
