import { createHash } from 'node:crypto';
import type { DatabaseName } from '../../fields/added-type.js';
import type { ValueInfo } from '../../fields/column-info.js';
import type { PlainType } from '../../fields/plain-type.js';
import { NOW, TODAY } from '../column-types.js';
import {
  isMoment,
  keyColumns,
  sqlFor,
  targetColumns,
  type ColumnSpec,
  type ForeignKeySpec,
  type OwnSql,
  type Step,
} from './schema.js';

/** A column as data: `NOW` and `TODAY` are functions in entities, and words here. */
const asData = (spec: ColumnSpec): ColumnSpec =>
  spec.default === NOW
    ? { ...spec, default: { sql: 'now' } }
    : spec.default === TODAY
      ? { ...spec, default: { sql: 'today' } }
      : spec;

/** A table with its columns; the primary key is `id`, unless the options name another one. */
export const createTable = (
  table: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  options: { readonly primaryKey?: readonly string[] } = {},
): Step => ({
  do: 'createTable',
  table,
  columns: Object.fromEntries(Object.entries(columns).map(([name, spec]) => [name, asData(spec)])),
  primaryKey: options.primaryKey ?? ['id'],
});

export const dropTable = (table: string): Step => ({ do: 'dropTable', table });
export const renameTable = (table: string, to: string): Step => ({ do: 'renameTable', table, to });

export const addColumn = (
  table: string,
  column: string,
  spec: ColumnSpec,
  options: { readonly backfill?: unknown; readonly caselessOf?: string } = {},
): Step => ({ do: 'addColumn', table, column, spec: asData(spec), ...options });

export const dropColumn = (table: string, column: string): Step => ({
  do: 'dropColumn',
  table,
  column,
});

export const renameColumn = (table: string, column: string, to: string): Step => ({
  do: 'renameColumn',
  table,
  column,
  to,
});

/** Changes the type, length, nullability or default of an existing column, keeping its values. */
export const changeColumn = (
  table: string,
  column: string,
  spec: ColumnSpec,
  options: { readonly backfill?: unknown } = {},
): Step => ({ do: 'changeColumn', table, column, spec: asData(spec), ...options });

const onColumns =
  (kind: 'addIndex' | 'dropIndex' | 'addUnique' | 'dropUnique') =>
  (table: string, columns: readonly string[]): Step => ({ do: kind, table, columns });

export const addIndex = onColumns('addIndex');
export const dropIndex = onColumns('dropIndex');
export const addUnique = onColumns('addUnique');
export const dropUnique = onColumns('dropUnique');

const ofRule =
  (kind: 'addSqlIndex' | 'dropSqlIndex' | 'addCheck' | 'dropCheck') =>
  (table: string, name: string, sql: OwnSql): Step => ({ do: kind, table, name, sql });

/** An index by what stands behind its table: `UNIQUE (lower(email)) WHERE removed_on IS NULL`. */
export const addSqlIndex = ofRule('addSqlIndex');
export const dropSqlIndex = ofRule('dropSqlIndex');
/** A check by its condition. */
export const addCheck = ofRule('addCheck');
export const dropCheck = ofRule('dropCheck');

const onText =
  (kind: 'addTrigram' | 'dropTrigram') =>
  (table: string, columns: readonly [string]): Step => ({ do: kind, table, columns });

/** A trigram index of a text column, by which `contains` finds its rows. */
export const addTrigram = onText('addTrigram');
export const dropTrigram = onText('dropTrigram');

const ofKey =
  (kind: 'addForeignKey' | 'dropForeignKey') =>
  (
    table: string,
    column: ForeignKeySpec['column'],
    target: Omit<ForeignKeySpec, 'column'>,
  ): Step => ({
    do: kind,
    table,
    key: { column, ...target },
  });

export const addForeignKey = ofKey('addForeignKey');
export const dropForeignKey = ofKey('dropForeignKey');

/** The developer's own statements, for what no step supports. Without `down` the migration cannot be reverted. */
export const sql = (
  up: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>,
  down?: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>,
): Step => ({ do: 'sql', up, ...(down && { down }) });

/** The type of a field that has the values of a column; of a type of the database's own their texts. */
export const valueType = ({ type }: ColumnSpec): PlainType =>
  type === 'id' ? 'integer' : type === 'sql' ? 'text' : type;

/** Whether a value of a type that each database names itself has a text for each. */
const isOfEach = (
  value: unknown,
  { type }: ColumnSpec,
): value is Readonly<Record<DatabaseName, string>> => type === 'sql' && typeof value === 'object';

