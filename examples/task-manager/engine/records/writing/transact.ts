import type { Session } from '../../database/dialect.js';
import { hiddenProblem, isHidden } from './hidden-row.js';
import { refusal } from './refused-by-database.js';
import { RefusedWrite } from './refused-write.js';
import { callsCode } from './run-hooks.js';
import type { Granted } from '../scope.js';

/** What happens in a transaction. */
export interface Transaction<T> {
  readonly work: (session: Session) => Promise<T>;
  /** The same in one statement, where no code of the developer's is called; null where it takes more. */
  readonly single?: ((session: Session) => Promise<T>) | null;
  /** Whether it calls such code of other models. */
  readonly reachesCode?: boolean;
  /** The row that it locks first, where that is known; see `rowOf`. */
  readonly row?: string | undefined;
}

/**
 * One atomic write. A refusal by the database becomes a response; but a row that its writer may not make is refused for that
 * reason, even where another one applies too. What is refused comes as a `RefusedWrite`, which carries the write: a single
 * statement is then tried as a transaction, which finds out which field was wrong; of that, once it is rolled back, `answerTo`
 * asks whether the row rules would have hidden the row, and else names what the database did not take.
 */
export async function transact<T>(
  { work, single = null, reachesCode = false, row }: Transaction<T>,
  allowed: Granted,
): Promise<T> {
  const { core, model, context } = allowed;
  const { database } = core;
  try {
    if (core.ready) await core.ready();
    // Checked now: a subscriber may have been added to the model meanwhile.
    const shared = reachesCode || callsCode(model);
    const options = { shared, name: `a write of ${model.name}`, ending: context.ending, row };
    if (!single || shared) return await database.write(work, options);
    return await database.write(single, { ...options, single: true }).catch((error: unknown) => {
      // The reference may not exist; the slow path looks it up first and names the field.
      if (!(error instanceof RefusedWrite)) throw error;
      return database.write(work, options);
    });
  } catch (error) {
    throw await answerTo(error, allowed);
  }
}

/** The response to a write that was refused; any other error as it is. */
export async function answerTo(error: unknown, allowed: Granted): Promise<unknown> {
  const refused = error instanceof RefusedWrite ? error.write : null;
  const cause = refused ? (error as RefusedWrite).cause : error;
  const violation = allowed.core.dialect.violation(cause);
  if (refused && (violation === null || (await isHidden(refused)))) return hiddenProblem(refused);
  // The write may be part of an outer transaction that is retried after a collision.
  return violation ? Object.assign(refusal(violation, allowed), { cause }) : error;
}
