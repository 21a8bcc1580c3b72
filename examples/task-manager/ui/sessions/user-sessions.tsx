import { Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { UserSection } from '../components/user-section';
import { SessionList } from './session-list';
import { useSessions } from './use-sessions';

/** Where a user is signed in, on their page: an administrator ends all of it. */
export function UserSessions() {
  const record = useRecordContext<Row>();
  return record && <SessionsOf id={record.id} />;
}

function SessionsOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const path = `/auth/users/${id}/sessions`;
  const { sessions, now, error, busy, end } = useSessions(path);
  const [asking, setAsking] = useState(false);
  if (!sessions && !error) return null;
  const action = sessions && sessions.length > 0 && (
    <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
      {translate('sessions.end_all')}
    </Button>
  );
  return (
    <UserSection title={translate('sessions.of_user')} {...{ action, error }}>
      {sessions && <SessionList sessions={sessions} now={now} busy={busy} />}
      {asking && (
        <ConfirmDialog
          title={translate('sessions.end_all')}
          text={translate('sessions.end_all_text')}
          confirm={translate('sessions.end_all')}
          danger
          busy={busy}
          onConfirm={() => void end(path, 'sessions.all_ended').then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </UserSection>
  );
}
