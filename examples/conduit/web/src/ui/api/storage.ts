import type { Row } from '../application';
import { localStorageStore, memoryStore, type Store } from 'react-admin';

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

const parsed = new Map<StorageKey, { text: string; value: unknown }>();

/** A cached value; null when it is absent or not JSON. Every row of a list asks, so a text is parsed once. */
export function readCached<T>(key: Exclude<StorageKey, 'token'>): T | null {
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

/** Keeps a value until logout: the token as it is, anything else as JSON. */
export function writeCached(key: StorageKey, value: unknown): void {
  const text = key === 'token' ? String(value) : JSON.stringify(value);
  localStorage.setItem(STORAGE_KEYS[key], text);
}

/** Removes all four keys. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) localStorage.removeItem(key);
}

/** What somebody had typed into a form when their session ended. */
export interface Draft {
  user: number;
  resource: string;
  /** Null for a new record. */
  id: number | null;
  /** The record as it was read, with its version; null for a new one. */
  read: Row | null;
  values: Record<string, unknown>;
}

export type DraftPlace = Pick<Draft, 'user' | 'resource' | 'id'>;

/** One tab shows one form: there is one draft at most, and it goes with its tab. */
const KEY = 'unsaved_form';
const MOST_CHARACTERS = 1_000_000;

/** Says to other tabs that somebody has signed out by choice; the end of a session says nothing. */
const SIGNED_OUT = 'signed_out';

let isOpen = true;

/** Keeps a draft until its user is back; one that is too large, or has no place, is lost. */
export function keepDraft(draft: Draft): void {
  const text = JSON.stringify(draft);
  if (!isOpen || text.length > MOST_CHARACTERS) return;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    dropDraft();
  }
}

/** The draft that a user left at this form, if there is one. */
export function draftOf({ user, resource, id }: DraftPlace): Draft | null {
  const draft = readDraft();
  const isHere = draft?.user === user && draft.resource === resource && draft.id === id;
  return isHere ? draft : null;
}

/** Whether somebody's draft waits for them. */
export function hasDraft(): boolean {
  return readDraft() !== null;
}

/** Forgets the draft. */
export function dropDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** Somebody signs out by choice: what they typed goes with them. */
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

/** Somebody is signed in: what another user left is forgotten. */
export function openDraftsOf(user: number): void {
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

/** Under which the store has the language that somebody reads here: it is of the browser, and stays at sign-out. */
export const LANGUAGE = 'locale';

const placeOf = (key: string): Store => (key.includes(SELECTION) ? passing : kept);

/**
 * What react-admin keeps for a user: columns, filters and the theme stay in the browser. A selection is of this tab and of this
 * visit: rows that nobody sees must not be there to be deleted.
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
