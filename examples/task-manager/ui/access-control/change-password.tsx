import { Alert, Box, Button, Paper, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { authProvider, type SessionAnswer } from '../api/session';
import { request } from '../api/http';
import { PageHeader } from '../components/page-header';
import { useFirstProblem } from '../components/texts';

/** Changes the user's own password; the session continues with a new token. */
export function ChangePassword() {
  const translate = useTranslate();
  const { error, busy, submit } = useChangePassword();
  return (
    <>
      <PageHeader title={translate('password.title')} />
      <Paper
        variant="outlined"
        component="form"
        onSubmit={submit}
        sx={{ p: { xs: 2, sm: 3 }, maxWidth: 440, display: 'grid', gap: 2 }}
      >
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
    </>
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
