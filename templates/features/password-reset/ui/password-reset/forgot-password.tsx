import { Alert, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/http';
import { SubmitButton } from '../components/submit-button';
import { OpenPage } from '../layout/open-page';
import { OpenForm, PageLink, useSubmit } from '../layout/open-form';

/** Asks for the link by which somebody chooses a new password. */
export function ForgotPassword() {
  const translate = useTranslate();
  const [asked, setAsked] = useState(false);
  const { error, busy, run } = useSubmit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const body = name.includes('@') ? { email: name } : { username: name };
    run(event, async () => {
      await request('/auth/forgot-password', { method: 'POST', body });
      setAsked(true);
    });
  };
  return (
    <OpenPage title={translate('password-reset.title')} subtitle={translate('password-reset.help')}>
      {asked ? (
        <Alert severity="success">{translate('password-reset.asked')}</Alert>
      ) : (
        <OpenForm onSubmit={submit} error={error}>
          <TextField
            name="name"
            label={translate('password-reset.name')}
            autoComplete="username"
            autoFocus
            required
            fullWidth
          />
          <SubmitButton busy={busy}>{translate('password-reset.ask')}</SubmitButton>
        </OpenForm>
      )}
      <PageLink to="/login">{translate('password-reset.back')}</PageLink>
    </OpenPage>
  );
}
