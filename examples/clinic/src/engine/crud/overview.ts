import type { Group, RecentRecord } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { hint, refuse, show } from '../problem/problem.js';
import { groupBy } from './aggregate.js';
import { compileWhere } from './compile-where.js';
import { list, readQuery } from './list.js';
import { sortableNames } from './parse-page.js';
import { authorize, readLong, type Scope } from './scope.js';

/** How many records of the list were created from each of these moments on, in one statement. */
export function countSince(
  scope: Scope,
  moments: readonly string[],
  restriction: Where = ALL,
): Promise<readonly number[]> {
  const { core, model } = scope;
  const grant = authorize(scope, 'list');
  const stated = moments.map(
    (moment) => readQuery({ created_at__gte: moment }, grant, scope).where,
  );
  const values: unknown[] = [];
  const sqlOf = (where: Where) => {
    const condition = compileWhere(where, model, core, values.length);
    values.push(...condition.values);
    return condition.sql;
  };
  const counts = stated.map((where) => `COUNT(CASE WHEN ${sqlOf(where)} THEN 1 END)`);
  // Rows older than all of them are skipped right away.
  const condition = sqlOf(and(grant.where, oldest(stated), restriction));
  const from = `FROM ${core.dialect.quote(model.table)} WHERE ${condition}`;
  const sql = `SELECT ${counts.join(', ')} ${from}`;
  const statement = core.statements.get(sql, () => sql);
  return readLong(scope, async (session) => {
    const [row] = await session.rows(statement, values);
    return row!.map(Number);
  });
}

/** ISO texts sort chronologically. */
const oldest = (stated: readonly Where[]): Where =>
  stated.reduce((first, where) => (momentOf(where) < momentOf(first) ? where : first));

const momentOf = (where: Where): string => ('value' in where ? String(where.value) : '');

/** More values than these are of no use in an overview. */
export const MAX_GROUPS = 50;

/** How many records of the list have each value of a field, the most frequent first. */
export async function groups(
  scope: Scope,
  field: string,
  restriction: Where = ALL,
): Promise<readonly Group[]> {
  const names = sortableNames(scope.model, authorize(scope, 'list'));
  if (!names.includes(field)) {
    const message = `Cannot group ${scope.model.prefix} by ${show(field)}${hint(field, names)}`;
    throw refuse('by', 'unknown-field', message);
  }
  const options = { order: { _count: 'desc' }, limit: MAX_GROUPS, restriction } as const;
  const found = await groupBy(scope, [field], options);
  return found.map((group) => ({ value: group[field], count: group._count as number }));
}

export const MAX_RECENT = 10;

/** The most recently written records of the list, the latest first. */
export async function recent(
  scope: Scope,
  restriction: Where = ALL,
): Promise<readonly RecentRecord[]> {
  const query = { _sort: 'updated_at', _order: 'DESC', _end: String(MAX_RECENT) };
  const { text } = await list(scope, query, restriction);
  const rows = JSON.parse(text) as RecentRecord[];
  return rows.map(({ id, _label, created_at, updated_at }) => ({
    id,
    _label,
    created_at,
    updated_at,
  }));
}
