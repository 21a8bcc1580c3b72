import { HttpProblem, andMore, type FieldProblem } from '../../problem/problem.js';
import { ownTurn } from '../reading/turns.js';

/** One of many writes that is refused, by its position in the request. */
export interface RefusedItem {
  readonly index: number;
  readonly problem: HttpProblem;
}

/** After so many items, others have their turn. */
const ITEMS_PER_TURN = 100;

/** Lets others have their turn now and then while many items are worked through. */
export const turnAt = async (index: number): Promise<void> => {
  if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await ownTurn();
};

/** What a check returns of each item; throws all refusals as one, so that a sender learns of them together. */
export async function checkEach<T, R>(
  items: readonly T[],
  check: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, item] of items.entries()) {
    await turnAt(index);
    try {
      results.push(await check(item, index));
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      refused.push({ index, problem: error });
    }
  }
  if (refused.length > 0) throw refusedTogether(refused);
  return results;
}

/** In the order of checks of a single write. */
const ORDER = [400, 404, 412, 422, 403, 409];
/** More entries help nobody. */
const MAX_ENTRIES = 1000;

/** The refusals of several items as one: by the check that comes first, with every item that fails there. */
export function refusedTogether(refused: readonly RefusedItem[]): HttpProblem {
  const rank = ({ problem: { status } }: RefusedItem): number =>
    ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length;
  const least = Math.min(...refused.map(rank));
  const first = refused.find((one) => rank(one) === least)!;
  const { status, detail, headers, members } = first.problem;
  const problems = refused.filter((one) => one.problem.status === status).flatMap(problemsOf);
  const shown = problems.slice(0, MAX_ENTRIES);
  const more = problems.length > shown.length ? [andMore('problems')] : [];
  return new HttpProblem(
    status,
    `At index ${first.index}: ${detail}`,
    [...shown, ...more],
    headers,
    members,
  );
}

const problemsOf = ({ index, problem }: RefusedItem): readonly FieldProblem[] =>
  problem.problems.length > 0
    ? problem.problems.map((one) => ({ ...one, index }))
    : [{ index, field: '', code: codeOf(problem), message: problem.detail }];

const codeOf = ({ members, status }: HttpProblem): string =>
  typeof members['code'] === 'string' ? members['code'] : String(status);
