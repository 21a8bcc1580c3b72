import type { Dialect, Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { compileWhere } from './compile-where.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Scope } from './scope.js';
import { NONE, and, type Where } from '../model/where.js';

/** What others cannot do to a row until the transaction ends: anything at all, or deleting it. */
export type RowLock = 'lock' | 'keep';

/** The ids of all rows that match a condition. */
export async function idsWhere(
  where: Where,
  model: ModelInfo,
  session: Session,
  scope: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<readonly number[]> {
  const found = await idsBeside(model.key, where, model, session, scope, lock);
  return found.map(([id]) => id);
}

/** The same, each with the value of a column. */
export async function idsBeside(
  column: ColumnInfo,
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<readonly (readonly [id: number, value: unknown])[]> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const shape = `ids ${lock} ${model.name} ${column.name} ${condition.sql}`;
  const statement = core.statements.get(shape, () => {
    const [id, value] = [model.key, column].map((one) => dialect.quote(one.column));
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT ${[...new Set([id, value])].join(', ')} ${from} ORDER BY ${id}${lockClause(lock, dialect)}`;
  });
  const rows = await session.rows(statement, condition.values);
  return rows.map((row) => [Number(row[0]), dialect.decode(row.at(-1), column)]);
}

/** Is there a row that matches the condition? */
export async function rowExists(
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<boolean> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const statement = core.statements.get(`${lock ?? 'any'} ${model.name} ${condition.sql}`, () => {
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT 1 ${from}${lock ? lockClause(lock, dialect) : ' LIMIT 1'}`;
  });
  return (await session.rows(statement, condition.values)).length > 0;
}

const lockClause = (lock: RowLock | undefined, dialect: Dialect): string =>
  lock === undefined ? '' : lock === 'lock' ? dialect.lockRows : dialect.keepRows;

/** The row with this id if it also matches a condition; none for a number that is no id. */
export const oneRow = (id: number, where: Where): Where =>
  Number.isSafeInteger(id) ? and({ op: 'eq', field: 'id', value: id }, where) : NONE;
