import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { authProvider, type SessionAnswer } from '../api/session';
import type { FactorQuestion } from '../application';

/** What signing in answers: a session, or the question for a second factor. */
export type Admission = SessionAnswer | { factor: FactorQuestion };

/** From an open page: goes in with a session, or on to the second factor, and then to a page. */
export function useAdmission() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (admission: Admission, to = '/'): Promise<void> => {
    if ('factor' in admission) {
      const state = { factor: admission.factor, nextPathname: to, nextSearch: '' };
      return void navigate('/login', { replace: true, state });
    }
    await authProvider.login({ session: admission });
    // This page was opened without a session, and react-admin remembers that: it would sign out again.
    await client.invalidateQueries({ queryKey: ['auth'] });
    void navigate(to, { replace: true });
  };
}
