import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate, type HttpError } from 'react-admin';
import type { Problem } from '../api/http';
import { isSignedIn } from '../api/session';
import { SubmitButton } from '../components/submit-button';
import { OpenPage } from '../layout/open-page';
import { OpenForm, PageLink, useLinkToken, useSubmit } from '../layout/open-form';
import { ADDRESS, confirmBy, sendAgain } from './address';

/** The secret of a link that was opened before the sign-in, for this page after it. */
const opened: { token: string | null } = { token: null };

/** Confirms by the link of a mail that an address is that of the signed-in user. */
export function ConfirmEmail() {
  const translate = useTranslate();
  const ofLink = useLinkToken();
  const [token] = useState(() => ofLink ?? opened.token);
  const isIn = isSignedIn();
  useEffect(() => {
    opened.token = isIn ? null : token;
  }, [isIn, token]);
  const [done, setDone] = useState<'confirmed' | 'new_link_sent' | null>(null);
  const text = (key: string) => translate(`password-reset.${key}`);
  if (!isIn)
    return (
      <OpenPage title={text('confirm_title')}>
        <Alert severity="info">{text('sign_in_first')}</Alert>
        <PageLink to="/login" state={{ nextPathname: '/confirm-email', nextSearch: '' }}>
          {text('sign_in')}
        </PageLink>
      </OpenPage>
    );
  return (
    <OpenPage
      title={text('confirm_title')}
      {...(done === null && token !== null && { subtitle: text('confirm_help') })}
    >
      {done === null ? (
        <ConfirmForm token={token} onDone={setDone} />
      ) : (
        <Alert severity="success">{text(done)}</Alert>
      )}
      <PageLink to="/">{text('go_on')}</PageLink>
    </OpenPage>
  );
}

interface ConfirmFormProps {
  token: string | null;
  onDone: (what: 'confirmed' | 'new_link_sent') => void;
}

/** Confirms by the link, or sends another one where it is of no use. */
function ConfirmForm({ token, onDone }: ConfirmFormProps) {
  const translate = useTranslate();
  const [isVoid, setVoid] = useState(token === null);
  const { error, busy, run } = useSubmit();
  const confirm = async () => {
    try {
      await confirmBy(token);
      onDone('confirmed');
    } catch (reason) {
      setVoid(isExpired(reason as HttpError));
      throw reason;
    }
  };
  const sendAnother = async () => {
    await sendAgain();
    onDone('new_link_sent');
  };
  return (
    <OpenForm
      onSubmit={(event) => run(event, isVoid ? sendAnother : confirm)}
      error={error ?? (token === null ? translate('password-reset.no_link') : null)}
    >
      {!isVoid && <Which />}
      <SubmitButton busy={busy}>
        {translate(`password-reset.${isVoid ? 'send_again' : 'confirm'}`)}
      </SubmitButton>
    </OpenForm>
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

const isExpired = ({ body }: HttpError): boolean =>
  (body as Partial<Problem> | undefined)?.code === 'link-expired';
