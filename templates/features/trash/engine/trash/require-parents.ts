import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { and } from '../model/where.js';
import { conflict, spokenName, withArticle, type HttpProblem } from '../problem/problem.js';
import { rowExists, named } from '../records/reading/rows-where.js';
import { withoutRules, type Core, type Work, type Write } from '../records/scope.js';
import { checkEach } from '../records/writing/check-each.js';
import { foundBy } from '../records/writing/found-references.js';

/**
 * 409 for a row that refers to a record which is in the trash or gone, unless the reference may be empty: such a row is there without
 * it. What a request names has to be visible as well.
 */
export async function requireParents(
  writes: readonly Write[],
  isNamed: boolean,
  work: Work,
): Promise<void> {
  const { core, model } = work;
  const { references } = core.plan(model);
  if (references.length === 0) return;
  const asking = isNamed ? writes : writes.map((one) => ({ ...one, ...withoutRules(one) }));
  const found = await foundBy(asking);
  await checkEach(asking, async (one) => {
    for (const column of references) {
      const value = one.draft.columns[column.name] as RecordId | null | undefined;
      if (value == null || found(one).has(column.name, false, value)) continue;
      if (await mayMiss(column, value, work)) continue;
      throw parentProblem(column, one);
    }
  });
}

/** Whether a row may be there although the one to which it refers is not. */
async function mayMiss(column: ColumnInfo, value: RecordId, work: Work): Promise<boolean> {
  const { core, model, session } = work;
  const { key } = column.reference!;
  const target = core.model(column.reference!.model);
  if (onDelete(column, model, core) !== 'SET NULL') return false;
  const living = and(named([value], key), target.exists);
  return !(await rowExists(living, { core, model: target, session }));
}

const onDelete = ({ name, reference }: ColumnInfo, model: ModelInfo, core: Core) =>
  core
    .model(reference!.model)
    .referrers.find((one) => one.model === model.name && one.field === name)?.onDelete;

function parentProblem({ name, reference }: ColumnInfo, { model, grant }: Write): HttpProblem {
  const what = spokenName(model.name);
  const message = `This ${what} belongs to ${withArticle(spokenName(reference!.model))} that is not there; one in the trash has to be restored first.`;
  const isKnown = grant.readable.has(name) || grant.writable.has(name);
  const problems = isKnown ? [{ field: name, code: 'gone', message }] : [];
  return conflict(message, problems, { code: 'restore-parent' });
}
