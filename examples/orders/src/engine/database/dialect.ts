import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Outage } from './outage.js';
import type { ColumnSpec, Schema, Step } from './steps/step.js';

/** A statement named after its text. */
export const statementOf = (sql: string): Statement => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url').slice(0, 20),
});

/** A row as the driver gives it, in the order of the selected columns. */
export type RawRow = readonly unknown[];

/** A statement whose text is cached with its shape; values are always bound. */
export interface Statement {
  readonly sql: string;
  /** A name for the server's prepared statements; equal for equal text. */
  readonly name: string;
}

/** One connection's view of the database: inside `write` it is one transaction that sees its own changes. */
export interface Session {
  /** Rows of a SELECT or of a statement with RETURNING. */
  rows(statement: Statement, values: readonly unknown[]): Promise<readonly RawRow[]>;
  /** Runs a statement and gives how many rows it changed. */
  run(statement: Statement, values: readonly unknown[]): Promise<number>;
  /** The TypeORM runner of this connection, for the developer's code and for models on the repository path. */
  readonly runner: () => QueryRunner;
}

/** Why the database refused a write. */
export type Violation =
  | {
      readonly kind: 'unique';
      readonly constraint: string | null;
      readonly columns: readonly string[];
    }
  | { readonly kind: 'foreign-key' }
  /** A text has more bytes than the database keeps in this index. */
  | { readonly kind: 'too-wide'; readonly index: string }
  | { readonly kind: 'not-null'; readonly column: string };

/** An object of the live database with its own text, which SQLite's rebuilds work from. */
export interface LiveObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** The table that an index or trigger belongs to; its own name for the others. */
  readonly table: string;
  /** Null for the indexes that a constraint made. */
  readonly sql: string | null;
}

/** How a column is compared with a value. */
export type Operator = '=' | '<' | '<=' | '>' | '>=';

/** What a bulk insert must know of a column. */
export type BulkColumn = Pick<ColumnInfo, 'column' | 'type'>;

/** Rows of encoded values for one table. */
export interface BulkInsert {
  readonly table: string;
  readonly columns: readonly BulkColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The queries that tell what is in a database; see `readLiveSchema`. */
export interface Catalog {
  /** Rows of `table`, `column`, `type`, `nullable`, `hasDefault`. */
  readonly columns: string;
  /** Rows of `table`, `name`, `unique`, `column`, by name and place. */
  readonly indexes: string;
  /** Rows of `table`, `column`, `target`, `onDelete`. */
  readonly foreignKeys: string;
  /** Rows of `table`, one for each that has triggers of its owner's. */
  readonly triggers: string;
  /** Rows of `name`: the indexes of trigrams that are whole, so that nothing is missed by them. */
  readonly trigrams: string;
  /** The type that `columns` gives for a column made by a step. */
  typeOf(spec: ColumnSpec): string;
}

/** A column with an index of trigrams, and how the rows of its table are told apart; bare names. */
export interface TrigramPlace {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/** Everything that differs between databases, as pure text and value functions. One folder a dialect. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Quotes a table or column name. */
  quote(name: string): string;
  /** The placeholder of the value at `index`, from 1. */
  placeholder(index: number): string;
  /** A placeholder by whose value nothing is planned, where the values differ each time and the plan must not. */
  unplanned(placeholder: string): string;
  /**
   * How the total of a page is best asked for that is not known yet: `apart`; `beside` the page, in its statement; or `once` for
   * both, where an index finds the rows and reading them is most of the work.
   */
  total(condition: string): 'apart' | 'beside' | 'once';
  /** An expression, mostly a placeholder, with the type of a column, where nothing else tells the database its type. */
  cast(expression: string, info: ColumnInfo): string;

