import { Alert, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/confirm-dialog';
import { PageLoading } from '../components/loading';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { useFirstData } from '../first-paint';
import { SessionList } from './session-list';
import { useSessions } from './use-sessions';

const PATH = '/auth/sessions';

/** Where the user is signed in; each session but this one can be ended. */
export function OwnSessions() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { sessions, now, error, isPending, busy, end } = useSessions(PATH);
  const [asking, setAsking] = useState(false);
  if (!useFirstData(isPending)) return null;
  const others = sessions?.some(({ current }) => !current) ?? false;
  return (
    <>
      <PageHeader title={translate('sessions.title')}>
        {others && (
          <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
            {translate('sessions.end_others')}
          </Button>
        )}
      </PageHeader>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {sessions && (
        <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 1, maxWidth: 800 }}>
          <SessionList
            sessions={sessions}
            now={now}
            busy={busy}
            onEnd={({ id }) => void end(`${PATH}/${id}`, 'sessions.ended')}
          />
        </Paper>
      )}
      {asking && (
        <ConfirmDialog
          title={translate('sessions.end_others')}
          text={translate('sessions.end_others_text')}
          confirm={translate('sessions.end_others')}
          danger
          busy={busy}
          onConfirm={() => void end(PATH, 'sessions.all_ended').then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
