import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useRecordNames } from '../components/fields';
import { formatAgo } from '../components/ago';
import { formatDatetime, formatList } from '../components/formats';
import { Item, ItemList } from '../components/item-list';
import type { Invitation } from './use-invitations';

export interface InvitationListProps {
  invitations: readonly Invitation[];
  /** When they were read. */
  now: number;
  busy: boolean;
  onResend: (one: Invitation) => Promise<void>;
  onRevoke: (one: Invitation) => Promise<void>;
}

/** Invitations with what they give, each of which can be sent again and revoked. */
export function InvitationList(props: InvitationListProps) {
  const { invitations, now, busy, onResend, onRevoke } = props;
  const translate = useTranslate();
  const [asked, setAsked] = useState<Invitation | null>(null);
  return (
    <>
      <ItemList none={translate('invitations.none')}>
        {invitations.map((one) => (
          <InvitationItem
            key={one.id}
            {...{ invitation: one, now, busy, onResend }}
            onRevoke={setAsked}
          />
        ))}
      </ItemList>
      {asked && (
        <ConfirmDialog
          title={translate('invitations.revoke_of', { email: asked.email })}
          text={translate('invitations.revoke_text')}
          confirm={translate('invitations.revoke')}
          danger
          busy={busy}
          onConfirm={() => void onRevoke(asked).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface InvitationItemProps extends Pick<InvitationListProps, 'now' | 'busy' | 'onResend'> {
  invitation: Invitation;
  onRevoke: (one: Invitation) => void;
}

function InvitationItem({ invitation, now, busy, onResend, onRevoke }: InvitationItemProps) {
  const translate = useTranslate();
  const { email } = invitation;
  const actions = (
    <>
      <Button
        variant="outlined"
        disabled={busy}
        onClick={() => void onResend(invitation)}
        aria-label={translate('invitations.resend_of', { email })}
      >
        {translate('invitations.resend')}
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        disabled={busy}
        onClick={() => onRevoke(invitation)}
        aria-label={translate('invitations.revoke_of', { email })}
      >
        {translate('invitations.revoke')}
      </Button>
    </>
  );
  return (
    <Item title={<bdi>{email}</bdi>} actions={actions}>
      {useInvitationFacts(invitation, now).join(' · ')}
    </Item>
  );
}

/** What an invitation gives, by whom, and until when. */
function useInvitationFacts(invitation: Invitation, now: number): string[] {
  const translate = useTranslate();
  const { username, roles, tenants, invited_by: name, expired } = invitation;
  const tenantNames = useRecordNames('tenant', tenants);
  return [
    ...(username === null ? [] : [username]),
    roles.length > 0 ? formatList(roles) : translate('invitations.no_roles'),
    ...(tenants.length > 0 ? [formatList(tenantNames)] : []),
    translate('invitations.by', { name, ago: formatAgo(invitation.sent_at, now) }),
    translate(expired ? 'invitations.over' : 'invitations.until', {
      date: formatDatetime(invitation.expires_at),
    }),
  ];
}
