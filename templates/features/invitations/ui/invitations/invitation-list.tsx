import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useRecordNames } from '../components/fields';
import { formatAgo, formatDatetime, formatList } from '../components/formats';
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
export function InvitationList({
  invitations,
  now,
  busy,
  onResend,
  onRevoke,
}: InvitationListProps) {
  const translate = useTranslate();
  const [asked, setAsked] = useState<Invitation | null>(null);
  if (invitations.length === 0)
    return <Typography sx={{ py: 1 }}>{translate('invitations.none')}</Typography>;
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {invitations.map((one) => (
          <Box component="li" key={one.id} sx={ROW}>
            <Facts invitation={one} now={now} />
            <Box sx={{ display: 'flex', gap: 1, flexShrink: 0 }}>
              <Button
                variant="outlined"
                disabled={busy}
                onClick={() => void onResend(one)}
                aria-label={translate('invitations.resend_of', { email: one.email })}
              >
                {translate('invitations.resend')}
              </Button>
              <Button
                variant="outlined"
                color="inherit"
                disabled={busy}
                onClick={() => setAsked(one)}
                aria-label={translate('invitations.revoke_of', { email: one.email })}
              >
                {translate('invitations.revoke')}
              </Button>
            </Box>
          </Box>
        ))}
      </Box>
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

const ROW = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  gap: { xs: 1, sm: 2 },
  alignItems: 'center',
  justifyContent: 'space-between',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};

function Facts({ invitation, now }: { invitation: Invitation; now: number }) {
  const translate = useTranslate();
  const { email, username, roles, tenants, invited_by: name, expired } = invitation;
  const tenantNames = useRecordNames('tenant', tenants);
  const gives = [
    ...(username === null ? [] : [username]),
    roles.length > 0 ? formatList(roles) : translate('invitations.no_roles'),
    ...(tenants.length > 0 ? [formatList(tenantNames)] : []),
  ];
  const facts = [
    translate('invitations.by', { name, ago: formatAgo(invitation.sent_at, now) }),
    translate(expired ? 'invitations.over' : 'invitations.until', {
      date: formatDatetime(invitation.expires_at),
    }),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <bdi>{email}</bdi>
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {[...gives, ...facts].join(' · ')}
      </Typography>
    </Box>
  );
}
