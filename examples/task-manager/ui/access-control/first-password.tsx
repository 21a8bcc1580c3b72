import { Alert, Box, Button, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '../api/http';
import { authProvider, type SessionAnswer } from '../api/session';
import { useApplication } from '../application';
import { AskProof } from '../components/ask-proof';
import { PasswordField } from '../components/password-field';

/** Sets the first password of whoever has none, and proves who they are. */
export function FirstPassword({ kinds }: { kinds: readonly string[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [password, setPassword] = useState<string | null>(null);
  const isAway = useIsAway(kinds);
  // Whoever leaves the page for the proof types it when they are back: what is secret is not kept.
  if (password === null && !isAway) return <NewPassword onSubmit={setPassword} />;
  const set = async (proof: object): Promise<void> => {
    const body = { new_password: password, proof };
    const { data } = await request<SessionAnswer>('/auth/change-password', { method: 'PUT', body });
    await authProvider.login({ session: data });
    notify('password.set_done', { type: 'success' });
    void navigate('/');
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isAway && <Typography>{translate('password.set_help')}</Typography>}
      <AskProof
        kinds={kinds}
        submit={translate('password.set')}
        onProof={set}
        onCancel={() => (password === null ? void navigate('/') : setPassword(null))}
      />
    </Box>
  );
}

/** Whether the proof is still to be got elsewhere. */
function useIsAway(kinds: readonly string[]): boolean {
  const { features } = useApplication();
  const parts = features.flatMap(({ signIn }) =>
    signIn?.kinds?.some((kind) => kinds.includes(kind)) ? [signIn] : [],
  );
  return parts.length > 0 && parts.every(({ isShown }) => isShown !== undefined && !isShown());
}

function NewPassword({ onSubmit }: { onSubmit: (password: string) => void }) {
  const translate = useTranslate();
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [next, repeat] = [String(form.get('new')), String(form.get('repeat'))];
    if (next === repeat) onSubmit(next);
    else setError(translate('password.mismatch'));
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <PasswordField name="new" help={translate('password.rule')} />
      <PasswordField name="repeat" />
      <Box>
        <Button type="submit" variant="contained" color="primary">
          {translate('password.go_on')}
        </Button>
      </Box>
    </Box>
  );
}
