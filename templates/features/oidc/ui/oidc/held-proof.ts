import { signedInUser } from '../api/session';
import type { RecordId } from '../application';
import type { GivenProof } from './requests';

/** The proof of whoever has signed in anew: in memory only, for the page that they come back to. */
let held: { proof: GivenProof['proof']; user: RecordId | null; until: number } | null = null;

export function holdProof({ proof, expires_in: seconds }: GivenProof): void {
  held = { proof, user: signedInUser(), until: performance.now() + seconds * 1000 };
}

export const heldProof = (): GivenProof['proof'] | null =>
  held !== null && held.user === signedInUser() && performance.now() < held.until
    ? held.proof
    : null;

export const hasProof = (): boolean => heldProof() !== null;

/** It is good for one change. */
export function dropProof(): void {
  held = null;
}
