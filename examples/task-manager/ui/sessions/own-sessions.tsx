import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { AccountPage } from '../components/account-page';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SessionList } from './session-list';
import { useSessions } from './use-sessions';

const PATH = '/auth/sessions';

/** Where the user is signed in; each session but this one can be ended. */
export function OwnSessions() {
  const translate = useTranslate();
  const { sessions, now, error, isPending, busy, end } = useSessions(PATH);
  const [asking, setAsking] = useState(false);
  const others = sessions?.some(({ current }) => !current) ?? false;
  const action = others && (
    <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
      {translate('sessions.end_others')}
    </Button>
  );
  return (
    <>
      <AccountPage title={translate('sessions.title')} {...{ action, error, isPending }}>
        {sessions && (
          <SessionList
            sessions={sessions}
            now={now}
            busy={busy}
            onEnd={({ id }) => void end(`${PATH}/${id}`, 'sessions.ended')}
          />
        )}
      </AccountPage>
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
