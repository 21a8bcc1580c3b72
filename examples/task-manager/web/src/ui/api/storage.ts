/** The keys of the session in the browser's storage; other programs read them too, so they never change. */
export const STORAGE_KEYS = {
  token: 'jm_access_token',
  user: 'jm_user',
  rolePermissions: 'jm_role_permissions',
  resourcePermissions: 'jm_resource_permissions',
} as const;

type StorageKey = keyof typeof STORAGE_KEYS;

/** The bearer token, or null when nobody is signed in. */
export function readToken(): string | null {
  return localStorage.getItem(STORAGE_KEYS.token);
}

/** A cached value; null when it is absent or not JSON. */
export function readCached<T>(key: Exclude<StorageKey, 'token'>): T | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEYS[key]) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value until logout: the token as it is, anything else as JSON. */
export function writeCached(key: StorageKey, value: unknown): void {
  const text = key === 'token' ? String(value) : JSON.stringify(value);
  localStorage.setItem(STORAGE_KEYS[key], text);
}

/** Removes all four keys. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) localStorage.removeItem(key);
}
