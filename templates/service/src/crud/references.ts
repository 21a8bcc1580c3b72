import type { Grant } from '../access/access-rules.js';
import type { Session } from '../database/database.js';
import { invalid, type FieldProblem } from '../http/problem.js';
import type { Draft } from './draft.js';
import { oneRow, rowExists } from './find-ids.js';
import { findTargets } from './links.js';
import type { ColumnInfo } from './model-info.js';
import type { Scope } from './scope.js';
import { withArticle } from './with-article.js';

/** By many-to-many field, the ids of the records to link to. */
export type Targets = ReadonlyMap<string, readonly number[]>;

/**
 * The last check of a draft's fields: what it refers to exists for the writer, and no tree becomes a circle. Throws 422
 * with everything that is wrong with the draft. `id` is that of the row to change, null for a new one.
 */
export async function checkReferences(
  draft: Draft,
  id: number | null,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<Targets> {
  const problems = [...draft.problems];
  for (const column of scope.model.columns) {
    const value = draft.columns[column.name];
    if (!column.reference || typeof value !== 'number') continue;
    const problem = await checkReference(column, value, id, grant, session, scope);
    if (problem) problems.push(problem);
  }
  const targets = new Map<string, readonly number[]>();
  for (const link of scope.model.links) {
    const keys = draft.links[link.name];
    if (!keys) continue;
    // Kept: one that is deleted before the link is there would be left out without a word.
    const found = await findTargets(link, keys, session, scope, 'keep');
    if (found.length < keys.length) problems.push(notThere(link.name, link.model));
    targets.set(link.name, found);
  }
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
  return targets;
}

async function checkReference(
  column: ColumnInfo,
  value: number,
  id: number | null,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<FieldProblem | null> {
  const target = scope.core.model(column.reference!.model);
  const visible = oneRow(value, scope.access.rowWhere(scope.user, target));
  if (!(await rowExists(visible, target, session, scope, 'keep'))) {
    const kept = id !== null && (await isUnchanged(column, value, id, grant, session, scope));
    return kept ? null : notThere(column.name, target.name);
  }
  const closes = target === scope.model && id !== null;
  return closes && (await leadsTo(id, value, column, session, scope))
    ? { field: column.name, code: 'cycle', message: `${column.name} would close a circle.` }
    : null;
}

/** Sending back what one has read is no new reference, even to a row that is hidden by now. */
async function isUnchanged(
  column: ColumnInfo,
  value: number,
  id: number,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<boolean> {
  if (!grant.readable.has(column.name)) return false;
  const same = oneRow(id, { op: 'eq', field: column.name, value });
  return rowExists(same, scope.model, session, scope);
}

/** The same words for a row that does not exist and one that the writer may not see. */
const notThere = (field: string, model: string): FieldProblem => ({
  field,
  code: 'reference',
  message: `${field} points to ${withArticle(model)} that does not exist.`,
});

/** Does the way up from `start` through a self-reference come to `id`? */
async function leadsTo(
  id: number,
  start: number,
  column: ColumnInfo,
  session: Session,
  { core, model }: Scope,
): Promise<boolean> {
  const { dialect } = core;
  await lockTree(`${model.table}.${column.column}`, session, core);
  const statement = core.statements.get(`cycle ${model.name} ${column.name}`, () => {
    const [table, key] = [dialect.quote(model.table), dialect.quote(column.column)];
    const rowId = dialect.quote('id');
    // Every name is qualified: the model may have columns of any name.
    return (
      `WITH RECURSIVE _up(at) AS (SELECT ${rowId} FROM ${table} WHERE ${rowId} = ${dialect.placeholder(1)} ` +
      `UNION SELECT child.${key} FROM ${table} child JOIN _up ON child.${rowId} = _up.at WHERE child.${key} IS NOT NULL) ` +
      `SELECT 1 FROM _up WHERE _up.at = ${dialect.placeholder(2)}`
    );
  });
  return (await session.rows(statement, [start, id])).length > 0;
}

/** Of two moves that close a circle together, each alone may be fine: one waits for the other. */
async function lockTree(name: string, session: Session, core: Scope['core']): Promise<void> {
  const { dialect, statements } = core;
  const sql = dialect.lockText(dialect.placeholder(1));
  if (sql !== null)
    await session.rows(
      statements.get(sql, () => sql),
      [name],
    );
}
