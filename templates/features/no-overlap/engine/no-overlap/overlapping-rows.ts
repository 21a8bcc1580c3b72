import { statementOf, type Dialect } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Work } from '../records/scope.js';
import { rangeOf } from './missing-constraints.js';
import type { Period } from './period.js';

/** The period that a row is to have. */
export interface Coming {
  readonly id: RecordId | null;
  readonly start: unknown;
  readonly end: unknown;
  /** The values in the order of `Period.by`. A row with a null among them overlaps with no other row. */
  readonly by: readonly unknown[];
}

/**
 * For each period a stored row with which it would overlap, apart from those that change themselves; null without one. One statement
 * looks for all of them.
 */
export async function overlappingRows(
  coming: readonly Coming[],
  changing: readonly RecordId[],
  period: Period,
  { core: { dialect }, model, session }: Work,
): Promise<readonly (RecordId | null)[]> {
  if (coming.length === 0) return [];
  const given = [listOf(coming, period, dialect)];
  const conditions: string[] = [];
  if (changing.length > 0) {
    given.push(dialect.encodeList(changing, model.key) as string);
    conditions.push(`NOT (${model.rowKey.among(dialect.placeholder(2), dialect)})`);
  }
  const deleted = model.columns.find(({ role }) => role === 'deleted');
  if (deleted) conditions.push(`${dialect.quote(deleted.column)} IS NULL`);
  const sql = SQL[dialect.name](period, model, conditions, dialect);
  const rows = await session.rows(statementOf(sql), given);
  return rows.map(([id]) => (id === null ? null : (dialect.decode(id, model.key) as RecordId)));
}

/** A value that sorts after every text and every number of SQLite. */
const NO_END = '~';

/** The periods as JSON: lists of values for SQLite, and rows of the table for PostgreSQL. */
function listOf(
  coming: readonly Coming[],
  { start, end, by }: Period,
  { name, encode }: Dialect,
): string {
  const columns = [start, end, ...by];
  const rows = coming.map((one) => {
    const values = [one.start, one.end, ...one.by].map((value, at) => {
      const stored = value === null ? null : encode(value, columns[at]!);
      return typeof stored === 'bigint' ? String(stored) : stored;
    });
    if (name === 'sqlite') return [values[0], values[1] ?? NO_END, ...values.slice(2)];
    return Object.fromEntries(columns.map(({ column }, at) => [column, values[at]]));
  });
  return JSON.stringify(rows);
}

type Sql = (
  period: Period,
  model: ModelInfo,
  conditions: readonly string[],
  dialect: Dialect,
) => string;

const SQL: Readonly<Record<Dialect['name'], Sql>> = {
  /** As stored periods do not overlap, the last one that begins before the end of another is the only one that can overlap with it. */
  sqlite({ start, end, by }, model, conditions, dialect) {
    const { quote } = dialect;
    const [from, until] = [start, end].map(({ column }) => quote(column));
    const where = [
      ...by.map(({ column }, at) => `${quote(column)} = given.value ->> ${at + 2}`),
      `${from} < given.value ->> 1`,
      // A row of another program may end before it begins.
      `(${until} IS NULL OR ${until} > ${from})`,
      ...conditions,
    ];
    const last = `SELECT ${model.rowKey.id(dialect)} AS id, ${until} AS until FROM ${quote(model.table)} WHERE ${where.join(' AND ')} ORDER BY ${from} DESC LIMIT 1`;
    return `SELECT (SELECT id FROM (${last}) AS last WHERE until IS NULL OR until > given.value ->> 0) FROM json_each(?1) AS given ORDER BY given.key`;
  },
  /** By the index of the constraint, for which the values have the types of the columns. */
  postgres({ start, end, by }, model, conditions, dialect) {
    const { quote } = dialect;
    const table = quote(model.table);
    const own = ({ column }: ColumnInfo): string => `${table}.${quote(column)}`;
    const others = ({ column }: ColumnInfo): string => `given.${quote(column)}`;
    const where = [
      ...by.map((column) => `${own(column)} = ${others(column)}`),
      `${rangeOf(start, own(start), own(end))} && ${rangeOf(start, others(start), others(end))}`,
      ...conditions,
    ];
    return `SELECT (SELECT ${model.rowKey.id(dialect)} FROM ${table} WHERE ${where.join(' AND ')} LIMIT 1) FROM json_populate_recordset(NULL::${table}, $1) AS given`;
  },
};