  /**
   * A comparison of a column, a quoted expression, with a value of the API, for which `bind` gives the placeholder. JSON is
   * equal by what it says.
   */
  compare(
    column: string,
    operator: Operator,
    value: unknown,
    info: ColumnInfo,
    bind: (stored: unknown) => string,
  ): string;
  /** A json column holds JSON's own null, which nobody can tell from a value that is not there. */
  isJsonNull(column: string): string;
  /** SQL conditions; `column` is a quoted expression, `value` a placeholder. */
  inList(column: string, value: string, info: ColumnInfo): string;
  startsWith(column: string, value: string): string;
  /**
   * `foldText(text)` contains `foldText(value)`. `value` binds the needle as the caller gave it; `needle` says whether it
   * has nothing but ASCII, which allows a faster form.
   */
  contains(text: string, value: string, needle: 'ascii' | 'unicode'): string;
  /**
   * The same condition for a column with an index of trigrams, which finds its rows: `asked` itself among those that the index
   * tells of, where it tells of more. Null where the needle has no three characters that the index goes by. `bind` gives the
   * placeholder of a value.
   */
  containsByTrigrams(
    at: TrigramPlace,
    needle: string,
    bind: (value: unknown) => string,
    asked: () => string,
  ): string | null;
  /** The text of the JSON answer of a column, for `contains` on types other than text. */
  asText(column: string, info: ColumnInfo): string;
  /** The exact sum of a column of whole numbers, in as many words as `sumOf` puts together. */
  sumOfIntegers(column: string): string;
  /** Null sorts first ascending. `info` tells the primary key, which has no nulls and an index of its own kind. */
  orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string;
  /** How many bytes a text or JSON column has at least when it is sent, null for none. */
  bytes(column: BulkColumn): string;
  /** Ends a SELECT with `size` rows after the first `start`, both placeholders. */
  page(size: string, start: string): string;
  /** Ends a SELECT whose rows nobody else may change until the transaction ends; empty where writes wait for each other. */
  readonly lockRows: string;
  /** Keeps the rows of a SELECT from being deleted until the transaction ends; empty where only one writes at a time. */
  readonly keepRows: string;

  /** Makes other transactions that ask the same of this text wait; null where only one writes at a time. */
  lockText(placeholder: string): string | null;

  /** A JavaScript value of the API -> what the driver binds, and back. */
  encode(value: unknown, info: ColumnInfo): unknown;
  decode(value: unknown, info: ColumnInfo): unknown;
  /** The bound form of an `in` list as one parameter. */
  encodeList(values: readonly unknown[], info: ColumnInfo): unknown;

  /** The JSON text of a column as an SQL expression, or null where the serializer in TypeScript does it. */
  json(column: string, info: ColumnInfo): string | null;
  /** Joins JSON members (quoted key, expression) to one object expression; null where `json` is. */
  jsonObject(members: readonly { readonly key: string; readonly sql: string }[]): string | null;

  /** Inside `write`: the next ids of a table, for rows that refer to each other before they are there. */
  reserveIds(session: Session, table: string, count: number): Promise<readonly number[]>;
  /** Inside `write`: rows of several tables that refer to each other in a cycle; their keys count when all are there. */
  insertTogether(session: Session, inserts: readonly BulkInsert[]): Promise<void>;
  /** Inside `write`: many rows of encoded values, the fastest way the database has. */
  insertRows(
    session: Session,
    table: string,
    columns: readonly BulkColumn[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>;

  /** The steps of one migration as this database does them best. */
  arrangeSteps(steps: readonly Step[]): readonly Step[];
  readonly catalog: Catalog;
  /** The query that gives the `LiveObject`s that `compileStep` works from; null where it needs none. */
  readonly liveObjects: string | null;
  /** The statements of a migration step, given the schema before it and what is in the database. */
  compileStep(step: Step, before: Schema, live: readonly LiveObject[]): readonly string[];
  /** A condition: the text can become a value of that type, as the step `changeColumn` makes it one. */
  fits(text: string, type: ColumnSpec['type']): string;
  /** What a driver's error says of a write; null when it is not the caller's doing. */
  violation(error: unknown): Violation | null;
  /** What an error says of the database; null where it can serve. */
  outage(error: unknown): Outage | null;
}
