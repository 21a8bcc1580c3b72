import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import type { ColumnInfo, ValueInfo } from '../fields/column-info.js';
import type { Period } from '../fields/periods.js';
import type { RecordId } from '../fields/record-id.js';
import type { Outage } from './outage.js';
import type { ColumnSpec, Schema, Step } from './steps/schema.js';

/** A statement that is named by its text. */
export const statementOf = (sql: string, hasOnePlan = false): Statement => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url').slice(0, 20),
  hasOnePlan,
});

/** The code of an error: a number is beyond its type. */
export const OUT_OF_RANGE = '22003';

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
      readonly columns: readonly string[];
    }
  | { readonly kind: 'foreign-key' }
  /** A text has more bytes than the database can index. */
  | { readonly kind: 'too-wide'; readonly index: string }
  | { readonly kind: 'not-null'; readonly column: string };

/** An object of the live database with its SQL text, which SQLite's rebuilds work from. */
export interface LiveObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** The table that an index or trigger belongs to; its own name for the others. */
  readonly table: string;
  /** Null for indexes that a constraint created. */
  readonly sql: string | null;
}

/** How a column is compared with a value. */
export type Operator = '=' | '<' | '<=' | '>' | '>=';

/** What a bulk insert needs to know about a column. */
export type BulkColumn = Pick<ColumnInfo, 'column' | 'type'>;

/** Rows of encoded values for one table. */
export interface BulkInsert {
  readonly table: string;
  readonly columns: readonly BulkColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Queries of the live schema; see `readLiveSchema`. */
export interface Catalog {
  /** Rows of `table`, `column`, `type`, `nullable`, `hasDefault`. */
  readonly columns: string;
  /** Rows of `table`, `name`, `unique`, `column`, by name and position. */
  readonly indexes: string;
  /** Rows of `table`, `column`, `target`, `onDelete`. */
  readonly foreignKeys: string;
  /** Rows of `table`, one for each that has triggers of the developer's. */
  readonly triggers: string;
  /** The type that `columns` returns for a column that a step created. */
  typeOf(spec: ColumnSpec): string;
}

/** A column with a trigram index, and the key of its table; unquoted names. */
export interface TrigramPlace {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/** What a search by trigram indexes takes: the feature `trigrams` brings one for each database. */
export interface TrigramSearch {
  /** A query for rows of `name`: the complete trigram indexes, which miss no rows. */
  readonly whole: string;
  /**
   * `Dialect.contains` for a column with an index, which finds its rows: `asked` itself is evaluated on the rows that the
   * index returns, where it may return more. Null where the needle has no three characters that are indexed. `bind` returns
   * the placeholder of a value.
   */
  contains(
    at: TrigramPlace,
    needle: string,
    bind: (value: unknown) => string,
    asked: () => string,
  ): string | null;
  /**
   * Of words that a row must all contain, each in any of the places, those that the indexes are asked for: the others cost
   * less to check in the rows that these find.
   */
  indexedWords(words: readonly string[], places: readonly TrigramPlace[]): readonly string[];
  /** Whether an index finds the rows of a condition. */
  finds(condition: string): boolean;
}

/** A period as rows are grouped and sorted by it, and its first day as a text (`2026-11-01`), which is made for each group. */
export interface PeriodSql {
  readonly key: string;
  readonly text: string;
}

type Convert = (value: unknown, info: ValueInfo) => unknown;

/** API values to those that a driver binds, and back; `store` and `load` do so for values other than null. */
export function codecOf(store: Convert, load: Convert): Record<'encode' | 'decode', Convert> {
  const stored: Convert = (value, info) => (value == null ? null : store(value, info));
  const loaded: Convert = (value, info) => (value == null ? null : load(value, info));
  return {
    encode: (value, info) =>
      info.transformer
        ? stored(info.transformer.to(entityForm(value, info)), info)
        : stored(value, info),
    decode: (value, info) => {
      if (!info.transformer) return loaded(value, info);
      const result = info.transformer.from(entityForm(loaded(value, info), info));
      return result instanceof Date ? result.toISOString() : result;
    },
  };
}

/** A developer's transformer sees dates as in entities. */
const entityForm: Convert = (value, info) =>
  info.type === 'datetime' && typeof value === 'string' ? new Date(value) : value;

/** Everything that differs between databases, as pure functions of text and values. One folder per dialect. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Quotes a table or column name. */
  quote(name: string): string;
  /** The placeholder of the value at `index`, from 1. */
  placeholder(index: number): string;
  /** A placeholder that the planner ignores, where the values differ each time and the plan must not. */
  unplanned(placeholder: string): string;
  /**
   * How best to query the total of a page when it is not cached: `apart`; `beside` the page, in the same statement; or `once`
   * for both, where an index finds the rows and reading them is most of the work.
   */
  total(condition: string): 'apart' | 'beside' | 'once';
  /** An expression, usually a placeholder, cast to the type of a column, where the database cannot infer it. */
  cast(expression: string, info: ColumnInfo): string;

