import { Alert } from '@mui/material';
import type { FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '../api/http';
import { endSession } from '../api/session';
import { FeatureParts } from '../components/page-header';
import { SubmitButton } from '../components/submit-button';
import { OpenPage } from '../layout/open-page';
import {
  NewPasswordFields,
  newPasswordIn,
  OpenForm,
  PageLink,
  useLinkToken,
  useSubmit,
} from '../layout/open-form';

/** Chooses a new password by the link of a mail. */
export function ResetPassword() {
  const translate = useTranslate();
  const token = useLinkToken();
  return (
    <OpenPage
      title={translate('password-reset.new_title')}
      subtitle={translate('password-reset.new_help')}
    >
      {token === null ? (
        <Alert severity="warning">{translate('password-reset.no_link')}</Alert>
      ) : (
        <NewPasswordForm token={token} />
      )}
      <PageLink to="/forgot-password">{translate('password-reset.again')}</PageLink>
    </OpenPage>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { error, busy, run, setError } = useSubmit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const new_password = newPasswordIn(form);
    run(event, async () => {
      if (new_password === null) return setError(translate('password.mismatch'));
      const body = { token, new_password, end_api_keys: form.has('end_api_keys') };
      await request('/auth/reset-password', { method: 'POST', body });
      // Whoever was signed in here is no longer, or is somebody else.
      endSession();
      notify('password-reset.saved', { type: 'success' });
      void navigate('/login', { replace: true });
    });
  };
  return (
    <OpenForm onSubmit={submit} error={error}>
      <NewPasswordFields />
      <FeatureParts of="ResetPassword" />
      <SubmitButton busy={busy}>{translate('password-reset.save')}</SubmitButton>
    </OpenForm>
  );
}
