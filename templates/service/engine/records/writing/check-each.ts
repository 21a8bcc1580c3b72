import { HttpProblem, andMore, badRequest, type FieldProblem } from '../../problem/problem.js';
import { ownTurn } from '../reading/turns.js';

/** One of many writes that is refused, by its position in the request. */
export interface RefusedItem extends Placed {
  readonly problem: HttpProblem;
}

/** The number of items after which others have their turn. */
const ITEMS_PER_TURN = 100;

/** Lets others have their turn now and then while many items are worked through; nothing to wait for at the other items. */
export const turnAt = (index: number): Promise<void> | undefined =>
  index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1 ? ownTurn() : undefined;

/** Something with a position in a request. */
export interface Placed {
  readonly index: number;
}

/** What a check returns of each item; throws all refusals as one, so that a sender learns of them together. */
export async function checkEach<T extends Placed, R>(
  items: readonly T[],
  check: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const refused: RefusedItem[] = [];
  for (const [at, item] of items.entries()) {
    const turn = turnAt(at);
    if (turn) await turn;
    try {
      results.push(await check(item));
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      refused.push({ index: item.index, problem: error });
    }
  }
  if (refused.length > 0) throw refusedTogether(refused);
  return results;
}

/** 400 with all items whose key one before them has; `told` names the key of an item, which is at `field`. */
export async function refuseRepeated<T extends Placed>(
  items: readonly T[],
  keyOf: (item: T) => string | number,
  field: string,
  told: (item: T) => string,
): Promise<void> {
  const seen = new Set<string | number>();
  await checkEach(items, async (item) => {
    const key = keyOf(item);
    if (seen.has(key)) {
      const message = `${told(item)} occurs more than once.`;
      throw badRequest(message, [{ field, code: 'repeated', message }]);
    }
    seen.add(key);
  });
}

/** The statuses in the order of the checks of a single write. */
const ORDER = [400, 404, 412, 422, 403, 409];
/** More entries help nobody. */
const MAX_ENTRIES = 1000;

/** The refusals of several items as one: by the check that comes first, with every item that fails there. */
export class ManyRefused extends HttpProblem {
  constructor(readonly refused: readonly [RefusedItem, ...RefusedItem[]]) {
    const [{ index, problem }] = refused;
    const problems = refused.flatMap(problemsOf);
    const shown = problems.slice(0, MAX_ENTRIES);
    const more = problems.length > shown.length ? [andMore('problems')] : [];
    super(
      problem.status,
      `At index ${index}: ${problem.detail}`,
      [...shown, ...more],
      problem.headers,
      problem.members,
    );
  }
}

/** Of refusals those that decide: by the check that comes first. */
export function refusedTogether(refused: readonly RefusedItem[]): ManyRefused {
  const rank = ({ problem: { status } }: RefusedItem): number =>
    ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length;
  const least = Math.min(...refused.map(rank));
  const { status } = refused.find((one) => rank(one) === least)!.problem;
  const [first, ...rest] = refused.filter(({ problem }) => problem.status === status);
  return new ManyRefused([first!, ...rest]);
}

/** The refusal of what was sent alone: its sender gave it no position. */
export const refusedAlone = (error: unknown): unknown =>
  error instanceof ManyRefused ? error.refused[0].problem : error;

const problemsOf = ({ index, problem }: RefusedItem): readonly FieldProblem[] =>
  problem.problems.length > 0
    ? problem.problems.map((one) => ({ ...one, index }))
    : [{ index, field: '', code: codeOf(problem), message: problem.detail }];

const codeOf = ({ members, status }: HttpProblem): string =>
  typeof members['code'] === 'string' ? members['code'] : String(status);
