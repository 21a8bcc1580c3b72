import InviteIcon from '@mui/icons-material/ForwardToInboxOutlined';
import { useResourceContext, useTranslate } from 'react-admin';
import { useCanWrite } from '../api/session';
import { page, type UiFeature } from '../application';
import { CompactButton } from '../components/page-header';

/** Inviting others from the list of users, and the page of those who were invited. */
export const invitations: UiFeature = {
  name: 'invitations',
  ListAction: InviteLink,
  pages: [
    { path: '/auth/invitations', page: page(() => import('./invitations-page'), 'Invitations') },
  ],
  signIn: {
    pages: [
      {
        path: '/accept-invitation',
        page: page(() => import('./accept-invitation'), 'AcceptInvitation'),
      },
    ],
  },
  texts: {
    en: {
      link: 'Invite',
      title: 'Invitations',
      create: 'Invite someone',
      help: 'They get an email with a link to choose their password.',
      username_help: 'Leave empty to let them choose',
      submit: 'Send the invitation',
      sent: 'Invitation sent to %{email}',
      none: 'No pending invitations',
      no_roles: 'No role',
      by: 'invited by %{name} %{ago}',
      until: 'valid until %{date}',
      over: 'expired on %{date}',
      resend: 'Send again',
      resend_of: 'Send again to %{email}',
      revoke: 'Revoke',
      revoke_of: 'Revoke the invitation to %{email}',
      revoke_text: 'The link in the email will no longer work.',
      revoked: 'The invitation was revoked',
      accept_title: 'Welcome',
      void_title: 'Invitation',
      accept_help: '%{name} has invited you to %{service}, as %{email}.',
      accept: 'Create my account',
      no_link: 'This link is incomplete: open it from the email again.',
      sign_in: 'Back to sign in',
    },
  },
};

function InviteLink() {
  const translate = useTranslate();
  const isUsers = useResourceContext() === 'user';
  const mayCreate = useCanWrite('user', 'create');
  if (!isUsers || !mayCreate) return null;
  return (
    <CompactButton
      icon={InviteIcon}
      label={translate('invitations.link')}
      to="/auth/invitations"
      variant="outlined"
    />
  );
}
