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
      create: 'Invite somebody',
      help: 'They get a mail with a link, by which they choose their password.',
      username_help: 'Left empty, they choose it themselves',
      submit: 'Send the invitation',
      sent: 'The invitation is on its way to %{email}',
      none: 'Nobody is invited at present.',
      no_roles: 'No role',
      by: 'invited by %{name} %{ago}',
      until: 'valid until %{date}',
      over: 'expired on %{date}',
      resend: 'Send again',
      resend_of: 'Send again to %{email}',
      revoke: 'Revoke',
      revoke_of: 'Revoke the invitation to %{email}',
      revoke_text: 'The link in the mail will not work any more.',
      revoked: 'The invitation is revoked',
      accept_title: 'Welcome',
      void_title: 'Invitation',
      accept_help: '%{name} invites you to %{service}, as %{email}.',
      accept: 'Create my account',
      no_link: 'This link is not complete: open it from the mail once more.',
      sign_in: 'To the sign-in',
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
