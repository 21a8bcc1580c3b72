import { request } from '../api/http';
import { authProvider, type SessionAnswer } from '../api/session';
import type { RecordId } from '../application';

/** Whether a user has a second factor, and must. */
export interface Factor {
  active: boolean;
  since: string | null;
  recovery_codes: number;
  required: boolean;
  required_from: string | null;
}

/** One's own, with the kinds of factors that one shows to change it; none: the password. */
export interface OwnFactor extends Factor {
  proof_by: string[];
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

/** Under which one's own is kept. */
export const QUERY_KEY = ['two-factor'];

/** One's own factor. */
export const fetchFactor = async (): Promise<OwnFactor> =>
  (await request<OwnFactor>('/auth/two-factor')).data;

/** A user's factor. */
export const fetchFactorOf = async (userId: RecordId): Promise<Factor> =>
  (await request<Factor>(`/auth/two-factor/users/${userId}`)).data;

/** Goes on with the session that came in place of the former one. */
export const goOn = (session: SessionAnswer): Promise<unknown> => authProvider.login({ session });
