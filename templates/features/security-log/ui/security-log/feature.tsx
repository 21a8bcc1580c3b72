import LogIcon from '@mui/icons-material/PolicyOutlined';
import { lazy, Suspense } from 'react';
import { definition, type UiFeature } from '../application';
import { RESOURCE } from './kinds';

const UserEvents = lazy(() =>
  import('./user-events').then((module) => ({ default: module.UserEvents })),
);

/** The security log, for administrators, and what is in it about a user. */
export const securityLog: UiFeature = {
  name: 'security-log',
  resources: [
    {
      name: RESOURCE,
      model: 'SecurityLogEntry',
      label: 'Security event |||| Security log',
      icon: LogIcon,
      readOnly: true,
      permanent: true,
      load: definition(() => import('./definition'), 'logDefinition'),
    },
  ],
  UserDetail: () => (
    <Suspense fallback={null}>
      <UserEvents />
    </Suspense>
  ),
  texts: {
    en: {
      last_sign_in: 'Last sign-in: %{when}',
      no_sign_in: 'No sign-ins recorded',
      all: 'All events of this user',
      times: '%{smart_count} time |||| %{smart_count} times',
      fact_way: 'By',
      fact_reason: 'Reason',
      fact_provider: 'Provider',
      fact_roles: 'Roles',
      fact_role: 'Role',
      fact_methods: 'Methods',
      fact_changed: 'Changed',
      fact_key: 'Key',
      fact_passkey: 'Passkey',
      fact_invitation: 'Invitation',
      fact_language: 'Language',
      fact_sources: 'From',
      way_password: 'password',
      'way_sign-up': 'sign-up',
      'way_new-password': 'new password',
      way_code: 'code of the project',
      way_invitation: 'invitation',
      way_provider: 'provider',
      way_passkey: 'passkey',
      way_factor: 'second factor',
      way_reset: 'link by mail',
      reason_cancelled: 'cancelled at the provider',
      reason_refused: 'refused by the provider',
      reason_unreachable: 'provider out of reach',
      reason_unknown: 'no user has this account',
      reason_expired: 'too late, or in another browser',
      reason_failed: 'something went wrong',
      'reason_too-many-tries': 'too many attempts',
      'reason_link-expired': 'link out of date',
      'reason_invitation-void': 'invitation void',
      'reason_inactive-user': 'user is inactive',
      sources_many: 'many addresses',
    },
  },
};
