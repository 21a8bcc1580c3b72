import { driverErrorOf } from '../../database/outage.js';
import { HttpProblem, refuse } from '../../problem/problem.js';

/** The refusal of a page above a limit, or of a record that is asked for alone. */
export const tooLarge = (limit: string, isAlone = false): HttpProblem =>
  isAlone
    ? refuse('', 'page-too-large', `The record has more than ${limit}`)
    : refuse(
        '_end',
        'page-too-large',
        `The records of this page have more than ${limit}; ask for fewer of them`,
      );

/** The refusal of a page whose many-to-many fields have more links. */
export const tooManyLinks = (limit: number): HttpProblem => tooLarge(`${limit} links`);

/** Throws the refusal of a page for an error that says that a text of SQLite or JavaScript is too long; any other error as it is. */
export function rethrowPageSize(error: unknown): never {
  const { code } = (driverErrorOf(error) ?? {}) as { code?: unknown };
  const isRange = error instanceof RangeError && error.message === 'Invalid string length';
  throw code === 'SQLITE_TOOBIG' || isRange ? tooLarge('a text can have') : error;
}

/** Whether this is the refusal of a page above the size limit. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof HttpProblem && error.problems.some(({ code }) => code === 'page-too-large');
