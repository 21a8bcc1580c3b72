import { Alert, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useCanWrite } from '../api/session';
import { PageLoading } from '../components/loading';
import { NotAllowed } from '../components/messages';
import { PageHeader } from '../components/page-header';
import { useErrorText, useLabels } from '../components/texts';
import { useFirstData } from '../first-paint';
import { InvitationList } from './invitation-list';
import { InviteDialog } from './invite-dialog';
import { useInvitations } from './use-invitations';

/** Who is invited, for those who may create users. */
export function Invitations() {
  return useCanWrite('user', 'create') ? <InvitationsPage /> : <NotAllowed />;
}

function InvitationsPage() {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const { invitations, now, error, isPending, busy, invite, resend, revoke } = useInvitations();
  const [isInviting, setInviting] = useState(false);
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader
        title={translate('invitations.title')}
        crumbs={[{ label: labels.many('user'), to: '/user' }]}
      >
        <Button variant="contained" color="primary" onClick={() => setInviting(true)}>
          {translate('invitations.create')}
        </Button>
      </PageHeader>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {invitations && (
        <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 1, maxWidth: 800 }}>
          <InvitationList
            invitations={invitations}
            now={now}
            busy={busy}
            onResend={resend}
            onRevoke={revoke}
          />
        </Paper>
      )}
      {isInviting && (
        <InviteDialog busy={busy} onInvite={invite} onClose={() => setInviting(false)} />
      )}
    </>
  );
}
