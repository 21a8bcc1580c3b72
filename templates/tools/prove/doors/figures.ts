import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { Row } from '../naive/naive.js';
import type { Wrong } from './door.js';
import { compare, isNumber, isSorted } from './values.js';

/** The functions that compute a figure of a group. */
export type FigureKind = 'sum' | 'avg' | 'min' | 'max';

export const FIGURES: readonly FigureKind[] = ['sum', 'avg', 'min', 'max'];

/** The length of texts by which lists still group. */
const LONGEST_KEY = 255;
const WITHOUT_FIGURES = ['boolean', 'uuid', 'color', 'json', 'string', 'text', 'enum'];

/** Whether lists group by a column; texts that may be long make no groups. */
export const isGrouped = (column: ColumnInfo): boolean =>
  isSorted(column) && !mayBeLonger(column, LONGEST_KEY);

export const mayBeLonger = ({ type, max }: ColumnInfo, characters: number): boolean =>
  (type === 'string' || type === 'text') && (max ?? Infinity) > characters;

export const hasFigure = (kind: FigureKind, column: ColumnInfo): boolean =>
  isSorted(column) &&
  (isNumber(column) ||
    ((kind === 'min' || kind === 'max') && !WITHOUT_FIGURES.includes(column.type)));

/** A group in an answer. */
export interface Group {
  readonly by: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly sum?: Figures;
  readonly avg?: Figures;
  readonly min?: Figures;
  readonly max?: Figures;
}

type Figures = Readonly<Record<string, unknown>>;

/** Rows with equal values of a field, or of the month in which it lies. */
export function groupsOf(
  rows: readonly Row[],
  by: string | null,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>(by === null ? [['{}', []]] : []);
  for (const row of rows) {
    const key = JSON.stringify(by === null ? {} : { [by]: keyOf(row, by) });
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

const MONTH = '.month';

function keyOf(row: Row, by: string): unknown {
  if (!by.endsWith(MONTH)) return row[by] ?? null;
  const value = row[by.slice(0, -MONTH.length)];
  return typeof value === 'string' ? `${value.slice(0, 7)}-01` : null;
}

/** A figure of some rows. Without a value, the sum is 0 and other figures are null. */
export function figureOf(kind: FigureKind, column: ColumnInfo, rows: readonly Row[]): unknown {
  const values = rows.map((row) => row[column.name] ?? null).filter((value) => value !== null);
  const sum = values.reduce<number>((all, value) => all + Number(value), 0);
  if (kind === 'sum') return sum;
  if (values.length === 0) return null;
  if (kind === 'avg') return sum / values.length;
  const sorted = values.toSorted((a, b) => compare(column, a, b));
  return kind === 'min' ? sorted[0] : sorted.at(-1);
}

/** Compares groups with those of the rows, by their number of rows and their figure. */
export function wrongGroups(
  told: readonly Group[],
  groups: ReadonlyMap<string, readonly Row[]>,
  figure: { readonly kind: FigureKind; readonly column: ColumnInfo } | null,
): Wrong | null {
  const known = new Map(told.map((group) => [JSON.stringify(group.by), group]));
  const says = (keys: Iterable<string>) => `groups ${[...keys].sort().join(' ') || 'none'}`;
  if (known.size !== groups.size || [...groups.keys()].some((key) => !known.has(key)))
    return { expected: says(groups.keys()), told: says(known.keys()) };
  for (const [key, rows] of groups) {
    const group = known.get(key)!;
    if (group.count !== rows.length)
      return { expected: `${rows.length} in ${key}`, told: `${group.count} in ${key}` };
    if (!figure) continue;
    const { kind, column } = figure;
    const [one, other] = [group[kind]?.[column.name], figureOf(kind, column, rows)];
    if (!isAbout(one, other))
      return {
        expected: `${kind} ${JSON.stringify(other)} in ${key}`,
        told: `${kind} ${JSON.stringify(one)} in ${key}`,
      };
  }
  return null;
}

/** Whether values are equal. Numbers may differ a little, because a sum depends on the order of its terms. */
function isAbout(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === null || other === null || one === undefined) return false;
  const [a, b] = [Number(one), Number(other)];
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}
