import { Button, Paper, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { signedInUser } from '../api/session';
import type { Row } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useAskingError } from '../components/asking-form';
import { PasskeyList } from './passkey-list';
import { fetchPasskeysOf } from './passkeys';

/** A user's passkeys, for whoever may remove them; nothing for others. */
export function UserPasskeys() {
  const translate = useTranslate();
  const user = useRecordContext<Row>();
  const [asking, setAsking] = useState(false);
  const { data: passkeys } = useQuery({
    queryKey: ['passkeys', user?.id],
    queryFn: () => fetchPasskeysOf(user!.id),
    enabled: user !== undefined,
    retry: false,
  });
  if (user === undefined || passkeys === undefined) return null;
  return (
    <Paper
      variant="outlined"
      component="section"
      sx={{ mt: 2, p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <Typography variant="h2">{translate('passkeys.title')}</Typography>
      {passkeys.length === 0 ? (
        <Typography>{translate('passkeys.none')}</Typography>
      ) : (
        <PasskeyList passkeys={passkeys} />
      )}
      {passkeys.length > 0 && user.id !== signedInUser() && (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {translate('passkeys.reset')}
        </Button>
      )}
      {asking && <ResetDialog user={user} onClose={() => setAsking(false)} />}
    </Paper>
  );
}

function ResetDialog({ user, onClose }: { user: Row; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const explain = useAskingError();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    try {
      await request(`/auth/passkeys/users/${user.id}`, { method: 'DELETE' });
      notify('passkeys.was_reset', { type: 'success' });
      await client.invalidateQueries({ queryKey: ['passkeys', user.id] });
    } catch (error) {
      notify(explain(error as Error), { type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={translate('passkeys.reset_title', { name: user._label })}
      text={translate('passkeys.reset_help')}
      confirm={translate('passkeys.reset')}
      danger
      busy={busy}
      onConfirm={() => void reset()}
      onClose={onClose}
    />
  );
}
