import { Alert, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/http';
import { isSignedIn } from '../api/session';
import { OpenPage } from '../layout/open-page';
import { OpenForm, PageLink, useLinkToken, useSubmit } from '../layout/open-form';
import { ADDRESS } from './address';

/** Confirms by the link of a mail that an address is that of the signed-in user. */
export function ConfirmEmail() {
  const translate = useTranslate();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const { error, busy, run } = useSubmit();
  const confirm = async () => {
    await request('/auth/email-confirmation', { method: 'PUT', body: { token } });
    setDone(true);
  };
  const text = (key: string) => translate(`password-reset.${key}`);
  return (
    <OpenPage title={text('confirm_title')} subtitle={text('confirm_help')}>
      {done && <Alert severity="success">{text('confirmed')}</Alert>}
      {!done && token === null && <Alert severity="warning">{text('no_link')}</Alert>}
      {!done && token !== null && !isSignedIn() && (
        <Alert severity="info">{text('sign_in_first')}</Alert>
      )}
      {!done && token !== null && isSignedIn() && (
        <OpenForm onSubmit={(event) => run(event, confirm)} error={error}>
          <Which />
          <Button
            type="submit"
            variant="contained"
            color="primary"
            loading={busy}
            sx={{ minHeight: 40 }}
          >
            {text('confirm')}
          </Button>
        </OpenForm>
      )}
      <PageLink to="/">{text(isSignedIn() ? 'go_on' : 'sign_in')}</PageLink>
    </OpenPage>
  );
}

/** Nobody confirms an address that somebody else has entered without seeing it. */
function Which() {
  const translate = useTranslate();
  const { data } = useQuery(ADDRESS);
  const email = data?.pending ?? data?.email;
  if (email == null) return null;
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {translate('password-reset.confirm_address', { email })}
    </Typography>
  );
}
