import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { Make } from './scene.js';

/** The part of a range whose numbers are frequent. */
export type Shape = 'even' | 'low' | 'high';

export interface Range {
  readonly min: number;
  readonly max: number;
  /** Values are whole multiples of it. */
  readonly step: number;
  readonly shape?: Shape;
}

type NumberColumn = Pick<ColumnInfo, 'type' | 'min' | 'max' | 'precision' | 'scale'>;

/** Numbers of a range, or of the field's own bounds where these leave nothing of it. */
export function numbersWithin(column: NumberColumn, range: Range): Make<number> {
  const { min, max } = overlapOf(column, range);
  const step = stepOf(column, range, max - min);
  const lowest = Math.ceil(min / step - 1e-9);
  const count = Math.max(1, Math.floor(max / step + 1e-9) - lowest + 1);
  // Dividing by an integer gives 0.3 where multiplying gives 0.30000000000000004.
  const inverse = Math.round(1 / step);
  const { shape = 'even' } = range;
  return ({ dice }) => {
    const drawn = shape === 'even' ? dice.next() : shape === 'low' ? dice.low() : 1 - dice.low();
    const steps = lowest + Math.min(count - 1, Math.floor(drawn * count));
    return step < 1 ? steps / inverse : steps * step;
  };
}

/** A number as the field can hold it: within its bounds, with no more decimals than it stores, and than are asked for. */
export function settle(value: number, column: NumberColumn, decimals = 2): number {
  const { min, max } = boundsOf(column);
  const finest = finestOf(column, decimals);
  const inverse = Math.round(1 / finest);
  const bounded = Math.min(Math.max(value, min), max);
  const steps = bounded * inverse;
  const nearest = Math.round(steps) / inverse;
  if (nearest >= min && nearest <= max) return nearest + 0;
  // A bound between two storable numbers.
  return (nearest > max ? Math.floor(steps) : Math.ceil(steps)) / inverse + 0;
}

function overlapOf(
  column: NumberColumn,
  range: Range,
): { readonly min: number; readonly max: number } {
  const bounds = boundsOf(column);
  const min = Math.max(range.min, bounds.min);
  const max = Math.min(range.max, bounds.max);
  if (max - min >= finestOf(column)) return { min, max };
  // A bound alone leaves as much room as the range has.
  const room = range.max - range.min;
  const from = column.min === null && bounds.max < range.min ? bounds.max - room : bounds.min;
  const lowest =
    Number.isFinite(from) && from > -Number.MAX_SAFE_INTEGER ? from : bounds.max - room;
  return { min: lowest, max: Math.min(bounds.max, lowest + room) };
}

function stepOf(column: NumberColumn, { step }: Range, room: number): number {
  const finest = finestOf(column);
  const wanted = Math.max(step, finest);
  return room >= wanted ? wanted : finest;
}

/** The smallest difference of two values. */
function finestOf({ type, scale }: NumberColumn, decimals = 2): number {
  if (type === 'integer' || type === 'bigint') return 1;
  return 1 / tenTo(type === 'decimal' ? Math.min(scale ?? 0, decimals) : decimals);
}

function boundsOf({ type, min, max, precision, scale }: NumberColumn) {
  const room =
    type === 'decimal' && precision !== null
      ? tenTo(precision - (scale ?? 0)) - (scale ? 1 / tenTo(scale) : 1)
      : Number.MAX_SAFE_INTEGER;
  return { min: Math.max(min ?? -room, -room), max: Math.min(max ?? room, room) };
}

/** Exact: powers are not the same on every machine. */
const tenTo = (exponent: number): number => Number(`1e${exponent}`);
