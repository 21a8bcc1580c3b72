import { request } from '../api/http';
import type { SessionAnswer } from '../api/session';
import type { FactorQuestion } from '../application';

export interface Provider {
  name: string;
  label: string;
}

/** An account at a provider that is linked to a user. */
export interface Identity {
  id: number;
  provider: string;
  label: string;
  name: string;
  removable: boolean;
  /** Whether a sign-in anew there proves who the user is. */
  proves: boolean;
  /** What the provider decides about the user: `roles`, `tenants`. */
  decides: string[];
  created_at: string;
  used_at: string | null;
}

export const IDENTITIES = '/auth/oidc/identities';

export const fetchProviders = async (signal: AbortSignal): Promise<Provider[]> =>
  (await request<Provider[]>('/auth/oidc', { signal })).data;

/** Leaves the back-office for a provider: to sign in, with a proof to link an account there, or for a proof. */
export async function goToProvider(
  name: string,
  way: 'start' | 'link' | 'prove',
  body: { to: string; invitation?: string | undefined; proof?: object },
): Promise<void> {
  const path = `/auth/oidc/${encodeURIComponent(name)}/${way}`;
  const { data } = await request<{ url: string }>(path, { method: 'POST', body });
  window.location.assign(data.url);
}

/** What a page that is opened anew must not do again: codes are good for once. */
const done = new Map<string, Promise<unknown>>();

function once<T>(code: string, work: () => Promise<T>): Promise<T> {
  const known = done.get(code) ?? work();
  done.set(code, known);
  return known as Promise<T>;
}

export const fetchSession = (code: string): Promise<SessionAnswer | { factor: FactorQuestion }> =>
  once(code, async () => {
    const options = { method: 'POST', body: { code } };
    const { data } = await request<SessionAnswer | { factor: FactorQuestion }>(
      '/auth/oidc/session',
      options,
    );
    return data;
  });

export const addIdentity = (code: string): Promise<unknown> =>
  once(code, () => request(IDENTITIES, { method: 'POST', body: { code } }));

/** What proves who the user is, who has signed in anew. */
export interface GivenProof {
  proof: { kind: string; code: string };
  /** Seconds. */
  expires_in: number;
}

export const fetchProof = (code: string): Promise<GivenProof> =>
  once(code, async () => {
    const options = { method: 'POST', body: { code } };
    return (await request<GivenProof>('/auth/oidc/proof', options)).data;
  });
