import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useCanWrite } from '../api/session';
import { AccountPage } from '../components/account-page';
import { NotAllowed } from '../components/messages';
import { useLabels } from '../components/texts';
import { InvitationList } from './invitation-list';
import { InviteDialog } from './invite-dialog';
import { useInvitations } from './use-invitations';

/** Who is invited, for those who may create users. */
export function Invitations() {
  return useCanWrite('user', 'create') ? <InvitationsPage /> : <NotAllowed />;
}

function InvitationsPage() {
  const translate = useTranslate();
  const crumbs = [{ label: useLabels().many('user'), to: '/user' }];
  const { invitations, now, error, isPending, busy, invite, resend, revoke } = useInvitations();
  const [isInviting, setInviting] = useState(false);
  const action = (
    <Button variant="contained" color="primary" onClick={() => setInviting(true)}>
      {translate('invitations.create')}
    </Button>
  );
  return (
    <>
      <AccountPage title={translate('invitations.title')} {...{ crumbs, action, error, isPending }}>
        {invitations && (
          <InvitationList
            invitations={invitations}
            now={now}
            busy={busy}
            onResend={resend}
            onRevoke={revoke}
          />
        )}
      </AccountPage>
      {isInviting && (
        <InviteDialog busy={busy} onInvite={invite} onClose={() => setInviting(false)} />
      )}
    </>
  );
}