  /**
   * A comparison of a column, a quoted expression, with an API value, for which `bind` returns the placeholder. JSON is
   * compared by content.
   */
  compare(
    column: string,
    operator: Operator,
    value: unknown,
    info: ColumnInfo,
    bind: (stored: unknown) => string,
  ): string;
  /** A json column holds JSON's own null, which the API does not distinguish from a missing value. */
  isJsonNull(column: string): string;
  /** SQL conditions; `column` is a quoted expression, `value` a placeholder. */
  inList(column: string, value: string, info: ColumnInfo): string;
  startsWith(column: string, value: string): string;
  /**
   * `foldText(text)` contains `foldText(value)`. `value` binds the needle as the caller sent it; `needle` says whether it is
   * pure ASCII, which allows a faster form.
   */
  contains(text: string, value: string, needle: 'ascii' | 'unicode'): string;
  /** A text without the `SEPARATORS` of numbers; both are quoted expressions. */
  ungrouped(text: string): string;
  /** How `contains` finds rows by trigram indexes; without it, no index is looked for. */
  readonly trigrams?: TrigramSearch;
  /** The text of a column's JSON form, for `contains` on types other than text. */
  asText(column: string, info: ColumnInfo): string;
  /**
   * A condition that all groups meet, which fails as `OUT_OF_RANGE` where the sum of a float column is beyond the range of floats;
   * missing where the sum itself fails.
   */
  readonly sumInRange?: (column: string) => string;
  /** The exact sum of an integer column, 0 of none: in one word, or in words of 32 bits, the most significant first. */
  sumOfIntegers(column: string): readonly string[];
  /** The period, in a time zone, that a date or datetime falls into. */
  periodOf(
    column: string,
    info: ColumnInfo,
    period: Period,
    timeZone: string,
    bind: (value: unknown) => string,
  ): PeriodSql;
  /** Null sorts first ascending. `info` identifies the primary key, which has no nulls and an index of its own kind. */
  orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string;
  /** The minimum number of bytes that a text or JSON column takes in a response, null for none. */
  bytes(column: BulkColumn): string;
  /** Ends a SELECT with `size` rows after the first `start`, both placeholders. */
  page(size: string, start: string): string;
  /** Ends a SELECT that locks its rows against changes until the transaction ends; empty where writes are serialised anyway. */
  readonly lockRows: string;
  /** The same for rows that are about to be changed: they keep their keys, so that others can refer to them meanwhile. */
  readonly changeRows: string;
  /**
   * Protects the rows of a SELECT from being deleted until the transaction ends; empty where there is only one writer at a
   * time.
   */
  readonly keepRows: string;

  /** Makes other transactions that lock the same text wait; null where there is only one writer at a time. */
  lockText(placeholder: string): string | null;

  /** An API value -> what the driver binds, and back. */
  encode(value: unknown, info: ValueInfo): unknown;
  decode(value: unknown, info: ValueInfo): unknown;
  /** The bound form of an `in` list as a single parameter. */
  encodeList(values: readonly unknown[], info: ColumnInfo): unknown;

  /** The JSON text of a column as an SQL expression, or null where the value has to be read. */
  json(column: string, info: ColumnInfo): string | null;
  /** Joins JSON members (quoted key, expression) into one object expression; null where `json` is. */
  jsonObject(members: readonly { readonly key: string; readonly sql: string }[]): string | null;

  /** Inside `write`: the next ids of a table, for rows that refer to each other before they are inserted. */
  reserveIds(session: Session, table: string, count: number): Promise<readonly RecordId[]>;
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
   * Inside `write`: changes many rows by one statement. The first column is the key; `counted` is one that goes up by 1.
   * Missing where a statement for each row costs no more.
   */
  readonly updateRows?: (
    session: Session,
    update: BulkInsert,
    counted: string | null,
  ) => Promise<void>;

  /** The steps of one migration in the form that suits this database best. */
  arrangeSteps(steps: readonly Step[]): readonly Step[];
  readonly catalog: Catalog;
  /** The query for the `LiveObject`s that `compileStep` works from; null where it needs none. */
  readonly liveObjects: string | null;
  /** The statements of a migration step, given the schema before it and the live objects. */
  compileStep(step: Step, before: Schema, live: readonly LiveObject[]): readonly string[];
  /** A condition: the text can be converted to that type, as the step `changeColumn` does. */
  fits(text: string, type: ColumnSpec['type']): string;
  /** The value of a column, by its quoted name, as the step `changeColumn` converts it. */
  converted(column: string, from: ColumnSpec, to: ColumnSpec): string;
  /** What a driver's error means for a write; null when the caller did not cause it. */
  violation(error: unknown): Violation | null;
  /** What an error says about the database; null where it is available. */
  outage(error: unknown): Outage | null;
}