/** How a database writes a default or a backfill: with these moments, and values as it stores them. */
export const valueWriter =
  (
    moments: Readonly<Record<'now' | 'today', string>>,
    encode: (value: unknown, info: ValueInfo) => unknown,
    database: DatabaseName,
  ) =>
  (value: unknown, spec: ColumnSpec): string => {
    if (value === null || value === undefined) return 'NULL';
    if (isMoment(value)) return moments[value.sql];
    const stored = isOfEach(value, spec)
      ? value[database]
      : encode(value, { type: valueType(spec), transformer: null });
    return typeof stored === 'string' ? quoteText(stored) : String(stored);
  };

/** The statements that make an index of the developer's SQL; none in a database for which there is no SQL. */
export function createSqlIndex(
  { table, name, sql }: Extract<Step, { readonly name: string }>,
  database: 'sqlite' | 'postgres',
): readonly string[] {
  const [, unique = '', rest] = /^(UNIQUE\s+)?([^]*)$/i.exec(sqlFor(sql, database) ?? '')!;
  if (rest === '') return [];
  const kind = unique === '' ? 'INDEX' : 'UNIQUE INDEX';
  // Others may have made it already.
  return [`CREATE ${kind} IF NOT EXISTS ${quote(name)} ON ${quoteTable(table)} ${rest}`];
}

/** How a database writes the default of a column, if it has one for it. */
export const defaultWriter =
  (database: 'sqlite' | 'postgres', write: ReturnType<typeof valueWriter>) =>
  (spec: ColumnSpec): string | undefined => {
    const sql = sqlFor(spec.defaultSql, database);
    if (sql !== undefined) return `(${sql})`;
    return spec.default === undefined ? undefined : write(spec.default, spec);
  };

/** How a database writes a column for CREATE TABLE and ADD COLUMN, unless it counts the values. */
export const columnWriter =
  (
    database: 'sqlite' | 'postgres',
    typeOf: (spec: ColumnSpec) => string,
    defaultOf: ReturnType<typeof defaultWriter>,
  ) =>
  (name: string, spec: ColumnSpec): string => {
    const typed = `${quote(name)} ${typeOf(spec)}`;
    const required = spec.nullable ? '' : ' NOT NULL';
    if (spec.expression === undefined) {
      const given = defaultOf(spec);
      return `${typed}${required}${given === undefined ? '' : ` DEFAULT ${given}`}`;
    }
    const sql = sqlFor(spec.expression, database);
    return sql === undefined ? typed : `${typed} GENERATED ALWAYS AS (${sql}) STORED${required}`;
  };

/** A table or column name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table in SQL, with its schema where it has one: `sales.order` is `"sales"."order"`. */
export const quoteTable = (table: string): string => table.split('.').map(quote).join('.');

/** An index in SQL, which is in the schema of its table. */
export const quoteIndex = (table: string, name: string): string =>
  [...table.split('.').slice(0, -1), name].map(quote).join('.');

/** A text in SQL, for statements that cannot bind values. */
export const quoteText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/** An SQL text expression escaped for LIKE, with `\` before its special characters. */
export const escapeLike = (text: string): string =>
  `replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;

/** PostgreSQL silently truncates longer names. */
const MAX_BYTES = 63;

/** Names of indexes and keys are derived from what they are on, so that a step can find them again. */
export const indexName = (table: string, columns: readonly string[]): string =>
  named('idx', table, columns);

export const uniqueName = (table: string, columns: readonly string[]): string =>
  named('uq', table, columns);

export const trigramName = (table: string, column: string): string =>
  named('trigram', table, [column]);

export const foreignKeyName = (table: string, column: ForeignKeySpec['column']): string =>
  named('fk', table, keyColumns({ column }));

function named(kind: string, table: string, columns: readonly string[]): string {
  const name = [kind, table.replace('.', '_'), ...columns].join('_');
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 8);
  const start = Buffer.from(name)
    .subarray(0, MAX_BYTES - 9)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${hash}`;
}

export const referenceSql = (key: Omit<ForeignKeySpec, 'column'>): string =>
  `REFERENCES ${quoteTable(key.table)} (${targetColumns(key).map(quote).join(', ')}) ON DELETE ${key.onDelete.toUpperCase()}`;

export const foreignKeySql = (table: string, key: ForeignKeySpec): string =>
  `CONSTRAINT ${quote(foreignKeyName(table, key.column))} ` +
  `FOREIGN KEY (${keyColumns(key).map(quote).join(', ')}) ${referenceSql(key)}`;
