import MailIcon from '@mui/icons-material/MailOutlined';
import { Link as TextLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { page, type UiFeature } from '../application';

/** The pages of those who forgot their password, or whose address is to be confirmed. */
export const passwordReset: UiFeature = {
  name: 'password-reset',
  pages: [{ path: '/auth/address', page: page(() => import('./address-page'), 'AddressPage') }],
  account: [
    { to: '/auth/address', icon: MailIcon, label: 'password-reset.address_title', isSignIn: true },
  ],
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
      help: 'We will email you a link to choose a new one.',
      name: 'Email address or user name',
      ask: 'Email me a link',
      asked:
        'If we know you, an email is on its way. It may take a few minutes; check your spam folder, too.',
      back: 'Back to sign in',
      new_title: 'New password',
      new_help: 'You will be signed out everywhere, and sign in with it.',
      save: 'Save new password',
      saved: 'Your new password is saved. Please sign in.',
      no_link: 'This link is incomplete: open it from the email, or request a new one.',
      again: 'Request a new link',
      confirm_title: 'Confirm your email address',
      confirm_help:
        'Is this your address? Emails about your account will be sent to it from now on.',
      confirm: 'Confirm',
      confirmed: 'Your address is confirmed.',
      sign_in_first: 'Please sign in first.',
      sign_in: 'Sign in',
      go_on: 'Go on',
      confirm_address: 'The address is %{email}.',
      address_title: 'Email address',
      address_help:
        'Emails about your account are sent here, such as a link to reset your password.',
      address_none: 'You have no confirmed email address.',
      address_waits:
        '%{pending} becomes your address once you open the link in the email sent there.',
      address_open: 'It is not confirmed yet: open the link in the email sent there.',
      send_again: 'Send the email again',
      sent_again: 'An email is on its way. It may take a few minutes.',
      new_link_sent: 'An email with a new link is on its way.',
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
