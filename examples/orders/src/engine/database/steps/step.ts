import { NOW, TODAY } from '../column-types.js';
import { createHash } from 'node:crypto';

/** The database as the migration steps leave it; plain data, in names of tables and columns. */
export interface Schema {
  readonly tables: Readonly<Record<string, TableSchema>>;
}

export interface TableSchema {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Columns of the primary key; `['id']` but for join tables. */
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Columns, each in a list of its own, that `contains` finds rows of by an index. */
  readonly trigrams: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeySpec[];
}

/** A column in words that every dialect translates; the types are those of the field grammar plus `id`. */
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
    | 'json';
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  /** A JSON value, or the moment of the insert. */
  readonly default?: unknown | { readonly sql: 'now' | 'today' };
}

export interface ForeignKeySpec {
  readonly column: string;
  readonly table: string;
  readonly onDelete: 'set null' | 'restrict' | 'cascade';
}

/** One reversible change of the schema as data; a migration is a list of them. */
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
      /** What existing rows get where the column is required and has no default. */
      readonly backfill?: unknown;
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

/** A table with its columns; the primary key is `id` unless a join table says otherwise. */
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
  options: { readonly backfill?: unknown } = {},
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

/** Gives an existing column its new type, length, nullability or default, keeping what stands in it. */
export const changeColumn = (
  table: string,
  column: string,
  spec: ColumnSpec,
  options: { readonly backfill?: unknown } = {},
): Step => ({ do: 'changeColumn', table, column, spec: asData(spec), ...options });

export const addIndex = (table: string, columns: readonly string[]): Step => ({
  do: 'addIndex',
  table,
  columns,
});

export const dropIndex = (table: string, columns: readonly string[]): Step => ({
  do: 'dropIndex',
  table,
  columns,
});

export const addUnique = (table: string, columns: readonly string[]): Step => ({
  do: 'addUnique',
  table,
  columns,
});

export const dropUnique = (table: string, columns: readonly string[]): Step => ({
  do: 'dropUnique',
  table,
  columns,
});

/** An index of a text column by which `contains` finds its rows: by every three characters that stand beside each other. */
export const addTrigram = (table: string, columns: readonly [string]): Step => ({
  do: 'addTrigram',
  table,
  columns,
});

export const dropTrigram = (table: string, columns: readonly [string]): Step => ({
  do: 'dropTrigram',
  table,
  columns,
});

export const addForeignKey = (
  table: string,
  column: string,
  target: Omit<ForeignKeySpec, 'column'>,
): Step => ({ do: 'addForeignKey', table, key: { column, ...target } });

export const dropForeignKey = (
  table: string,
  column: string,
  target: Omit<ForeignKeySpec, 'column'>,
): Step => ({ do: 'dropForeignKey', table, key: { column, ...target } });

/** The developer's own statements, for what no step says. Without `down` the migration cannot be reverted. */
export const sql = (
  up: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>,
  down?: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>,
): Step => ({ do: 'sql', up, ...(down && { down }) });

/** A table or column name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in SQL, for statements that cannot bind values. */
export const quoteText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/** A text of SQL so that LIKE takes its characters as they are, with `\` before those that it would not. */
export const escapeLike = (text: string): string =>
  `replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;

/** PostgreSQL cuts longer names off, silently. */
const MAX_BYTES = 63;

/** Names of indexes and keys follow from what they are on, so that a step can find them again. */
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
