import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';

/** Two fields of which one begins what the other ends. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The words that a period begins and ends with: `starts_on` and `ends_on`, `valid_from` and `valid_to`. */
const ENDS: readonly (readonly [begin: string, end: string])[] = [
  ['starts', 'ends'],
  ['start', 'end'],
  ['started', 'ended'],
  ['begins', 'ends'],
  ['begin', 'end'],
  ['from', 'to'],
  ['from', 'until'],
  ['opens', 'closes'],
  ['opened', 'closed'],
];

/** The periods among a model's fields, by their names: both of one type, both a day, a time or a moment. */
export function findPeriods(columns: readonly ColumnInfo[]): readonly Period[] {
  const named = new Map(columns.map((column) => [column.name, column]));
  return columns
    .filter(({ type, role }) => role === 'data' && ['date', 'datetime', 'time'].includes(type))
    .flatMap(({ name, type }) => {
      const words = name.split('_');
      return ENDS.filter(([begin]) => words.includes(begin))
        .map(([begin, end]) => words.with(words.indexOf(begin), end).join('_'))
        .filter((to) => named.get(to)?.type === type)
        .map((to) => ({ from: name, to }));
    });
}
