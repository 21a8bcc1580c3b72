import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { authProvider, type SessionAnswer } from '../api/session';
import { request } from '../api/http';
import { useApplication } from '../application';
import { useOwnProofs } from '../components/own-proof';
import { PageHeader } from '../components/page-header';
import { useFirstProblem } from '../components/texts';
import { useFirstData } from '../first-paint';

/** Changes the user's own password; who has none, as a provider signs them in, is told how they get one. */
export function ChangePassword() {
  const translate = useTranslate();
  const { data: own, isPending } = useOwnProofs();
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader title={translate('password.title')} />
      {!isPending && (own?.has_password === false ? <FirstPassword /> : <PasswordForm />)}
    </>
  );
}

function FirstPassword() {
  const translate = useTranslate();
  const { features } = useApplication();
  const page = features.flatMap(({ signIn }) => signIn?.newPassword ?? [])[0];
  return (
    <Paper variant="outlined" sx={{ ...CARD, justifyItems: 'start' }}>
      <Typography>
        {translate('password.none')} {translate(page ? 'password.by_link' : 'password.by_admin')}
      </Typography>
      {page && (
        <Button component={Link} to={page} variant="contained" color="primary">
          {translate('password.get_link')}
        </Button>
      )}
    </Paper>
  );
}

const CARD = { p: { xs: 2, sm: 3 }, maxWidth: 440, display: 'grid', gap: 2 };

/** The session continues with a new token. */
function PasswordForm() {
  const translate = useTranslate();
  const { error, busy, submit } = useChangePassword();
  return (
    <Paper variant="outlined" component="form" onSubmit={submit} sx={CARD}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <PasswordField name="current" autoComplete="current-password" />
      <PasswordField name="new" autoComplete="new-password" help={translate('password.rule')} />
      <PasswordField name="repeat" autoComplete="new-password" />
      <Box>
        <Button type="submit" variant="contained" color="primary" loading={busy}>
          {translate('password.submit')}
        </Button>
      </Box>
    </Paper>
  );
}

interface PasswordFieldProps {
  name: 'current' | 'new' | 'repeat';
  autoComplete: string;
  help?: string;
}

function PasswordField({ name, autoComplete, help }: PasswordFieldProps) {
  const translate = useTranslate();
  return (
    <TextField
      type="password"
      name={name}
      label={translate(`password.${name}`)}
      autoComplete={autoComplete}
      helperText={help}
      required
      fullWidth
    />
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
