import DevicesIcon from '@mui/icons-material/DevicesOutlined';
import { lazy, Suspense } from 'react';
import { page, type UiFeature } from '../application';

const UserSessions = lazy(() =>
  import('./user-sessions').then((module) => ({ default: module.UserSessions })),
);

/** One's own sessions, and those of a user on their page. */
export const sessions: UiFeature = {
  name: 'sessions',
  pages: [{ path: '/auth/sessions', page: page(() => import('./own-sessions'), 'OwnSessions') }],
  account: [{ to: '/auth/sessions', icon: DevicesIcon, label: 'sessions.title' }],
  UserDetail: () => (
    <Suspense fallback={null}>
      <UserSessions />
    </Suspense>
  ),
  texts: {
    en: {
      title: 'Sessions',
      of_user: 'Sessions',
      current: 'This session',
      begun: 'Signed in',
      used: 'Last used',
      address: 'From',
      device: '%{program} on %{system}',
      unknown: 'Unknown program',
      end: 'End',
      end_of: 'End the session of %{name}',
      ended: 'The session has ended',
      end_others: 'End all others',
      end_others_text: 'You stay signed in here, and nowhere else.',
      end_all: 'End all sessions',
      end_all_text: 'This user has to sign in again everywhere.',
      all_ended: 'The sessions have ended',
      none: 'No active sessions',
    },
  },
};
