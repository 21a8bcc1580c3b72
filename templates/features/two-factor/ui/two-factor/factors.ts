import { useCallback } from 'react';
import { useTranslate, type HttpError } from 'react-admin';
import { request } from '../api/http';
import { authProvider, type SessionAnswer } from '../api/session';
import { problemsOf, useErrorText } from '../components/texts';

/** Whether a user has a second factor, and must. */
export interface Factor {
  active: boolean;
  since: string | null;
  recovery_codes: number;
  required: boolean;
  required_from: string | null;
}

/** What an authenticator app is set up with. */
export interface Enrolment {
  secret: string;
  uri: string;
}

/** A session, with recovery codes where there are new ones. */
export type Given = SessionAnswer & { recovery_codes?: string[] };

export type Kind = 'totp' | 'recovery-code';

/** Sends what the service answers as JSON. */
export const post = async <T>(path: string, body: object): Promise<T> =>
  (await request<T>(path, { method: 'POST', body })).data;

/** One's own factor, or a user's. */
export const fetchFactor = async (userId?: number): Promise<Factor> => {
  const of = userId === undefined ? '' : `/users/${userId}`;
  return (await request<Factor>(`/auth/two-factor${of}`)).data;
};

/** Goes on with the session that came in place of the former one. */
export const goOn = (session: SessionAnswer): Promise<unknown> => authProvider.login({ session });

/** Why a code or a password was not taken. */
export function useFactorError(): (error: Error) => string {
  const translate = useTranslate();
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      const { status, body } = error as HttpError;
      const wait = Number((body as { retryAfter?: string } | undefined)?.retryAfter ?? NaN);
      if (status === 429 && !Number.isNaN(wait))
        return translate('auth.throttled', { minutes: Math.max(1, Math.ceil(wait / 60)) });
      const [problem] = problemsOf(error);
      if (problem === undefined) return errorText(error);
      return translate(`two-factor.problem_${problem.code}`, { _: problem.message });
    },
    [translate, errorText],
  );
}
