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
      no_sign_in: 'No sign-in is in the log.',
      all: 'All about this user',
      times: '%{smart_count} time |||| %{smart_count} times',
    },
  },
};
