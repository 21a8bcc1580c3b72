import type { RecordId, Row } from '../application';
import { localStorageStore, memoryStore, type Store } from 'react-admin';

/** The session's keys in browser storage; other programs read them too, so they never change. */
export const STORAGE_KEYS = {
  token: 'jm_access_token',
  user: 'jm_user',
  rolePermissions: 'jm_role_permissions',
  resourcePermissions: 'jm_resource_permissions',
} as const;

type StorageKey = keyof typeof STORAGE_KEYS;

/** The bearer token; null when nobody is signed in, or by a cookie. */
export function readToken(): string | null {
  return localStorage.getItem(STORAGE_KEYS.token);
}

/**
 * The user of a session in a cookie; null without one. No script can read that cookie: beside it the service puts another, which
 * says whose session it is.
 */
export function readCookieUser(): RecordId | null {
  if (readToken() !== null) return null;
  const cookies = globalThis.document?.cookie ?? '';
  const [, id] = /(?:^|; )(?:__Host-)?session-user=(\d+)/.exec(cookies) ?? [];
  return id === undefined ? null : Number(id);
}

/** Tells the session of a browser from others, without telling what opens it. */
export const readSession = (): string | null => readToken() ?? readCookieUser()?.toString() ?? null;

/** What is known of a session in a cookie: in this tab only. */
const unstored = new Map<StorageKey, unknown>();

const parsed = new Map<StorageKey, { text: string; value: unknown }>();

/** A cached value; null if absent or not JSON. Called for every row of a list, so each text is parsed once. */
export function readCached<T>(key: Exclude<StorageKey, 'token'>): T | null {
  if (unstored.has(key)) return unstored.get(key) as T;
  const text = localStorage.getItem(STORAGE_KEYS[key]) ?? 'null';
  if (parsed.get(key)?.text !== text) parsed.set(key, { text, value: valueOf(text) });
  return parsed.get(key)!.value as T | null;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value until sign-out: the token as it is, anything else as JSON; nothing is stored of a session in a cookie. */
export function writeCached(key: StorageKey, value: unknown): void {
  if (key !== 'token' && readCookieUser() !== null) return void unstored.set(key, value);
  const text = key === 'token' ? String(value) : JSON.stringify(value);
  localStorage.setItem(STORAGE_KEYS[key], text);
}

/** Removes all four keys. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) localStorage.removeItem(key);
  forgetUnstored();
}

/** Forgets what this tab knows of a session in a cookie. */
export const forgetUnstored = (): void => unstored.clear();

/** The session in a cookie is over as far as this browser knows: only the service can remove the cookie itself. */
export function forgetCookieUser(): void {
  if (readCookieUser() === null) return;
  document.cookie = 'session-user=; Path=/; Max-Age=0';
  document.cookie = '__Host-session-user=; Path=/; Max-Age=0; Secure';
}

/** Tells other tabs that somebody has signed in, where nothing else is stored. */
const SIGNED_IN = 'signed_in';

export function tellSignedIn(): void {
  if (readCookieUser() !== null) localStorage.setItem(SIGNED_IN, String(Date.now()));
}

/** Whether another tab has signed somebody in by writing this key. */
export const isSignIn = (key: string | null): boolean =>
  key === STORAGE_KEYS.user || key === SIGNED_IN;

/** Form input that was unsaved when the session ended. */
export interface Draft {
  user: RecordId;
  resource: string;
  /** Null for a new record. */
  id: RecordId | null;
  /** The record as it was read, with its version; null for a new one. */
  read: Row | null;
  values: Record<string, unknown>;
}

export type DraftPlace = Pick<Draft, 'user' | 'resource' | 'id'>;

/** A tab shows one form: there is at most one draft, and it belongs to its tab. */
const KEY = 'unsaved_form';
const MAX_CHARACTERS = 1_000_000;

/** Tells other tabs that the user has signed out; an expired session does not. */
const SIGNED_OUT = 'signed_out';

let isOpen = true;

/** Stores a draft until its user is back; one that is too large, or cannot be stored, is lost. */
export function keepDraft(draft: Draft): void {
  const text = JSON.stringify(draft);
  if (!isOpen || text.length > MAX_CHARACTERS) return;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    dropDraft();
  }
}

/** The draft that a user left in this form, if there is one. */
export function draftOf({ user, resource, id }: DraftPlace): Draft | null {
  const draft = readDraft();
  const isHere = draft?.user === user && draft.resource === resource && draft.id === id;
  return isHere ? draft : null;
}

/** Whether there is a draft. */
export function hasDraft(): boolean {
  return readDraft() !== null;
}

/** Deletes the draft. */
export function dropDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** On signing out, drafts are deleted. */
export function closeDrafts(): void {
  isOpen = false;
  dropDraft();
  // Each tab has drafts of its own.
  localStorage.setItem(SIGNED_OUT, String(Date.now()));
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== SIGNED_OUT) return;
  isOpen = false;
  dropDraft();
});

/** On signing in, another user's draft is deleted. */
export function openDraftsOf(user: RecordId): void {
  isOpen = true;
  if (readDraft()?.user !== user) dropDraft();
}

function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

const kept = localStorageStore();
const passing = memoryStore();
const SELECTION = '.selectedIds';

/** The store's key for the language: it belongs to the browser, and survives sign-out. */
export const LANGUAGE = 'locale';

const placeOf = (key: string): Store => (key.includes(SELECTION) ? passing : kept);

/**
 * react-admin's store for a user: columns, filters and the theme stay in the browser. A selection belongs to this tab and
 * visit: rows that are not visible must not be deleted.
 */
export const store: Store = {
  ...kept,
  setup: () => {
    kept.setup();
    passing.setup();
  },
  getItem: (key, defaultValue) => placeOf(key).getItem(key, defaultValue),
  setItem: (key, value) => placeOf(key).setItem(key, value),
  removeItem: (key) => placeOf(key).removeItem(key),
  subscribe: (key, callback) => placeOf(key).subscribe(key, callback),
  reset: () => {
    const language: unknown = kept.getItem(LANGUAGE);
    kept.reset();
    passing.reset();
    if (language !== undefined) kept.setItem(LANGUAGE, language);
  },
};

/** Unselects every row of every list. */
export function forgetSelections(): void {
  const keys = Object.keys(passing.listItems?.() ?? {});
  for (const key of keys.filter((one) => one.endsWith(SELECTION))) passing.removeItem(key);
}
