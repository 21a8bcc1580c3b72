import { API_URL } from '../api/http';

/** The provider that the session came by: beside the keys of the session, as all tabs share it. */
const KEY = 'signed_in_by';

export const signedInBy = (provider: string): void => localStorage.setItem(KEY, provider);

/** Whoever sees the sign-in page begins anew. */
export const signedInByNobody = (): void => localStorage.removeItem(KEY);

/** Where the provider of this session signs out; null where it came by none. */
export function signOutAddress(): string | null {
  const provider = localStorage.getItem(KEY);
  if (provider === null) return null;
  signedInByNobody();
  const path = `${API_URL}/auth/oidc/${encodeURIComponent(provider)}/sign-out`;
  // react-admin leaves its own pages for whole addresses alone.
  return new URL(path, window.location.href).href;
}
