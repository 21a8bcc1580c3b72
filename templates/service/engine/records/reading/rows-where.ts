import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { isId, pathId, type RecordId } from '../../fields/record-id.js';
import type { ModelInfo } from '../../model/model-info.js';
import { NONE, and, type Where } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import type { Rows } from '../scope.js';
import { goesById } from './reach.js';
import { selectColumn } from './select-columns.js';

/** What becomes of a row in a transaction, until whose end others cannot do what does not go with it. */
export type RowLock = 'delete' | 'change' | 'keep';

/** The ids of all rows that match a condition. */
export async function idsWhere(
  where: Where,
  rows: Rows,
  lock?: RowLock,
): Promise<readonly RecordId[]> {
  const found = await idsBeside(rows.model.key, where, rows, lock);
  return found.map(([id]) => id);
}

/** The ids of all rows that match a condition, each with the value of a column. */
export async function idsBeside(
  column: ColumnInfo,
  where: Where,
  { core, model, session }: Rows,
  lock?: RowLock,
): Promise<readonly (readonly [id: RecordId, value: unknown])[]> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const shape = `ids ${lock} ${model.name} ${column.name} ${condition.sql}`;
  const statement = core.statements.get(
    shape,
    () => {
      const [id, value] = [model.key, column].map((one) => selectColumn(one, model, dialect));
      const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
      return `SELECT ${[...new Set([id, value])].join(', ')} ${from} ORDER BY ${model.rowKey.columns(dialect)}${lockClause(lock, dialect)}`;
    },
    () => goesById(where),
  );
  const rows = await session.rows(statement, condition.values);
  return rows.map((row) => [
    dialect.decode(row[0], model.key) as RecordId,
    dialect.decode(row.at(-1), column),
  ]);
}

/** Rows of one model that are looked up together with those of others. */
export interface Wanted {
  readonly model: ModelInfo;
  readonly where: Where;
  /** The column whose values are asked for: the key, or another column that tells the rows apart. */
  readonly column: ColumnInfo;
}

/** For each condition the values of its column in all rows that match it, found by one statement. */
export async function valuesOfEach(
  wanted: readonly Wanted[],
  { core, session }: Pick<Rows, 'core' | 'session'>,
  lock?: RowLock,
): Promise<readonly (readonly RecordId[])[]> {
  const [first, ...more] = wanted;
  if (!first) return [];
  if (more.length === 0) {
    const rows = { core, model: first.model, session };
    const found = await idsBeside(first.column, first.where, rows, lock);
    return [found.map(([, value]) => value as RecordId)];
  }
  const { dialect } = core.database;
  // The rows of a union have values of one type.
  const isMixed = more.some(({ column }) => column.type !== first.column.type);
  const values: unknown[] = [];
  const texts = wanted.map(({ model, where, column }, at) => {
    const condition = compileWhere(where, model, core, values.length);
    values.push(...condition.values);
    const [table, value] = [dialect.quote(model.table), selectColumn(column, model, dialect)];
    const told = isMixed ? dialect.asText(value, column) : value;
    const found = `SELECT ${at} AS _at, ${told} AS _id FROM ${table} WHERE ${condition.sql}`;
    // Rows are locked in an order, and a union takes locks in a query of its own alone.
    const id = model.rowKey.columns(dialect);
    return `SELECT _at, _id FROM (${found} ORDER BY ${id}${lockClause(lock, dialect)}) _wanted`;
  });
  const sql = texts.join(' UNION ALL ');
  const statement = core.statements.get(`each ${sql}`, () => sql);
  const found = wanted.map((): RecordId[] => []);
  for (const [at, value] of await session.rows(statement, values)) {
    const { column } = wanted[Number(at)]!;
    found[Number(at)]!.push(
      isMixed && column.type !== 'string'
        ? pathId(String(value), column)
        : (dialect.decode(value, column) as RecordId),
    );
  }
  return found;
}

/** The number of conditions that one statement asks about. */
const ASKED_TOGETHER = 50;

/** For each condition the id of a row that matches it, or null. */
export async function firstIds(
  wanted: readonly Where[],
  { core, model, session }: Rows,
): Promise<readonly (RecordId | null)[]> {
  const { dialect } = core.database;
  const [table, id] = [dialect.quote(model.table), model.rowKey.id(dialect)];
  const found = wanted.map((): RecordId | null => null);
  for (let start = 0; start < wanted.length; start += ASKED_TOGETHER) {
    const values: unknown[] = [];
    const texts = wanted.slice(start, start + ASKED_TOGETHER).map((where, at) => {
      const condition = compileWhere(where, model, core, values.length);
      values.push(...condition.values);
      return `SELECT ${at}, ${id} FROM ${table} WHERE ${condition.sql}`;
    });
    const sql = texts.join(' UNION ALL ');
    const statement = core.statements.get(`first ${sql}`, () => sql);
    for (const [at, row] of await session.rows(statement, values))
      found[start + Number(at)] = dialect.decode(row, model.key) as RecordId;
  }
  return found;
}

/** Is there a row that matches the condition? */
export async function rowExists(
  where: Where,
  { core, model, session }: Rows,
  lock?: RowLock,
): Promise<boolean> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const statement = core.statements.get(
    `${lock ?? 'any'} ${model.name} ${condition.sql}`,
    () => {
      const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
      return `SELECT 1 ${from}${lock ? lockClause(lock, dialect) : ' LIMIT 1'}`;
    },
    () => goesById(where),
  );
  return (await session.rows(statement, condition.values)).length > 0;
}

function lockClause(lock: RowLock | undefined, dialect: QueryDialect): string {
  switch (lock) {
    case 'delete':
      return dialect.lockRows;
    case 'change':
      return dialect.changeRows;
    case 'keep':
      return dialect.keepRows;
    default:
      return '';
  }
}

/** The rows with these ids, or with these values of another field by which rows are named. A value that is not an id names no row. */
export function named(ids: readonly RecordId[], field = 'id'): Where {
  const values = ids.filter(isId);
  const [value] = values;
  if (value === undefined) return NONE;
  return values.length === 1 ? { op: 'eq', field, value } : { op: 'in', field, values };
}

/** The row with this id if it also matches a condition; no row for a value that is not an id. */
export const oneRow = (id: RecordId, where: Where): Where =>
  isId(id) ? and({ op: 'eq', field: 'id', value: id }, where) : NONE;
