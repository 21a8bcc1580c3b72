import type { Session } from '../../database/dialect.js';
import { DatabaseOutage } from '../../database/outage.js';
import { HttpProblem } from '../../problem/problem.js';
import { isUnrestricted, type Scope, type Write } from '../scope.js';
import { refusedTogether, turnAt, type Placed, type RefusedItem } from './check-each.js';
import { hiddenProblem, isHidden } from './hidden-row.js';
import { RefusedWrite } from './refused-write.js';
import { callsCode } from './run-hooks.js';
import { answerTo } from './transact.js';

/** One of many writes, by its position in the request. */
export interface PlacedWrite extends Placed {
  readonly write: Write;
}

/** Many writes of one model. */
export interface ManyWrites<T> {
  /** All of them by few statements; null where something needs each row by itself. */
  readonly together: ((session: Session) => Promise<T>) | null;
  /** One after the other. */
  readonly inTurn: (session: Session) => Promise<T>;
  /** Whether records of other models are written with them. */
  readonly reachesCode: boolean;
}

/** Which of many writes was refused while they were done one after the other, and those behind it. */
class ItemRefused extends Error {
  override readonly name = 'ItemRefused';

  constructor(
    readonly item: PlacedWrite,
    override readonly cause: unknown,
    readonly rest: readonly PlacedWrite[],
    readonly suspects: readonly RefusedItem[],
  ) {
    super(`the write at index ${item.index} was refused`, { cause });
  }
}

/**
 * Many writes in one transaction: all of them or none. What fails together is done again one by one, which finds out which of
 * them was wrong: the database names no row.
 */
export async function transactMany<T>(
  { together, inTurn, reachesCode }: ManyWrites<T>,
  { core, model, context }: Scope,
): Promise<T> {
  const { database, dialect } = core;
  try {
    if (core.ready) await core.ready();
    const options = {
      shared: reachesCode || callsCode(model),
      name: `writes of ${model.name}`,
      ending: context.ending,
    };
    if (!together) return await database.write(inTurn, options);
    return await database.write(together, options).catch((error: unknown) => {
      const isFinal = error instanceof HttpProblem || error instanceof DatabaseOutage;
      if (isFinal || dialect.outage(error) !== null) throw error;
      return database.write(inTurn, options);
    });
  } catch (error) {
    throw error instanceof ItemRefused ? await answerToItem(error) : error;
  }
}

/** Does writes one after the other; a refusal carries the position of the write, and tells of those that are suspect, too. */
export async function eachInTurn<T>(
  items: readonly PlacedWrite[],
  work: (write: Write) => Promise<T>,
  suspects: readonly RefusedItem[] = [],
): Promise<T[]> {
  const results: T[] = [];
  for (const [at, item] of items.entries()) {
    await turnAt(at);
    try {
      results.push(await work(item.write));
    } catch (error) {
      if (!(error instanceof RefusedWrite || error instanceof HttpProblem)) throw error;
      throw new ItemRefused(item, error, items.slice(at + 1), suspects);
    }
  }
  return results;
}

/**
 * With those behind it whose rows their writer may not make: that is refused before what others have taken, and whether they are
 * named must not depend on what the writer does not see.
 */
async function answerToItem({ item, cause, rest, suspects }: ItemRefused): Promise<unknown> {
  const problem = await answerTo(cause, item.write);
  if (!(problem instanceof HttpProblem)) return problem;
  const refused: RefusedItem[] = [{ index: item.index, problem }];
  for (const { index, write } of rest)
    if (!isUnrestricted(write.grant) && (await isHidden(write)))
      refused.push({ index, problem: await hiddenProblem(write) });
  const others = suspects.filter(({ index }) => refused.every((one) => one.index !== index));
  return refusedTogether([...refused, ...others].sort((one, other) => one.index - other.index));
}
