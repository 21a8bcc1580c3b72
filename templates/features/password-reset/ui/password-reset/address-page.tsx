import { Alert, Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { PageLoading } from '../components/loading';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { useFirstData } from '../first-paint';
import { ADDRESS, sendAgain, type OwnAddress } from './address';

/** One's own address: whether it is confirmed, and which one waits. */
export function AddressPage() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { data, error, isPending } = useQuery(ADDRESS);
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader title={translate('password-reset.address_title')} />
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {data && (
        <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
          <Address {...data} />
        </Paper>
      )}
    </>
  );
}

function Address({ email, required, confirmed, pending }: OwnAddress) {
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`password-reset.${key}`, values);
  const isOpen = email !== null && required && !confirmed;
  return (
    <>
      <Typography>{text('address_help')}</Typography>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {email === null ? text('address_none') : <bdi>{email}</bdi>}
      </Typography>
      {pending !== null && <Alert severity="info">{text('address_waits', { pending })}</Alert>}
      {pending === null && isOpen && <Alert severity="info">{text('address_open')}</Alert>}
      {(pending !== null || isOpen) && <SendAgain />}
    </>
  );
}

function SendAgain() {
  const translate = useTranslate();
  const notify = useNotify();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendAgain();
      notify('password-reset.sent_again', { type: 'success' });
    } catch (reason) {
      notify(errorText(reason as Error), { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Button
      variant="outlined"
      loading={busy}
      onClick={() => void send()}
      sx={{ justifySelf: 'start' }}
    >
      {translate('password-reset.send_again')}
    </Button>
  );
}
