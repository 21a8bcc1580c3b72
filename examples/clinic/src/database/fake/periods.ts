import type { ColumnInfo } from '../../crud/model-info.js';

/** Two fields of which one begins what the other ends. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The words that a period begins and ends with: `starts_on` and `ends_on`, `valid_from` and `valid_to`. */
const ENDS: readonly (readonly [RegExp, string])[] = [
  [/(^|_)starts(?=_|$)/, '$1ends'],
  [/(^|_)start(?=_|$)/, '$1end'],
  [/(^|_)started(?=_|$)/, '$1ended'],
  [/(^|_)begins(?=_|$)/, '$1ends'],
  [/(^|_)begin(?=_|$)/, '$1end'],
  [/(^|_)from(?=_|$)/, '$1to'],
  [/(^|_)from(?=_|$)/, '$1until'],
  [/(^|_)opens(?=_|$)/, '$1closes'],
  [/(^|_)opened(?=_|$)/, '$1closed'],
];

/** The periods among a model's fields, by their names: both of one type, both a day, a time or a moment. */
export function findPeriods(columns: readonly ColumnInfo[]): readonly Period[] {
  const named = new Map(columns.map((column) => [column.name, column]));
  return columns
    .filter(({ type, role }) => role === 'data' && ['date', 'datetime', 'time'].includes(type))
    .flatMap(({ name, type }) =>
      ENDS.filter(([begin]) => begin.test(name))
        .map(([begin, end]) => ({ from: name, to: name.replace(begin, end) }))
        .filter(({ to }) => named.get(to)?.type === type),
    );
}
