import type { Session } from '../database/session.js';
import { forbidden, invalid, type HttpProblem } from '../problem/problem.js';
import { compileWhere } from './compile-where.js';
import type { Attempt, Draft } from './draft.js';
import { rowExists } from './find-ids.js';
import { findTargets } from './links.js';
import { refusedIds } from './references.js';
import type { Scope } from './scope.js';
import { ALL, and, or, type Where } from '../model/where.js';

/** The written row is none that its writer would see: the transaction is rolled back, and `hiddenAnswer` says so. */
export class OutOfSight extends Error {
  override readonly name = 'OutOfSight';
}

/** 403; 422 where that is for an owner whose id the draft holds, as if there were no such user. */
export async function hiddenAnswer(attempt: Attempt, scope: Scope): Promise<HttpProblem> {
  const [first, ...rest] = await scope.core.database.read((session) =>
    refusedIds('owner', attempt, session, scope),
  );
  if (first) return invalid([first, ...rest]);
  return forbidden(`The row rules would hide this ${scope.model.name} from you.`);
}

/** Would the row rules hide the row that a refused write wanted? Asked of a row that is made up in the query. */
export async function isHiddenFrom({ id, draft, grant }: Attempt, scope: Scope): Promise<boolean> {
  const { core, model } = scope;
  const { dialect } = core;
  const values: unknown[] = [id];
  const columns = model.columns.map((info) => {
    const column = dialect.quote(info.column);
    if (!(info.name in draft.columns)) return column;
    const mark = dialect.placeholder(values.push(dialect.encode(draft.columns[info.name], info)));
    return `${dialect.cast(mark, info)} AS ${column}`;
  });
  const [table, rowId] = [dialect.quote(model.table), dialect.quote('id')];
  const stored = `(SELECT 1 AS _one) _start LEFT JOIN ${table} ON ${rowId} = ${dialect.placeholder(1)}`;
  const wanted = `(SELECT ${columns.join(', ')} FROM ${stored}) wanted`;
  return core.database.read(async (session) => {
    const rules = await settleLinks(grant.where, draft, session, scope);
    const condition = compileWhere(rules, model, core, values.length);
    const sql = `SELECT 1 FROM ${wanted} WHERE ${condition.sql}`;
    const statement = core.statements.get(sql, () => sql);
    return (await session.rows(statement, [...values, ...condition.values])).length === 0;
  });
}

/** Conditions on links that the draft sets, answered as far as they go: the made-up row does not have them yet. */
async function settleLinks(
  where: Where,
  draft: Draft,
  session: Session,
  scope: Scope,
): Promise<Where> {
  const settle = (inner: Where) => settleLinks(inner, draft, session, scope);
  switch (where.op) {
    case 'and':
      return and(...(await Promise.all(where.items.map(settle))));
    case 'or':
      return or(...(await Promise.all(where.items.map(settle))));
    case 'not':
      return { op: 'not', item: await settle(where.item) };
    case 'linked': {
      const keys = draft.links[where.field];
      if (!keys) return where;
      const link = scope.model.links.find(({ name }) => name === where.field)!;
      const target = scope.core.model(link.model);
      const ids = await findTargets(link, keys, session, scope);
      const chosen = and({ op: 'in', field: 'id', values: ids }, where.where);
      if (await rowExists(chosen, target, session, scope)) return ALL;
      // Links to rows that the writer does not see stay.
      const unseen: Where = { op: 'not', item: scope.access.rowWhere(scope.user, target) };
      return { ...where, where: and(unseen, where.where) };
    }
    default:
      return where;
  }
}
