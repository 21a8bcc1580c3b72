import type { Row } from './data-provider';

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
}

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
