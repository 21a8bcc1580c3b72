import LinkIcon from '@mui/icons-material/LinkOutlined';
import { lazy, Suspense } from 'react';
import { page, type ProofProps, type UiFeature } from '../application';
import { hasProof } from './held-proof';
import { signOutAddress } from './signed-in-by';

const ProviderButtons = lazy(() =>
  import('./provider-buttons').then((module) => ({ default: module.ProviderButtons })),
);
const ProviderProof = lazy(() =>
  import('./provider-proof').then((module) => ({ default: module.ProviderProof })),
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
  account: [{ to: '/auth/identities', icon: LinkIcon, label: 'oidc.title', isSignIn: true }],
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
    kinds: ['provider'],
    choose: 'oidc.prove',
    Proof,
    isShown: hasProof,
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
      coming: 'Signing you in…',
      failed: 'You are not signed in',
      not_linked: 'The account is not linked',
      not_proved: 'We could not confirm that it is you',
      back: 'Continue',
      about: 'Accounts that you can sign in with, besides your password.',
      none: 'No linked accounts',
      link: 'Link %{name}',
      linked: 'The account is linked',
      unlink: 'Unlink',
      unlink_of: 'Unlink %{name}',
      unlink_text: 'Nobody can sign in here with this account after that.',
      unlinked: 'The account was unlinked',
      only: 'The only way to sign in while you have no password.',
      prove: 'Sign in again at a provider',
      prove_at: 'Sign in again at %{name}',
      prove_help:
        'To make sure that it is you, sign in once more. You will come back to this page.',
      proved: 'You have signed in again.',
      proof_over: 'That was too long ago, or has been used already. Please sign in there again.',
      used: 'Last used',
      never: 'Not used yet',
      decides_roles: '%{name} decides about the roles, at each sign-in',
      decides_tenants: '%{name} decides about the tenants, at each sign-in',
      error_cancelled: 'You have not signed in at the provider.',
      error_refused: 'The provider did not sign you in. Please try again.',
      error_unreachable: 'The provider cannot be reached. Please try again later.',
      error_unknown:
        'There is no user for this account. Sign in with your password and link it, or ask an administrator.',
      error_expired: 'This took too long, or was started in another browser. Please start again.',
      'error_account-exists':
        'A user with your email address already exists. If that is you, sign in as before and link this account in your profile.',
      error_failed: 'Something went wrong. Please try again.',
      'error_too-many-tries': 'Too many attempts from here: wait, then try again.',
      'error_link-expired': 'This invitation is no longer valid. Please ask for a new one.',
      'error_invitation-void':
        'The person who invited you is no longer allowed to. Please ask an administrator.',
      'error_other-account':
        'You have signed in with an account that is not linked to you. Please try again with yours.',
      'error_not-fresh':
        'The provider did not ask you to sign in again, which proves nothing. Sign out there, then try again.',
      error_taken: 'This account is linked to another user.',
    },
  },
};

function Proof(props: ProofProps) {
  return (
    <Suspense fallback={null}>
      <ProviderProof {...props} />
    </Suspense>
  );
}
