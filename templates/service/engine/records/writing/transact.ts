import type { Session, Violation } from '../../database/dialect.js';
import { DatabaseOutage } from '../../database/outage.js';
import { HttpProblem } from '../../problem/problem.js';
import { hiddenProblem, isHidden } from './hidden-row.js';
import { refusal } from './refused-by-database.js';
import { RefusedWrite } from './refused-write.js';
import type { Granted } from '../scope.js';

/** What happens in a transaction. */
export interface Transaction<T> {
  /** Finds out for each row what is wrong with it. */
  readonly careful: (session: Session) => Promise<T>;
  /** The fewest statements; null where these are the careful ones. Where they fail, the write is done again, carefully. */
  readonly quick?: ((session: Session) => Promise<T>) | null;
  /** Whether the quick way is a single statement, which needs no transaction. */
  readonly isSingle?: boolean;
  /** Whether code of the developer's runs in it, or writes of other models. */
  readonly shared: boolean;
  /** The row that it locks first, where that is known. */
  readonly row?: string | undefined;
}

/**
 * Writes that are done all or not at all. A refusal by the database becomes a response; but a row that its writer may not make is
 * refused for that reason, even where another one applies too. The database names no row: what fails in the quick way, the careful
 * one tries again, whose refusals come as `RefusedWrite` with the write.
 */
export async function transact<T>(
  { careful, quick = null, isSingle = false, shared, row }: Transaction<T>,
  allowed: Granted,
): Promise<T> {
  const { core, model, context } = allowed;
  const { database } = core;
  try {
    const options = { shared, name: `a write of ${model.name}`, ending: context.ending, row };
    if (!quick) return await database.write(careful, options);
    return await database.write(quick, { ...options, single: isSingle }).catch((error: unknown) => {
      if (isFinal(error, isSingle, allowed)) throw error;
      return database.write(careful, options);
    });
  } catch (error) {
    throw await answerTo(error, allowed);
  }
}

/** Whether the careful way would end alike: a single statement that the database did not refuse, a problem, an outage. */
const isFinal = (error: unknown, isSingle: boolean, { core: { dialect } }: Granted): boolean =>
  isSingle
    ? !(error instanceof RefusedWrite)
    : error instanceof HttpProblem ||
      error instanceof DatabaseOutage ||
      dialect.outage(error) !== null;

/** The response to a write that was refused; any other error as it is. */
export async function answerTo(error: unknown, allowed: Granted): Promise<unknown> {
  const refused = error instanceof RefusedWrite ? error.write : null;
  const cause = refused ? (error as RefusedWrite).cause : error;
  const violation = allowed.core.dialect.violation(cause);
  if (violation?.kind === 'unread')
    return (refused && (await refused.core.unread?.inWrite(refused))) ?? cause;
  if (refused && (violation === null || (await isHidden(refused)))) return hiddenProblem(refused);
  // The write may be part of an outer transaction that is retried after a collision.
  if (violation === null) return error;
  return Object.assign((await answerOfGuards(violation, allowed)) ?? refusal(violation, allowed), {
    cause,
  });
}

/** What a guard says of a constraint that is its own; null without any. */
async function answerOfGuards(violation: Violation, allowed: Granted): Promise<HttpProblem | null> {
  for (const guard of allowed.core.plan(allowed.model).guards) {
    const answer = await guard.answer?.(violation, allowed);
    if (answer) return answer;
  }
  return null;
}
