import PasskeyIcon from '@mui/icons-material/FingerprintOutlined';
import { lazy, Suspense } from 'react';
import { page, type FactorProps, type ProofProps, type UiFeature } from '../application';

const PasskeySignIn = lazy(() =>
  import('./passkey-sign-in').then((module) => ({ default: module.PasskeySignIn })),
);
const PasskeyFactor = lazy(() =>
  import('./passkey-proof').then((module) => ({ default: module.PasskeyFactor })),
);
const PasskeyProof = lazy(() =>
  import('./passkey-proof').then((module) => ({ default: module.PasskeyProof })),
);
const UserPasskeys = lazy(() =>
  import('./user-passkeys').then((module) => ({ default: module.UserPasskeys })),
);

/** Signing in with a passkey, one's own passkeys, and those of users. */
export const passkeys: UiFeature = {
  name: 'passkeys',
  signIn: { kinds: ['passkey'], choose: 'passkeys.use', Below, Factor, Proof },
  pages: [{ path: '/auth/passkeys', page: page(() => import('./passkeys-page'), 'PasskeysPage') }],
  account: [{ to: '/auth/passkeys', icon: PasskeyIcon, label: 'passkeys.title', isSignIn: true }],
  UserDetail,
  texts: {
    en: {
      title: 'Passkeys',
      sign_in: 'Sign in with a passkey',
      use: 'Use a passkey',
      step: 'Use your passkey: the fingerprint, face or PIN of your device, or a security key.',
      show: 'Use my passkey',
      help: 'With a passkey you sign in with your fingerprint, face or device PIN, without a password. If you use your password, you are asked for it as well.',
      one: 'With only one passkey you are locked out if you lose the device: add a second one.',
      add: 'Add a passkey',
      create: 'Create the passkey',
      name: 'Name',
      name_help: 'To recognise the device, such as “Laptop at work”.',
      go_on: 'Continue',
      added: 'The passkey was created',
      made: 'Created %{at}',
      used: 'last used %{at}',
      unused: 'not used yet',
      synced: 'synced across your devices',
      rename: 'Rename',
      rename_of: 'Rename “%{name}”',
      renamed: 'The passkey was renamed',
      save: 'Save',
      remove: 'Remove',
      remove_of: 'Remove “%{name}”',
      remove_help: 'You are signed out everywhere else. Delete it on the device, too.',
      removed: 'The passkey was removed',
      none: 'No passkeys',
      reset: 'Remove all',
      reset_title: 'Remove all passkeys of “%{name}”?',
      reset_help:
        'For someone who has lost their devices. They are signed out everywhere, and sign in with their password. Make sure who is asking.',
      was_reset: 'The passkeys were removed',
      failed: 'That did not work. Try again.',
      failed_NotAllowedError: 'It was cancelled, or took too long.',
      failed_InvalidStateError: 'You already have a passkey on this device.',
      failed_SecurityError: 'Passkeys do not work at this address.',
      failed_NotSupportedError: 'This device cannot make passkeys.',
    },
  },
};

function Below() {
  return (
    <Suspense fallback={null}>
      <PasskeySignIn />
    </Suspense>
  );
}

function Factor(props: FactorProps) {
  return (
    <Suspense fallback={null}>
      <PasskeyFactor {...props} />
    </Suspense>
  );
}

function Proof(props: ProofProps) {
  return (
    <Suspense fallback={null}>
      <PasskeyProof {...props} />
    </Suspense>
  );
}

function UserDetail() {
  return (
    <Suspense fallback={null}>
      <UserPasskeys />
    </Suspense>
  );
}
