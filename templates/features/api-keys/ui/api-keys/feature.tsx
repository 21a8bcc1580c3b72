import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import { lazy, Suspense } from 'react';
import { page, type UiFeature } from '../application';

const UserKeys = lazy(() => import('./user-keys').then((module) => ({ default: module.UserKeys })));
const KeysBesidePassword = lazy(() =>
  import('./user-keys').then((module) => ({ default: module.KeysBesidePassword })),
);
const ResetOption = lazy(() =>
  import('./reset-option').then((module) => ({ default: module.ResetOption })),
);

/** One's own API keys, and those of a user on their page. */
export const apiKeys: UiFeature = {
  name: 'api-keys',
  pages: [{ path: '/auth/api-keys', page: page(() => import('./own-keys'), 'OwnKeys') }],
  account: [{ to: '/auth/api-keys', icon: KeyIcon, label: 'api-keys.title' }],
  UserDetail: () => (
    <Suspense fallback={null}>
      <UserKeys />
    </Suspense>
  ),
  UserPassword: () => (
    <Suspense fallback={null}>
      <KeysBesidePassword />
    </Suspense>
  ),
  ResetPassword: () => (
    <Suspense fallback={null}>
      <ResetOption />
    </Suspense>
  ),
  texts: {
    en: {
      title: 'API keys',
      help: 'A program that uses a key acts on your behalf, with the rights you give it.',
      create: 'New key',
      name: 'Name',
      name_help: 'What the program is called, or where it runs',
      roles: 'Roles',
      roles_help: 'If you choose none, all your roles',
      models: 'Data',
      models_help: 'All if you choose none',
      read_only: 'Read only',
      expires: 'Valid until',
      go_on: 'Continue',
      submit: 'Create',
      key: 'Key',
      key_help: 'Copy it to the program now: it will not be shown again.',
      copy: 'Copy',
      copied: 'Copied',
      not_copied: 'The browser does not allow copying. Select the key instead.',
      close: 'I have copied it',
      none: 'No API keys yet',
      all_roles: 'All roles',
      all_models: 'All data',
      until: 'valid until %{date}',
      over: 'expired on %{date}',
      used: 'last used %{ago}',
      unused: 'never used',
      remove: 'Remove',
      remove_of: 'Remove the key %{name}',
      remove_text: 'Programs that still use it will be refused.',
      removed: 'The key was removed',
      remove_all: 'Remove all keys',
      remove_all_text: 'Programs that still use one of them will be refused.',
      all_removed: 'The keys were removed',
      lasting:
        '%{name} has an API key that stays valid after a new password: %{names} |||| %{name} has %{smart_count} API keys that stay valid after a new password: %{names}',
      end_with_password: 'Remove my API keys, too: programs that use one will be refused',
    },
  },
};
