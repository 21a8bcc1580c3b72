import MailIcon from '@mui/icons-material/MailOutlined';
import { Link as TextLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { page, type UiFeature } from '../application';

/** The pages of those who forgot their password, or whose address is to be confirmed. */
export const passwordReset: UiFeature = {
  name: 'password-reset',
  pages: [{ path: '/auth/address', page: page(() => import('./address-page'), 'AddressPage') }],
  account: [{ to: '/auth/address', icon: MailIcon, label: 'password-reset.address_title' }],
  signIn: {
    Below: ForgotLink,
    newPassword: '/forgot-password',
    pages: [
      { path: '/forgot-password', page: page(() => import('./forgot-password'), 'ForgotPassword') },
      { path: '/reset-password', page: page(() => import('./reset-password'), 'ResetPassword') },
      { path: '/confirm-email', page: page(() => import('./confirm-email'), 'ConfirmEmail') },
    ],
  },
  texts: {
    en: {
      link: 'Forgot your password?',
      title: 'Forgot your password?',
      help: 'You get a mail with a link, by which you choose a new one.',
      name: 'E-mail address or user name',
      ask: 'Send me a link',
      asked:
        'If we know you, a mail is on its way. It may take some minutes; look among unwanted mails, too.',
      back: 'Back to sign-in',
      new_title: 'New password',
      new_help: 'You sign in with it afterwards, everywhere anew.',
      save: 'Save the new password',
      saved: 'Your new password is saved. Please sign in.',
      no_link: 'This link is not complete: open it from the mail, or ask for a new one.',
      again: 'Ask for a new link',
      confirm_title: 'Confirm your address',
      confirm_help: 'Is this address yours? Mails about your account go there from now on.',
      confirm: 'Confirm',
      confirmed: 'Your address is confirmed.',
      sign_in_first: 'Please sign in first.',
      sign_in: 'Sign in',
      go_on: 'Go on',
      confirm_address: 'The address is %{email}.',
      address_title: 'E-mail address',
      address_help: 'Mails about your account go here, such as one with a link to a new password.',
      address_none: 'You have no confirmed address.',
      address_waits:
        '%{pending} becomes your address once you open the link of the mail that was sent there.',
      address_open: 'It is not confirmed yet: open the link of the mail that was sent there.',
      send_again: 'Send the mail again',
      sent_again: 'A mail is on its way. It may take some minutes.',
      new_link_sent: 'A mail with a new link is on its way.',
    },
  },
};

function ForgotLink() {
  const translate = useTranslate();
  return (
    <TextLink
      component={Link}
      to="/forgot-password"
      sx={{ display: 'inline-block', mt: 2, py: 0.5, fontSize: '0.875rem' }}
    >
      {translate('password-reset.link')}
    </TextLink>
  );
}
