import { HttpProblem } from '../../problem/problem.js';
import { isUnrestricted, type Write } from '../scope.js';
import { ManyRefused, refusedTogether, turnAt, type RefusedItem } from './check-each.js';
import { hiddenProblem, isHidden } from './hidden-row.js';
import { RefusedWrite } from './refused-write.js';
import { answerTo } from './transact.js';

/** Which of the writes was refused while they were done one after the other, and those behind it. */
class ItemRefused extends Error {
  override readonly name = 'ItemRefused';

  constructor(
    readonly item: Write,
    override readonly cause: unknown,
    readonly rest: readonly Write[],
    readonly suspects: readonly RefusedItem[],
  ) {
    super(`the write at index ${item.index} was refused`, { cause });
  }
}

/** Does writes one after the other; a refusal carries the position of the write, and tells of those that are suspect, too. */
export async function eachInTurn<T>(
  items: readonly Write[],
  work: (item: Write) => Promise<T>,
  suspects: readonly RefusedItem[] = [],
): Promise<T[]> {
  const results: T[] = [];
  for (const [at, item] of items.entries()) {
    const turn = turnAt(at);
    if (turn) await turn;
    try {
      results.push(await work(item));
    } catch (error) {
      if (!(error instanceof RefusedWrite || error instanceof HttpProblem)) throw error;
      throw new ItemRefused(item, error, items.slice(at + 1), suspects);
    }
  }
  return results;
}

/**
 * The response to a write that was refused in its turn, once all are rolled back; any other error as it is. It tells of those
 * behind it whose rows their writer may not make: that is refused before what others have taken, and whether they are named must
 * not depend on what the writer does not see.
 */
export async function answerToItem(error: unknown): Promise<unknown> {
  if (!(error instanceof ItemRefused)) return error;
  const { item, cause, rest, suspects } = error;
  const problem = await answerTo(unplaced(cause), item);
  if (!(problem instanceof HttpProblem)) return problem;
  const refused: RefusedItem[] = [{ index: item.index, problem }];
  for (const one of rest)
    if (!isUnrestricted(one.grant) && (await isHidden(one)))
      refused.push({ index: one.index, problem: await hiddenProblem(one) });
  const others = suspects.filter(({ index }) => refused.every((one) => one.index !== index));
  return refusedTogether([...refused, ...others].sort((one, other) => one.index - other.index));
}

/** The refusal of the one write that was checked; its position is that of the item. */
const unplaced = (error: unknown): unknown =>
  error instanceof ManyRefused && error.refused.length === 1 ? error.refused[0].problem : error;

/**
 * Refuses what is wrong with any of the writes, as far as that does not depend on hooks of those before it. Returns the circles
 * that single writes would close in a tree, unless those before them open it.
 */
export async function checkBeforehand(
  items: readonly Write[],
  check: (items: readonly Write[]) => Promise<unknown>,
): Promise<readonly RefusedItem[]> {
  try {
    await check(items);
    return [];
  } catch (error) {
    if (error instanceof ManyRefused && error.refused.every(isCircle)) return error.refused;
    throw error;
  }
}

const isCircle = ({ problem: { problems } }: RefusedItem): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === 'cycle');
