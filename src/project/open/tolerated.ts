import { type Problem, isError } from '../../problem.js';
import { VERSION_CODES } from './version-problem.js';

/** Codes of problems that a command tolerates and reports as warnings. */
export type Tolerated = ReadonlySet<string>;

/** Commands that write tolerate what only stops the service, or the back-office: the command may be the fix. */
export const WRITING: Tolerated = new Set([
  ...['primary-key', 'column-type', 'unknown-column'],
  ...['bad-lines', 'bad-source', 'bad-total', 'bad-unit'],
]);
/** Problems of files that a command can skip. */
export const SKIPPABLE = new Set(['syntax-error', 'markers', 'unreadable-file']);
/** Commands that only show changes also skip files. */
export const COMPARING: Tolerated = new Set([...WRITING, ...SKIPPABLE]);
/** Commands that only read also accept a project of any version. */
export const READING: Tolerated = new Set([...COMPARING, ...VERSION_CODES, 'gone-access']);
/**
 * `upgrade` accepts a project in an older layout, in which nothing can be restored yet.
 */
export const UPGRADING: Tolerated = new Set([...WRITING, 'older-project', 'gone-access']);

/** `undo` only puts files back. */
export const UNDOING: Tolerated = new Set([...UPGRADING, 'no-base']);

/** Whether a problem stops a command. */
export const stops = (problem: Problem, tolerated: Tolerated): boolean =>
  isError(problem) && !tolerated.has(problem.code);
