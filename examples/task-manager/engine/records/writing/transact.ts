import type { Session } from '../../database/dialect.js';
import { hiddenProblem, isHidden } from './hidden-row.js';
import { refusal } from './refused-by-database.js';
import { callsCode } from './run-hooks.js';
import type { Granted, Write } from '../scope.js';

/** What happens in a transaction. */
export interface Transaction<T> {
  readonly work: (session: Session) => Promise<T>;
  /** The same in one statement, where no code of the developer's is called; null where it takes more. */
  readonly single?: ((session: Session) => Promise<T>) | null;
  /** Whether it calls such code of other models. */
  readonly reachesCode?: boolean;
}

/**
 * One atomic write. A refusal by the database becomes a response; but a row that its writer may not make is refused for that
 * reason, even where another one applies too.
 */
export async function transact<T>(
  { work, single = null, reachesCode = false }: Transaction<T>,
  allowed: Granted,
): Promise<T> {
  const { core, model, context } = allowed;
  const { database } = core;
  try {
    if (core.ready) await core.ready();
    // Checked now: a subscriber may have been added to the model meanwhile.
    const shared = reachesCode || callsCode(model);
    const options = { shared, name: `a write of ${model.name}`, ending: context.ending };
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

/**
 * A write that the database refused, or whose row its writer would not see, if it has no cause: it is rolled back, and
 * `transact` says why.
 */
export class RefusedWrite extends Error {
  override readonly name = 'RefusedWrite';

  constructor(
    readonly write: Write,
    cause?: unknown,
  ) {
    super(`a write of ${write.model.name} was refused`, { cause });
  }
}

/** Runs the statements of a write, as the hooks have left it; a refusal by the database carries the write. */
export async function runStatements<T>(write: Write, statements: () => Promise<T>): Promise<T> {
  try {
    return await statements();
  } catch (error) {
    throw write.core.dialect.violation(error) === null ? error : new RefusedWrite(write, error);
  }
}

async function answerTo(error: unknown, allowed: Granted): Promise<unknown> {
  const refused = error instanceof RefusedWrite ? error.write : null;
  const cause = refused ? (error as RefusedWrite).cause : error;
  const violation = allowed.core.dialect.violation(cause);
  if (refused && (violation === null || (await isHidden(refused)))) return hiddenProblem(refused);
  // The write may be part of an outer transaction that is retried after a collision.
  return violation ? Object.assign(refusal(violation, allowed), { cause }) : error;
}
