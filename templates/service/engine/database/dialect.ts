import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import type { ColumnInfo } from '../fields/column-info.js';
import type { NumericId } from '../fields/record-id.js';
import type { Outage } from './outage.js';
import type { QueryDialect } from './query-dialect.js';
import type { SchemaDialect } from './schema-dialect.js';

/** A statement that is named by its text. */
export const statementOf = (sql: string, hasOnePlan = false): Statement => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url').slice(0, 20),
  hasOnePlan,
});

/** A row as the driver returns it, in the order of the selected columns. */
export type RawRow = readonly unknown[];

/** A statement whose text is cached with its shape; values are always bound. */
export interface Statement {
  readonly sql: string;
  /** Short, and equal for equal text: what is kept of a statement is found by it. */
  readonly name: string;
  /** Whether no value would make another plan the better one: it inserts, or goes by a key. A server may keep it for that. */
  readonly hasOnePlan?: boolean;
}

/**
 * How many rows a select visits, as whoever asks for them knows: a few, which an index finds; much, where the rows alone
 * take long to read; or any row of some tables, which is quick where these hold few.
 */
export type Reach = 'few' | 'much' | TableReach;

/** All rows of tables at worst; quick where they hold at most `upTo` rows together. */
export interface TableReach {
  /** Each once for every time that it is joined. */
  readonly tables: readonly string[];
  readonly upTo: number;
}

/** Worked out where it matters: on SQLite, with processes that could read instead. */
export type LazyReach = Reach | (() => Reach);

/** One connection's view of the database: inside `write` it is one transaction that sees its own changes. */
export interface Session {
  /**
   * Rows of a SELECT or of a statement with RETURNING. Where the read may take long, its `reach` tells SQLite whether it is
   * quick enough for the event loop.
   */
  rows(
    statement: Statement,
    values: readonly unknown[],
    reach?: LazyReach,
  ): Promise<readonly RawRow[]>;
  /** Runs a statement and returns how many rows it changed. */
  run(statement: Statement, values: readonly unknown[]): Promise<number>;
  /** The TypeORM runner of this connection, for the developer's code. */
  readonly runner: () => QueryRunner;
}

/** Why the database refused a write. */
export type Violation =
  | {
      readonly kind: 'unique';
      readonly constraint: string | null;
      /** The columns of a table; SQLite names both in a text that only who knows the table can take apart. */
      readonly columnsOf: (table: string) => readonly string[];
    }
  | { readonly kind: 'foreign-key' }
  /** A value is not one of its type. */
  | { readonly kind: 'unread' }
  /** A number is beyond the type of its column. */
  | { readonly kind: 'out-of-range' }
  /** A check of a table or of a domain, or an exclusion constraint, by its name if it has one. */
  | { readonly kind: 'check' | 'exclusion'; readonly constraint: string | null }
  /** A text has more bytes than the database can index. */
  | { readonly kind: 'too-wide'; readonly index: string }
  /** The column if it is one of the table, else null. */
  | { readonly kind: 'not-null'; readonly columnOf: (table: string) => string | null };

/** The facts about a column that a bulk insert needs. */
export interface BulkColumn extends Pick<ColumnInfo, 'column' | 'type' | 'added'> {
  /** The database's own type, where it takes no value of the field's type for one of the column. */
  readonly storedAs?: string | undefined;
}

/** Rows of encoded values for one table. */
export interface BulkInsert {
  readonly table: string;
  readonly columns: readonly BulkColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** How a database writes many rows. */
export interface BulkDialect {
  /** Inside `write`: the next ids of a table, for rows that refer to each other before they are inserted; `column` counts them. */
  reserveIds(
    session: Session,
    table: string,
    count: number,
    column?: string,
  ): Promise<readonly NumericId[]>;
  /**
   * Inside `write`: rows of several tables that refer to each other in a cycle; their foreign keys are checked once all are
   * inserted.
   */
  insertTogether(session: Session, inserts: readonly BulkInsert[]): Promise<void>;
  /** Inside `write`: many rows of encoded values, in the database's fastest way. */
  insertRows(
    session: Session,
    table: string,
    columns: readonly BulkColumn[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>;

  /**
   * Inside `write`: changes many rows by one statement. The first column is the key, or the first `keys` of them; `counted` is
   * one that goes up by 1. Missing where a statement for each row costs no more.
   */
  readonly updateRows?: (
    session: Session,
    update: BulkInsert,
    counted: string | null,
    keys?: number,
  ) => Promise<void>;
}

/** Everything that differs between databases, as pure functions of text and values. One folder per dialect. */
export interface Dialect extends QueryDialect, BulkDialect, SchemaDialect {
  readonly name: 'sqlite' | 'postgres';
  /** The meaning of a driver's error for a write; null if the caller did not cause the error. */
  violation(error: unknown): Violation | null;
  /** The outage that an error tells of; null if the database is available. */
  outage(error: unknown): Outage | null;
}
