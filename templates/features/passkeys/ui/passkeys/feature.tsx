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
  account: [{ to: '/auth/passkeys', icon: PasskeyIcon, label: 'passkeys.title' }],
  UserDetail,
  texts: {
    en: {
      title: 'Passkeys',
      sign_in: 'Sign in with a passkey',
      use: 'Use a passkey',
      step: 'Show your passkey: by the finger, the face or the PIN of your device, or with a security key.',
      show: 'Show the passkey',
      help: 'With a passkey you sign in by the finger, the face or the PIN of your device, without a password. After the password it is asked for.',
      one: 'With a single passkey you are locked out once you lose the device: add a second one.',
      add: 'Add a passkey',
      create: 'Create the passkey',
      name: 'Name',
      name_help: 'By which you recognise the device, such as “Laptop at work”.',
      go_on: 'Continue',
      added: 'The passkey was created',
      made: 'Created %{at}',
      used: 'last used %{at}',
      unused: 'not used yet',
      synced: 'also in your account of its maker',
      rename: 'Rename',
      rename_of: 'Rename “%{name}”',
      renamed: 'The passkey was renamed',
      save: 'Save',
      remove: 'Remove',
      remove_of: 'Remove “%{name}”',
      remove_help: 'You are signed out everywhere else. Delete it on the device, too.',
      removed: 'The passkey was removed',
      none: 'None.',
      reset: 'Remove all',
      reset_title: 'Remove all passkeys of “%{name}”?',
      reset_help:
        'For somebody who has lost their devices. They are signed out everywhere, and sign in by the password. Make sure who asks for it.',
      was_reset: 'The passkeys were removed',
      failed: 'That did not work. Try again.',
      failed_NotAllowedError: 'It was cancelled, or took too long.',
      failed_InvalidStateError: 'You have a passkey on this device already.',
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
