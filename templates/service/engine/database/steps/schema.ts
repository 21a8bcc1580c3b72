/** The schema as the migration steps leave it; plain data, with names of tables and columns. */
export interface Schema {
  readonly tables: Readonly<Record<string, TableSchema>>;
}

export interface TableSchema {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Columns of the primary key; `['id']` unless the key has another name, or several columns. */
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Columns, each in a list of its own, that have an index for `contains`. */
  readonly trigrams: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeySpec[];
  /** Indexes by name, as what stands behind the table in `CREATE INDEX`, with `UNIQUE` before it. */
  readonly sqlIndexes?: Readonly<Record<string, OwnSql>>;
  /** Conditions of checks, by name. */
  readonly checks?: Readonly<Record<string, OwnSql>>;
}

/**
 * A column in dialect-independent terms; the types are those of crudgen's field syntax, `id`, and `sql` for a type that each
 * database names itself (`sqlite`, `postgres`).
 */
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
    | 'json'
    | 'sql';
  /** The type of an `sql` column in each database. */
  readonly sqlite?: string;
  readonly postgres?: string;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  /** Whether the database counts the values: of a `bigint` that is the primary key, or in PostgreSQL of any column; an `id` is always counted. */
  readonly generated?: boolean;
  /** A JSON value, or the time of the insert; of an `sql` column also the text of each database. */
  readonly default?: unknown | Moment;
  /** The SQL by which the database makes a default. */
  readonly defaultSql?: OwnSql;
  /** The expression by which the database computes the values; without one for a database, the column is an optional one there. */
  readonly expression?: OwnSql;
}

/** SQL of the developer's: for both databases, or for the one whose SQL it is. */
export type OwnSql = string | Readonly<Partial<Record<'sqlite' | 'postgres', string>>>;

/** The time of an insert: its moment, or its day. */
export interface Moment {
  readonly sql: 'now' | 'today';
}

export interface ForeignKeySpec {
  /** The column, or several that refer to a row together. */
  readonly column: string | readonly string[];
  readonly table: string;
  /** The column of the other table, which is its primary key, or as many as refer to it; `id` if absent. */
  readonly references?: string | readonly string[];
  readonly onDelete: 'set null' | 'restrict' | 'cascade';
}

/** One reversible schema change as data; a migration is a list of them. */
export type Step =
  | TableStep
  /** The developer's own SQL, up and down, per dialect. */
  | {
      readonly do: 'sql';
      readonly up: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>;
      readonly down?: Readonly<Record<'sqlite' | 'postgres', string | readonly string[]>>;
    };

/** A change of one table. */
export type TableStep =
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
      readonly do:
        'addIndex' | 'dropIndex' | 'addUnique' | 'dropUnique' | 'addTrigram' | 'dropTrigram';
      readonly table: string;
      /** A single one for a trigram index. */
      readonly columns: readonly string[];
    }
  | {
      readonly do: 'addSqlIndex' | 'dropSqlIndex' | 'addCheck' | 'dropCheck';
      readonly table: string;
      readonly name: string;
      readonly sql: OwnSql;
    }
  | { readonly do: 'addForeignKey'; readonly table: string; readonly key: ForeignKeySpec }
  | { readonly do: 'dropForeignKey'; readonly table: string; readonly key: ForeignKeySpec };

/** A database without tables. */
export const NO_TABLES: Schema = { tables: {} };

/** What a record has under a name, which may be any: a column called `constructor` is no property of every object. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The columns of a foreign key. */
export const keyColumns = ({ column }: Pick<ForeignKeySpec, 'column'>): readonly string[] =>
  typeof column === 'string' ? [column] : column;

/** The columns to which a foreign key refers. */
export const targetColumns = ({
  references = 'id',
}: Pick<ForeignKeySpec, 'references'>): readonly string[] =>
  typeof references === 'string' ? [references] : references;

/** Whether the database counts the values of a column. */
export const isCounted = ({ type, generated }: ColumnSpec): boolean =>
  type === 'id' || generated === true;

/** The developer's SQL for a database; undefined where there is none. */
export const sqlFor = (given: OwnSql | undefined, database: 'sqlite' | 'postgres') =>
  typeof given === 'string' ? given : given?.[database];

/** Whether a default is the time of the insert rather than a constant. */
export const isMoment = (value: unknown): value is Moment =>
  typeof value === 'object' &&
  value !== null &&
  'sql' in value &&
  (value.sql === 'now' || value.sql === 'today');
