import type { ColumnInfo, ValueInfo } from '../fields/column-info.js';
import type { Period } from '../fields/periods.js';

/** The code of an error: a number is beyond its type. */
export const OUT_OF_RANGE = '22003';

/** How a column is compared with a value. */
export type Operator = '=' | '<' | '<=' | '>' | '>=';

/** A column with a trigram index, and the primary key of its table; unquoted names. */
export interface TrigramPlace {
  readonly table: string;
  readonly key: Pick<ColumnInfo, 'column' | 'type'>;
  readonly column: string;
}

/** What a search by trigram indexes takes: the feature `trigrams` brings one for each database. */
export interface TrigramSearch {
  /** A query for rows of `name`: the complete trigram indexes, which miss no rows. */
  readonly whole: string;
  /**
   * `QueryDialect.contains` for a column with an index, which finds its rows: `asked` itself is evaluated on the rows that the
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

/** How a database selects, compares, sorts, groups and locks rows, and how it stores values. */
export interface QueryDialect {
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
  /**
   * How a column is compared with a placeholder, if `=` would hold other texts for equal or refuse a number that the column cannot have;
   * undefined for all other columns.
   */
  equals?(info: ColumnInfo): ((column: string, value: string) => string) | undefined;
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
  /** The minimum number of bytes that a text, JSON or added column takes in a response, null for none. */
  bytes(column: Pick<ColumnInfo, 'column' | 'type' | 'added'>): string;
  /** Ends a SELECT with `size` rows after the first `start`, both placeholders. */
  page(size: string, start: string): string;
  /** Ends a SELECT that locks its rows against changes until the transaction ends; empty where writes are serialised anyway. */
  readonly lockRows: string;
  /** Ends a SELECT that locks rows that are about to be changed: they keep their keys, so that others can refer to them meanwhile. */
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
}
