import type { TablePeriods } from './read-exclusion.js';

/** The tables of a database as plain data: the same for SQLite and PostgreSQL. */
export interface DatabaseSchema {
  readonly kind: DatabaseKind;
  /** All tables that people made, in the order of SQLite's schema, else by name. */
  readonly tables: readonly Table[];
  readonly views: readonly View[];
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** The kind of a table that is not ordinary. */
export type TableKind =
  'table' | 'view' | 'virtual' | 'shadow' | 'partition' | 'foreign' | 'extension';

export interface Table {
  /** The schema of PostgreSQL; null on SQLite. */
  readonly schema: string | null;
  readonly name: string;
  readonly kind: TableKind;
  readonly comment: string | null;
  readonly columns: readonly Column[];
  /** The columns of the primary key in its order; none without one. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The indexes and unique constraints, without the index of the primary key. */
  readonly indexes: readonly Index[];
  /** The check constraints, with those of the domains of columns. */
  readonly checks: readonly Check[];
  readonly triggers: readonly string[];
  /** Why the key of a view names its rows. */
  readonly reason?: string;
  /** The periods, of which no two may overlap; absent if the table has no periods. */
  readonly periods?: TablePeriods;
  /** What else the table has and no model says, each in a few words: `row security`, `exclusion constraint no_overlap`. */
  readonly others: readonly string[];
}

export interface Column {
  readonly name: string;
  /** The declared type in small letters, without its numbers: `varchar`, `timestamp with time zone`, `text[]`; of a domain, its base. */
  readonly type: string;
  /** The numbers of the type: `[10, 2]` of `numeric(10,2)`. */
  readonly sizes: readonly number[];
  /** The type as it was declared. */
  readonly declared: string;
  /** The values of an enum of PostgreSQL; null for any other type. */
  readonly values: readonly string[] | null;
  readonly nullable: boolean;
  /** The default as SQL; null without one. */
  readonly default: string | null;
  /** Whether the database counts the values: an identity, a serial, or the row id of SQLite. */
  readonly counted: boolean;
  /** Whether the database computes the values from other columns. */
  readonly generated: boolean;
  /** The SQL by which it does; null for any other column. */
  readonly expression: string | null;
  /** Whether texts are equal in any case: `NOCASE`, `citext`. */
  readonly caseless: boolean;
  readonly comment: string | null;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  /** The schema of the other table; null on SQLite. */
  readonly schema: string | null;
  readonly table: string;
  /** The columns of the other table, those of its primary key where none are named. */
  readonly to: readonly string[];
  readonly onDelete: Action;
  readonly onUpdate: Action;
}

export type Action = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

export interface Index {
  readonly name: string;
  readonly unique: boolean;
  /** The columns in their order; null in place of an expression. */
  readonly columns: readonly (string | null)[];
  /** The condition of a partial index; null without one. */
  readonly where: string | null;
  /** The index as SQL, or its name where the database made it. */
  readonly sql: string;
  /** The way in which it is built, such as `btree` or `gin`. */
  readonly method: string;
}

/** A check constraint. */
export interface Check {
  /** The name; null of a domain's, and of one that has none in SQLite. */
  readonly name: string | null;
  /** The condition as SQL. */
  readonly sql: string;
}

/** The facts about the columns of a view that its rows show. */
export interface SeenRows {
  readonly count: number;
  /** Groups of columns that are filled and different in each row. */
  readonly unique: readonly (readonly string[])[];
}

export interface View {
  readonly schema: string | null;
  readonly name: string;
  readonly materialized: boolean;
  readonly comment: string | null;
  /** The columns, of which a database does not say whether they are ever empty; none of a view of SQLite that cannot be read. */
  readonly columns: readonly Column[];
  /** The tables that it reads, by itself or through other views. */
  readonly bases: readonly Table[];
  /** The indexes of a materialized view. */
  readonly indexes: readonly Index[];
  /** The facts that the rows show; absent if nobody has looked at them. */
  readonly seen?: SeenRows | undefined;
}

/** A row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Queries by name, and the rows that they have given. */
export type Queries = Readonly<Record<string, string>>;
export type Rows<Q extends Queries> = { readonly [Name in keyof Q]: readonly Row[] };

/** Groups rows by the value of a column, in their order. */
export function rowsBy(rows: readonly Row[], column: string): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = String(row[column]);
    const others = found.get(key);
    if (others === undefined) found.set(key, [row]);
    else others.push(row);
  }
  return found;
}
