import type { ColumnInfo } from '../fields/column-info.js';
import type { Session } from './session.js';
import type { Step } from './steps/step.js';
import type { ColumnSpec, Schema } from './steps/schema.js';

/** Why the database refused a write. */
export type Violation =
  | {
      readonly kind: 'unique';
      readonly constraint: string | null;
      readonly columns: readonly string[];
    }
  | { readonly kind: 'foreign-key' }
  | { readonly kind: 'not-null'; readonly column: string }
  | { readonly kind: 'busy' };

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
  /** Rows of `table`, one for each that has triggers. */
  readonly triggers: string;
  /** The type that `columns` gives for a column made by a step. */
  typeOf(spec: ColumnSpec): string;
}

/** Everything that differs between databases, as pure text and value functions. One folder a dialect. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Quotes a table or column name. */
  quote(name: string): string;
  /** The placeholder of the value at `index`, from 1. */
  placeholder(index: number): string;
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
  /** The text of the JSON answer of a column, for `contains` on types other than text. */
  asText(column: string, info: ColumnInfo): string;
  /** Null sorts first ascending. `info` tells the primary key, which has no nulls and an index of its own kind. */
  orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string;
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
  /** What a driver's error means; null when it is not the caller's doing. */
  violation(error: unknown): Violation | null;
}
