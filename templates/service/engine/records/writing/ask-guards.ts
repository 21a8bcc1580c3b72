import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { HttpProblem } from '../../problem/problem.js';
import type { Guard, GuardedRow, Work, Write } from '../scope.js';
import { checkEach } from './check-each.js';
import { NOTHING, type Draft } from './draft.js';
import { hiddenProblemIn, wouldBeHidden } from './hidden-row.js';
import { readStoredRows } from './stored-rows.js';

/**
 * Asks the guards of a model about writes whose rows are locked. Throws what they refuse; a row that its writer may not make is
 * refused for that reason.
 */
export async function askGuards(writes: readonly Write[], guards: readonly Guard[]): Promise<void> {
  const asked = writes.filter((one) => guards.some((guard) => guard.concerns(one, one.grant)));
  const [first] = asked;
  if (!first) return;
  const stored = await storedBefore(asked, first);
  const rows = asked.map(({ index, id, draft }) => ({
    ...{ index, id, draft },
    before: id === null ? null : (stored.get(id) ?? null),
  }));
  const refused = await refusalsOf(guards, rows, first, (guard, at) => {
    const one = asked[at]!;
    return guard.concerns(one, one.grant);
  });
  await checkEach(
    asked.map((write, at) => ({ index: write.index, write, problem: refused[at] })),
    async ({ write, problem }) => {
      if (problem) throw (await wouldBeHidden(write)) ? await hiddenProblemIn(write) : problem;
    },
  );
}

/** Rows as they were before the request, which may have put values of theirs aside. */
async function storedBefore(
  writes: readonly Write[],
  work: Work,
): Promise<ReadonlyMap<RecordId, Values>> {
  const changes = writes.flatMap(({ id, draft }) => (id === null ? [] : [{ id, draft }]));
  if (changes.length === 0) return new Map();
  const stored = await readStoredRows(
    changes.map(({ id }) => id),
    work,
  );
  for (const { id, draft } of changes) Object.assign(stored.get(id) ?? {}, draft.aside);
  return stored;
}

/** Asks about rows that are deleted by a request, or with another row. */
export async function askBeforeDeletion(
  ids: readonly RecordId[],
  guards: readonly Guard[],
  work: Work,
): Promise<void> {
  const asked = guards.filter(({ guardsDeletion }) => guardsDeletion);
  await askAlone(ids, null, asked, work);
}

/** Asks about rows that lose a link because the record to which it leads is deleted, or get it again. */
export const askBeforeUnlinking = (
  ids: readonly RecordId[],
  field: string,
  guards: readonly Guard[],
  work: Work,
): Promise<void> => askAlone(ids, { ...NOTHING, links: { [field]: [] } }, guards, work);

async function askAlone(
  ids: readonly RecordId[],
  draft: Draft | null,
  guards: readonly Guard[],
  work: Work,
): Promise<void> {
  if (guards.length === 0 || ids.length === 0) return;
  const stored = await readStoredRows(ids, work);
  const rows = ids.map((id, index) => ({ index, id, draft, before: stored.get(id) ?? null }));
  const refused = await refusalsOf(guards, rows, work, () => true);
  const problem = refused.find((one) => one !== null);
  if (problem) throw problem;
}

/** For each row what the first of the guards that refuse it says; null where none does. */
async function refusalsOf(
  guards: readonly Guard[],
  rows: readonly GuardedRow[],
  work: Work,
  isAsked: (guard: Guard, at: number) => boolean,
): Promise<readonly (HttpProblem | null)[]> {
  const refused: (HttpProblem | null)[] = rows.map(() => null);
  for (const guard of guards) {
    const open = [...rows.keys()].filter((at) => !refused[at] && isAsked(guard, at));
    if (!guard.refusals || open.length === 0) continue;
    const found = await guard.refusals(
      open.map((at) => rows[at]!),
      work,
    );
    for (const [place, at] of open.entries()) refused[at] = found[place] ?? null;
  }
  return refused;
}

/** Writes with what the guards of their model give them. */
export async function withGiven(
  writes: readonly Write[],
  guards: readonly Guard[],
): Promise<readonly Write[]> {
  let given = writes;
  for (const guard of guards) given = (await guard.give?.(given)) ?? given;
  return given;
}

/** Writes with what the guards of their model know of the rows as they will be. */
export async function completed(
  writes: readonly Write[],
  guards: readonly Guard[],
): Promise<readonly Write[]> {
  let known = writes;
  for (const guard of guards) known = (await guard.complete?.(known)) ?? known;
  return known;
}
