import { DECIMAL_DIGITS } from './columns.js';
import type { Field } from './model.js';

/** Numbers that a field may hold, from the lowest up by equal steps. */
export interface NumberRange {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
  /** How many there are; may be infinite. */
  readonly count: number;
}

/** The number of different numbers that is enough for the rows of any test. */
const ENOUGH = 100;

/** Positive numbers of a field where it allows them, in steps of 1 where these are enough. */
export function numberRange(
  field: Pick<Field, 'type' | 'min' | 'max' | 'precision' | 'scale'>,
): NumberRange {
  const places = decimalPlaces(field);
  const unit = 10 ** -places;
  const limit = limitOf(field, unit);
  const most = Math.min(field.max ?? limit, limit);
  const least = Math.max(field.min ?? (most < 0 ? most - 1000 : 0), -limit);
  const lowest = rounded(least, places, Math.ceil);
  const highest = rounded(most, places, Math.floor);
  let step = 1;
  while (step > unit && (highest - lowest) / step < ENOUGH) step /= 10;
  // What is missing of a whole step is an error of binary fractions.
  const count = Math.floor((highest - lowest) / step + 1e-6) + 1;
  return { lowest, highest, step: Number(step.toFixed(places)), count };
}

/** The digits after the point. */
function decimalPlaces({ type, scale }: Pick<Field, 'type' | 'scale'>): number {
  if (type === 'decimal') return scale ?? DECIMAL_DIGITS.scale;
  return type === 'float' ? 9 : 0;
}

/** The largest number that its column holds. */
function limitOf(
  { type, precision, scale }: Pick<Field, 'type' | 'precision' | 'scale'>,
  unit: number,
): number {
  if (type !== 'decimal') return Infinity;
  return 10 ** ((precision ?? DECIMAL_DIGITS.precision) - (scale ?? DECIMAL_DIGITS.scale)) - unit;
}

function rounded(value: number, places: number, round: (value: number) => number): number {
  if (!Number.isFinite(value)) return value;
  const exact = Number(value.toFixed(places));
  return Math.abs(exact - value) < 1e-12 ? exact : round(value * 10 ** places) / 10 ** places;
}
