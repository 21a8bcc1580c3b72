import { isNumber, type ColumnInfo } from '../../fields/column-info.js';
import { PERIODS, type Period } from '../../fields/periods.js';
import type { Order } from './parse-page.js';

/** Records are equal in a column, or fall into the same period by it. */
export interface Grouping {
  /** `status`, `created_at.month`. */
  readonly name: string;
  readonly column: ColumnInfo;
  readonly period: Period | null;
}

/** What is computed of the values of a column. */
export const FUNCTIONS = ['sum', 'avg', 'min', 'max'] as const;
export type AggregateFunction = (typeof FUNCTIONS)[number];

/** One aggregate of one column. */
export interface Measure {
  readonly of: AggregateFunction;
  readonly column: ColumnInfo;
}

/** What groups are sorted by, or have to have: a column or period of theirs, a measure, or the number of their records. */
export type GroupValue = Grouping | Measure | 'count';

/** What a group is sorted by. */
export interface GroupOrder {
  readonly by: GroupValue;
  readonly direction: Order['direction'];
}

/** What a group must have. */
export interface Having {
  readonly of: Measure | 'count';
  readonly operator: '=' | '<>' | '<' | '<=' | '>' | '>=';
  /** The value in the API's form; a sum of integers is a bigint. */
  readonly value: unknown;
}

/** Whether it is a sum of integers, which is exact however large it is. */
export const isWholeSum = (value: GroupValue): value is Measure =>
  value !== 'count' &&
  'of' in value &&
  value.of === 'sum' &&
  (value.column.type === 'integer' || value.column.type === 'bigint');

/** Whether it adds up floats, whose sum may be beyond their range. */
export const addsFloats = (value: GroupValue): value is Measure =>
  value !== 'count' &&
  'of' in value &&
  (value.of === 'sum' || value.of === 'avg') &&
  value.column.type === 'float';

export const isGrouping = (value: GroupValue): value is Grouping =>
  value !== 'count' && 'period' in value;

/** The field and the period of a grouping's name; a column of exactly that name wins. */
export function splitPeriod(
  name: string,
  isColumn: (name: string) => boolean,
): readonly [field: string, period: Period | null] {
  const dot = name.lastIndexOf('.');
  const period = PERIODS.find((one) => one === name.slice(dot + 1));
  if (dot < 1 || period === undefined || isColumn(name)) return [name, null];
  return [name.slice(0, dot), period];
}

/** Whether the values of a column fall into periods. */
export const hasPeriods = ({ type }: ColumnInfo): boolean => type === 'date' || type === 'datetime';

const UNORDERED: readonly ColumnInfo['type'][] = ['boolean', 'uuid', 'color', 'json', 'added'];

/** Whether there is such an aggregate of a column: sums and averages of numbers, the first and the last of what has an order. */
export const isMeasurable = (of: AggregateFunction, column: ColumnInfo): boolean =>
  isNumber(column) || ((of === 'min' || of === 'max') && hasExtremes(column));

const hasExtremes = ({ type, added }: ColumnInfo): boolean =>
  added?.isNumber ?? !UNORDERED.includes(type);
