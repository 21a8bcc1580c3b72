import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/http';
import type { SessionAnswer } from '../api/session';
import type { RecordId } from '../application';
import { showPasskey, type Options } from './webauthn';

/** A passkey as its owner and administrators see it. */
export interface Passkey {
  id: number;
  name: string;
  /** Whether it is kept elsewhere than on the device, too. */
  backed_up: boolean;
  created_at: string;
  used_at: string | null;
}

/** One's own, with the kinds of factors that one shows to change them; none: the password. */
export interface OwnPasskeys {
  passkeys: Passkey[];
  proof_by: string[];
}

const PATH = '/auth/passkeys';

/** Sends what the service answers as JSON, to a path below that of passkeys. */
export const post = async <T>(path: string, body: object = {}): Promise<T> =>
  (await request<T>(PATH + path, { method: 'POST', body })).data;

export const fetchPasskeys = async (): Promise<OwnPasskeys> =>
  (await request<OwnPasskeys>(PATH)).data;

/** The passkeys of a user. */
export const fetchPasskeysOf = async (userId: RecordId): Promise<Passkey[]> =>
  (await request<{ passkeys: Passkey[] }>(`${PATH}/users/${userId}`)).data.passkeys;

/** Signs in by a passkey alone. */
export async function signInByPasskey(): Promise<SessionAnswer> {
  const options = await post<Options>('/sign-in/options');
  return post('/sign-in', { credential: await showPasskey(options) });
}

/** Why the browser has not made or shown a passkey; null for other errors. */
export function usePasskeyError(): (error: Error) => string | null {
  const translate = useTranslate();
  return useCallback(
    (error) =>
      error instanceof DOMException
        ? translate(`passkeys.failed_${error.name}`, { _: translate('passkeys.failed') })
        : null,
    [translate],
  );
}
