import { createHash } from 'node:crypto';
import type { ValueInfo } from '../../fields/column-info.js';
import { NOW, TODAY } from '../column-types.js';

/** The schema as the migration steps leave it; plain data, with names of tables and columns. */
export interface Schema {
  readonly tables: Readonly<Record<string, TableSchema>>;
}

export interface TableSchema {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Columns of the primary key; `['id']` except for join tables. */
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Columns, each in a list of its own, that have an index for `contains`. */
  readonly trigrams: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeySpec[];
}

/** A column in dialect-independent terms; the types are those of crudgen's field syntax plus `id`. */
export interface ColumnSpec {
  readonly type:
    | 'id'
    | 'string'
    | 'text'
    | 'integer'
    | 'bigint'
    | 'float'
    | 'decimal'
    | 'boolean'
    | 'date'
    | 'time'
    | 'datetime'
    | 'uuid'
    | 'color'
    | 'json';
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  /** A JSON value, or the time of the insert. */
  readonly default?: unknown | { readonly sql: 'now' | 'today' };
}

export interface ForeignKeySpec {
  readonly column: string;
  readonly table: string;
  readonly onDelete: 'set null' | 'restrict' | 'cascade';
}

/** One reversible schema change as data; a migration is a list of them. */
export type Step =
  | {
      readonly do: 'createTable';
      readonly table: string;
      readonly columns: Readonly<Record<string, ColumnSpec>>;
      readonly primaryKey: readonly string[];
      /** Foreign keys that the same migration adds; see `inlineForeignKeys`. */
      readonly foreignKeys?: readonly ForeignKeySpec[];
    }
  | { readonly do: 'dropTable'; readonly table: string }
  | { readonly do: 'renameTable'; readonly table: string; readonly to: string }
  | {
      readonly do: 'addColumn';
      readonly table: string;
      readonly column: string;
      readonly spec: ColumnSpec;
      /** The value for existing rows where the column is required and has no default. */
      readonly backfill?: unknown;
      /** The column whose values the new one has in existing rows, as `caseless` makes them. */
      readonly caselessOf?: string;
      /** The foreign key that the same migration adds; see `inlineForeignKeys`. */
      readonly references?: Omit<ForeignKeySpec, 'column'>;
    }
  | { readonly do: 'dropColumn'; readonly table: string; readonly column: string }
  | {
      readonly do: 'renameColumn';
      readonly table: string;
      readonly column: string;
      readonly to: string;
    }
  | {
      readonly do: 'changeColumn';
      readonly table: string;
      readonly column: string;
      readonly spec: ColumnSpec;
      readonly backfill?: unknown;
    }
  | {
      readonly do: 'addIndex' | 'dropIndex' | 'addUnique' | 'dropUnique';
      readonly table: string;
      readonly columns: readonly string[];
    }
  | {
      readonly do: 'addTrigram' | 'dropTrigram';
      readonly table: string;
      readonly columns: readonly [string];
    }
  | { readonly do: 'addForeignKey'; readonly table: string; readonly key: ForeignKeySpec }
  | { readonly do: 'dropForeignKey'; readonly table: string; readonly key: ForeignKeySpec }
  /** The developer's own SQL, up and down, per dialect. */
  | {
      readonly do: 'sql';
      readonly up: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>;
      readonly down?: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>;
    };

/** A column as data: `NOW` and `TODAY` are functions in entities, and words here. */
const asData = (spec: ColumnSpec): ColumnSpec =>
  spec.default === NOW
    ? { ...spec, default: { sql: 'now' } }
    : spec.default === TODAY
      ? { ...spec, default: { sql: 'today' } }
      : spec;

/** A table with its columns; the primary key is `id` unless a join table has another one. */
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

const onText =
  (kind: 'addTrigram' | 'dropTrigram') =>
  (table: string, columns: readonly [string]): Step => ({ do: kind, table, columns });

/** A trigram index of a text column, by which `contains` finds its rows. */
export const addTrigram = onText('addTrigram');
export const dropTrigram = onText('dropTrigram');

const ofKey =
  (kind: 'addForeignKey' | 'dropForeignKey') =>
  (table: string, column: string, target: Omit<ForeignKeySpec, 'column'>): Step => ({
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

/** Whether a default is the time of the insert rather than a constant. */
export const isMoment = (value: unknown): value is { readonly sql: 'now' | 'today' } =>
  typeof value === 'object' &&
  value !== null &&
  'sql' in value &&
  (value.sql === 'now' || value.sql === 'today');

/** How a database writes a default or a backfill: with these moments, and values as it stores them. */
export const valueWriter =
  (
    moments: Readonly<Record<'now' | 'today', string>>,
    encode: (value: unknown, info: ValueInfo) => unknown,
  ) =>
  (value: unknown, spec: ColumnSpec): string => {
    if (value === null || value === undefined) return 'NULL';
    if (isMoment(value)) return moments[value.sql];
    const type = spec.type === 'id' ? 'integer' : spec.type;
    const stored = encode(value, { type, transformer: null });
    return typeof stored === 'string' ? quoteText(stored) : String(stored);
  };

/** A table or column name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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

export const foreignKeyName = (table: string, column: string): string =>
  named('fk', table, [column]);

function named(kind: string, table: string, columns: readonly string[]): string {
  const name = [kind, table, ...columns].join('_');
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 8);
  const start = Buffer.from(name)
    .subarray(0, MAX_BYTES - 9)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${hash}`;
}

export const referenceSql = (key: Omit<ForeignKeySpec, 'column'>): string =>
  `REFERENCES ${quote(key.table)} ("id") ON DELETE ${key.onDelete.toUpperCase()}`;

export const foreignKeySql = (table: string, key: ForeignKeySpec): string =>
  `CONSTRAINT ${quote(foreignKeyName(table, key.column))} ` +
  `FOREIGN KEY (${quote(key.column)}) ${referenceSql(key)}`;
