import type { Session } from '../database/database.js';
import { compileWhere } from './compile-where.js';
import type { ModelInfo } from './model-info.js';
import type { Scope } from './scope.js';
import { and, NONE, type Where } from './where.js';

/** The ids of all rows that fulfil a condition. */
export async function idsWhere(
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
): Promise<readonly number[]> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const statement = core.statements.get(`ids ${model.name} ${condition.sql}`, () => {
    const id = dialect.quote('id');
    return `SELECT ${id} FROM ${dialect.quote(model.table)} WHERE ${condition.sql} ORDER BY ${id}`;
  });
  const rows = await session.rows(statement, condition.values);
  return rows.map((row) => Number(row[0]));
}

/** Is there a row that fulfils the condition? With `lock` nobody else can change it until the transaction ends. */
export async function rowExists(
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
  lock = false,
): Promise<boolean> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const kind = lock ? 'lock' : 'any';
  const statement = core.statements.get(`${kind} ${model.name} ${condition.sql}`, () => {
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return lock ? `SELECT 1 ${from} ${dialect.lockRows}` : `SELECT 1 ${from} LIMIT 1`;
  });
  return (await session.rows(statement, condition.values)).length > 0;
}

/** The row with this id, as far as a condition lets it through; none for a number that is no id. */
export const oneRow = (id: number, where: Where): Where =>
  Number.isSafeInteger(id) ? and({ op: 'eq', field: 'id', value: id }, where) : NONE;
