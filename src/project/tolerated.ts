import type { Problem } from '../problem.js';
import { VERSION_CODES } from './version-problem.js';

/** Problems that a command goes on with; it says them as warnings. */
export type Tolerated = ReadonlySet<string>;

/** A command that writes goes on where only the service is stopped: the problem may be what it is to mend. */
export const WRITING: Tolerated = new Set(['primary-key', 'column-type']);
/** Problems of files that a command can leave out. */
export const SKIPPABLE = new Set(['syntax-error', 'markers', 'unreadable-file']);
/** One that says what would be written goes on, too, with what is left when files are left out. */
export const COMPARING: Tolerated = new Set([...WRITING, ...SKIPPABLE]);
/** One that only reads goes on with a project of any version. */
export const READING: Tolerated = new Set([...COMPARING, ...VERSION_CODES, 'gone-access']);
/**
 * What brings a project to another version goes on with one that is laid out as it was before, in which nothing can be
 * restored yet.
 */
export const UPGRADING: Tolerated = new Set([...WRITING, 'older-project', 'gone-access']);

/** Whether a problem stops a command. */
export const stops = (problem: Problem, tolerated: Tolerated): boolean =>
  problem.severity !== 'warning' && !tolerated.has(problem.code);
