import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { AccountPage } from '../components/account-page';
import { useLeftPage } from '../components/use-left-page';
import { KeyList } from './key-list';
import { NewKeyDialog } from './new-key-dialog';
import { useKeys, type NewKey } from './use-keys';

/** The keys by which programs act for the user. */
export function OwnKeys() {
  const translate = useTranslate();
  const { keys, now, error, isPending, busy, create, remove } = useKeys('/auth/api-keys');
  const left = useLeftPage<NewKey>();
  const [creating, setCreating] = useState<{ left: NewKey | null } | null>(left && { left });
  const action = (
    <Button variant="contained" color="primary" onClick={() => setCreating({ left: null })}>
      {translate('api-keys.create')}
    </Button>
  );
  return (
    <>
      <AccountPage title={translate('api-keys.title')} {...{ action, error, isPending }}>
        {keys && <KeyList keys={keys} now={now} busy={busy} onRemove={remove} />}
      </AccountPage>
      {creating && (
        <NewKeyDialog {...creating} onCreate={create} onClose={() => setCreating(null)} />
      )}
    </>
  );
}
