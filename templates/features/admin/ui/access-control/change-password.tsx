import { Alert, Box, Button, Paper } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { authProvider, type SessionAnswer } from '../api/session';
import { request } from '../api/http';
import { NoPassword } from '../components/no-password';
import { useOwnProofs } from '../components/own-proof';
import { PageHeader } from '../components/page-header';
import { PasswordField } from '../components/password-field';
import { useFirstProblem } from '../components/texts';
import { useFirstData } from '../first-paint';
import { FirstPassword } from './first-password';

/** Changes the user's own password; who has none, as a provider signs them in, sets one by a proof, or is told how they get one. */
export function ChangePassword() {
  const translate = useTranslate();
  const { data: own, isPending } = useOwnProofs();
  if (!useFirstData(isPending)) return null;
  const isFirst = own?.has_password === false;
  const canProve = own !== undefined && own.proof_by.length > 0;
  return (
    <>
      <PageHeader title={translate(isFirst && canProve ? 'password.set' : 'password.title')} />
      {!isPending && (
        <Paper variant="outlined" sx={CARD}>
          {!isFirst && <PasswordForm />}
          {isFirst && (canProve ? <FirstPassword kinds={own.proof_by} /> : <NoPassword />)}
        </Paper>
      )}
    </>
  );
}

const CARD = { p: { xs: 2, sm: 3 } };
const FORM = { display: 'grid', gap: 2 };

/** The session continues with a new token. */
function PasswordForm() {
  const translate = useTranslate();
  const { error, busy, submit } = useChangePassword();
  return (
    <Box component="form" onSubmit={submit} sx={FORM}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <PasswordField name="current" />
      <PasswordField name="new" help={translate('password.rule')} />
      <PasswordField name="repeat" />
      <Box>
        <Button type="submit" variant="contained" color="primary" loading={busy}>
          {translate('password.submit')}
        </Button>
      </Box>
    </Box>
  );
}

function useChangePassword() {
  const translate = useTranslate();
  const explain = useFirstProblem('user');
  const notify = useNotify();
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [current, next, repeat] = ['current', 'new', 'repeat'].map((name) =>
      String(form.get(name)),
    );
    if (next !== repeat) return setError(translate('password.mismatch'));
    setBusy(true);
    try {
      await changePassword(current ?? '', next ?? '');
      notify('password.done', { type: 'success' });
      void navigate('/');
    } catch (reason) {
      setError(explain(reason as Error));
    }
    setBusy(false);
  };
  return { error, busy, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

async function changePassword(current: string, next: string): Promise<void> {
  const body = { current_password: current, new_password: next };
  const { data } = await request<SessionAnswer>('/auth/change-password', { method: 'PUT', body });
  await authProvider.login({ session: data });
}
