import LinkIcon from '@mui/icons-material/LinkOutlined';
import { lazy, Suspense } from 'react';
import { page, type UiFeature } from '../application';
import { signOutAddress } from './signed-in-by';

const ProviderButtons = lazy(() =>
  import('./provider-buttons').then((module) => ({ default: module.ProviderButtons })),
);
const UserIdentities = lazy(() =>
  import('./user-identities').then((module) => ({ default: module.UserIdentities })),
);

/** Sign-in by providers of OpenID Connect, and the accounts there that are linked to users. */
export const oidc: UiFeature = {
  name: 'oidc',
  pages: [
    { path: '/auth/identities', page: page(() => import('./own-identities'), 'OwnIdentities') },
  ],
  account: [{ to: '/auth/identities', icon: LinkIcon, label: 'oidc.title' }],
  signIn: {
    Below: () => (
      <Suspense fallback={null}>
        <ProviderButtons />
      </Suspense>
    ),
    Invited: ({ token }) => (
      <Suspense fallback={null}>
        <ProviderButtons invitation={token} />
      </Suspense>
    ),
    leave: signOutAddress,
    pages: [{ path: '/oidc', page: page(() => import('./come-back'), 'ComeBack') }],
  },
  UserDetail: () => (
    <Suspense fallback={null}>
      <UserIdentities />
    </Suspense>
  ),
  texts: {
    en: {
      title: 'Linked accounts',
      or: 'or',
      sign_in: 'Sign in with %{name}',
      accept: 'Continue with %{name}',
      coming: 'You are being signed in',
      failed: 'You are not signed in',
      not_linked: 'The account is not linked',
      back: 'Go on',
      about: 'Accounts with which you can sign in here, besides your password.',
      none: 'No account is linked.',
      link: 'Link %{name}',
      linked: 'The account is linked',
      unlink: 'Unlink',
      unlink_of: 'Unlink %{name}',
      unlink_text: 'Nobody can sign in here with this account any more.',
      unlinked: 'The account is linked no longer',
      only: 'The only way in as long as you have no password.',
      used: 'Last used',
      never: 'Not used yet',
      decides_roles: '%{name} decides about the roles, at each sign-in',
      decides_tenants: '%{name} decides about the tenants, at each sign-in',
      error_cancelled: 'You have not signed in at the provider.',
      error_refused: 'The provider did not sign you in. Please try again.',
      error_unreachable: 'The provider cannot be reached. Please try again later.',
      error_unknown:
        'There is no user for this account. Sign in with your password and link it, or ask an administrator.',
      error_expired:
        'Too much time has passed, or it was begun in another browser. Please begin again.',
      error_failed: 'Something went wrong. Please try again.',
      'error_too-many-tries': 'Too many attempts from here: wait, then try again.',
      'error_link-expired': 'This invitation is not valid any more. Please ask for a new one.',
      'error_invitation-void':
        'Whoever invited you may not do so any more. Please ask an administrator.',
      error_taken: 'This account is linked to another user.',
    },
  },
};
