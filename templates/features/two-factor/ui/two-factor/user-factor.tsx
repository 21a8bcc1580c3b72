import { Button, Paper, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { signedInUser } from '../api/session';
import type { Row } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { formatDatetime } from '../components/formats';
import { useAskingError } from '../components/asking-form';
import { fetchFactorOf } from './factors';

/** A user's second factor, for whoever may reset it; nothing for others. */
export function UserFactor() {
  const translate = useTranslate();
  const user = useRecordContext<Row>();
  const [asking, setAsking] = useState(false);
  const { data: factor } = useQuery({
    queryKey: ['two-factor', user?.id],
    queryFn: () => fetchFactorOf(user!.id),
    enabled: user !== undefined,
    retry: false,
  });
  if (user === undefined || factor === undefined) return null;
  const since = factor.since === null ? '' : formatDatetime(factor.since);
  const state = factor.active ? 'user_on' : factor.required ? 'user_required' : 'user_off';
  return (
    <Paper
      variant="outlined"
      component="section"
      sx={{ mt: 2, p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <Typography variant="h2">{translate('two-factor.title')}</Typography>
      <Typography>{translate(`two-factor.${state}`, { since })}</Typography>
      {factor.active && user.id !== signedInUser() && (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {translate('two-factor.reset')}
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
      await request(`/auth/two-factor/users/${user.id}`, { method: 'DELETE' });
      notify('two-factor.was_reset', { type: 'success' });
      await client.invalidateQueries({ queryKey: ['two-factor', user.id] });
    } catch (error) {
      notify(explain(error as Error), { type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={translate('two-factor.reset_title', { name: user._label })}
      text={translate('two-factor.reset_help')}
      confirm={translate('two-factor.reset')}
      danger
      busy={busy}
      onConfirm={() => void reset()}
      onClose={onClose}
    />
  );
}
