import type { ColumnInfo } from '../../service/engine/fields/column-info.js';

/** A pair of fields that begin and end a period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The words that name the start and end of a period: `starts_on` and `ends_on`, `valid_from` and `valid_to`. */
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

/** The periods among a model's fields, by their names: both of the same type, a date, a time or a datetime. */
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
