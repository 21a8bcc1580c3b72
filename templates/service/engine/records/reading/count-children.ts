import { NO_ID, type RecordId } from '../../fields/record-id.js';
import { columnsIn } from '../../model/field-columns.js';
import type { Row } from '../../model/operations.js';
import { and } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import type { Countable } from '../query/parse-query.js';
import { reachOf } from './reach.js';
import { keysById } from './reference-keys.js';
import { selectColumn } from './select-columns.js';
import { related, type Scope, type Work } from '../scope.js';

/** The to-many relations of a model whose records the user may list by them. */
export const countable = (scope: Scope): readonly Countable[] =>
  scope.model.children.flatMap(({ name, model: target, field }) => {
    const model = scope.core.byName.get(target);
    const listed = model && related(model, 'list', scope);
    return listed?.grant.readable.has(field)
      ? [{ name, model: listed.model, field, where: listed.grant.where }]
      : [];
  });

/** Adds to records how many related records each has: `_count: { subtasks: 2 }`. */
export async function addCounts(
  records: readonly Row[],
  counted: readonly Countable[],
  work: Work,
): Promise<void> {
  if (records.length === 0 || counted.length === 0) return;
  const ids = records.map(({ id }) => id);
  const counts: [name: string, countOf: (id: RecordId) => number][] = [];
  for (const one of counted) counts.push([one.name, await countsOf(one, ids, work)]);
  for (const record of records) {
    const members = counts.map(([name, countOf]) => [name, countOf(record.id)]);
    record['_count'] = Object.fromEntries(members);
  }
}

async function countsOf(
  one: Countable,
  ids: readonly RecordId[],
  work: Work,
): Promise<(id: RecordId) => number> {
  const { key } = one.model.column.get(one.field)!.reference!;
  const keyOf = await keysById(key, ids, work);
  const keys = ids.map(keyOf).filter((value) => value !== null);
  const byKey = await countByParent(one, keys, work);
  return (id) => byKey.get(keyOf(id) ?? NO_ID) ?? 0;
}

async function countByParent(
  { model, field, where }: Countable,
  keys: readonly RecordId[],
  { core, session }: Work,
): Promise<ReadonlyMap<RecordId, number>> {
  const { dialect, statements } = core;
  const key = model.column.get(field)!;
  const wanted = and({ op: 'in', field, values: keys }, where);
  const condition = compileWhere(wanted, model, core);
  const statement = statements.get(`children ${model.name} ${field} ${condition.sql}`, () => {
    const parent = columnsIn(key, model, dialect);
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT ${selectColumn(key, model, dialect)}, COUNT(*) AS _count ${from} GROUP BY ${parent}`;
  });
  const reach = () => reachOf({ condition }, model);
  const rows = await session.rows(statement, condition.values, reach);
  return new Map(rows.map(([id, count]) => [dialect.decode(id, key) as RecordId, Number(count)]));
}
