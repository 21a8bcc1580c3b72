import FactorIcon from '@mui/icons-material/PhonelinkLockOutlined';
import { lazy, Suspense } from 'react';
import { page, type FactorProps, type ProofProps, type UiFeature } from '../application';

const FactorStep = lazy(() =>
  import('./factor-step').then((module) => ({ default: module.FactorStep })),
);
const CodeProof = lazy(() =>
  import('./code-form').then((module) => ({ default: module.CodeProof })),
);
const DueFactor = lazy(() =>
  import('./due-factor').then((module) => ({ default: module.DueFactor })),
);
const UserFactor = lazy(() =>
  import('./user-factor').then((module) => ({ default: module.UserFactor })),
);

/** The second step of signing in, one's own second factor, and those of users. */
export const twoFactor: UiFeature = {
  name: 'two-factor',
  signIn: {
    kinds: ['totp', 'recovery-code', 'enrol'],
    choose: 'two-factor.use_code',
    Factor,
    Proof,
  },
  pages: [
    { path: '/auth/two-factor', page: page(() => import('./two-factor-page'), 'TwoFactorPage') },
  ],
  account: [
    { to: '/auth/two-factor', icon: FactorIcon, label: 'two-factor.title', isSignIn: true },
  ],
  Header,
  UserDetail,
  texts: {
    en: {
      title: 'Two-factor sign-in',
      code: 'Code',
      code_help: 'The six digits that your authenticator app shows.',
      recovery_code: 'Recovery code',
      recovery_code_help: 'One of the codes you saved. Each works once.',
      'use_recovery-code': 'Use a recovery code',
      use_totp: 'Use a code from the app',
      use_code: 'Use a code',
      must: 'Your role requires a second factor. Set it up now to sign in.',
      scan: 'Scan this with an authenticator app on your phone, then type the code that it shows.',
      qr_code: 'QR code for an authenticator app',
      type_secret: 'If you cannot scan it, type this secret into the app:',
      confirm: 'Confirm',
      recovery_codes: 'Recovery codes',
      keep_codes:
        'With each of these you can sign in once without your phone. Keep them in a safe place: they will not be shown again.',
      copy: 'Copy',
      copied: 'Copied',
      not_copied: 'The browser does not allow copying. Select the codes instead.',
      download: 'Download',
      print: 'Print',
      kept: 'I have saved them',
      is_on: 'On since %{since}. Signing in takes a code from your authenticator app.',
      is_off:
        'Off. When it is on, signing in takes a code from an app on your phone as well as your password.',
      required: 'Your role requires a second factor.',
      required_from:
        'Your role requires a second factor. From %{until} on you cannot sign in without one.',
      due: 'Second factor needed by %{until}',
      codes_left: '%{smart_count} recovery code left |||| %{smart_count} recovery codes left',
      few_codes: 'Create new recovery codes before you run out.',
      enrol: 'Set up',
      replace: 'Set up another app',
      renew: 'New recovery codes',
      remove: 'Turn off',
      removed: 'Two-factor sign-in is off',
      go_on: 'Continue',
      user_on: 'On since %{since}.',
      user_off: 'Off.',
      user_required: 'Not set up yet, though a role requires it.',
      reset: 'Reset',
      reset_title: 'Reset the second factor of “%{name}”?',
      reset_help:
        'For someone who has lost their phone. They are signed out everywhere, and sign in with their password alone. Make sure who is asking.',
      was_reset: 'The second factor was reset',
    },
  },
};

function Factor(props: FactorProps) {
  return (
    <Suspense fallback={null}>
      <FactorStep {...props} />
    </Suspense>
  );
}

function Proof(props: ProofProps) {
  return (
    <Suspense fallback={null}>
      <CodeProof {...props} />
    </Suspense>
  );
}

function Header() {
  return (
    <Suspense fallback={null}>
      <DueFactor />
    </Suspense>
  );
}

function UserDetail() {
  return (
    <Suspense fallback={null}>
      <UserFactor />
    </Suspense>
  );
}
