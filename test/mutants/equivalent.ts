import type { Mutant } from './find-mutants.js';

/** A mutant that no test can kill, since the engine does what it did: the lines that it changes, and why nothing follows. */
export interface Equivalent {
  readonly file: string;
  /** The lines in the engine, without their line breaks. */
  readonly code: string;
  /** The lines as mutated; each mutant of the lines, if the reason holds for all of them. */
  readonly becomes?: string;
  readonly why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [];

/** Whether a mutant is among those that no test can kill. */
export const isEquivalent = (
  file: string,
  { code, becomes }: Pick<Mutant, 'code' | 'becomes'>,
  entries = EQUIVALENT,
): boolean =>
  entries.some(
    (one) => one.file === file && one.code === code && (one.becomes ?? becomes) === becomes,
  );
