import { patternFault } from '../model/pattern.js';
import type { ColumnRule } from './read-check.js';
import type { TypeGuess } from './guess-type.js';

/** A field while what is known of it is gathered. */
export interface Shape extends TypeGuess {
  readonly required: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly pattern: string | null;
  readonly format: 'email' | 'url' | null;
}

/** The shape of a field by a rule of a check; null if no field can say it. */
export function applyRule(shape: Shape, rule: ColumnRule): Shape | null {
  switch (rule.kind) {
    case 'required':
      return { ...shape, required: true };
    case 'bound':
      return rule.ofLength ? withLength(shape, rule) : withBound(shape, rule);
    case 'values':
      return withValues(shape, rule.values);
    case 'pattern':
      return withPattern(shape, rule.pattern);
    case 'email':
      return shape.type === 'string' ? { ...shape, format: 'email' } : null;
    case 'json':
      return isText(shape) ? { ...shape, type: 'json', length: null } : null;
  }
}

type Bound = Extract<ColumnRule, { kind: 'bound' }>;

const isText = ({ type }: Shape): boolean => type === 'string' || type === 'text';
const NUMBERS: readonly string[] = ['integer', 'bigint', 'float', 'decimal', 'exact'];

/** The smallest step between two numbers; null if the type has no smallest step. */
function stepOf({ type, digits }: Shape): number | null {
  if (type === 'integer' || type === 'bigint') return 1;
  return type === 'decimal' && digits !== null ? 10 ** -digits[1] : null;
}

function withBound(shape: Shape, { side, value, strict }: Bound): Shape | null {
  const step = stepOf(shape);
  if (!NUMBERS.includes(shape.type) || (strict && step === null)) return null;
  const by = strict ? (side === 'min' ? step! : -step!) : 0;
  return tightened(shape, side, Number((value + by).toFixed(12)));
}

function withLength(shape: Shape, { side, value, strict }: Bound): Shape | null {
  if (!isText(shape)) return null;
  const length = value + (strict ? (side === 'min' ? 1 : -1) : 0);
  if (!Number.isInteger(length) || length < (side === 'max' ? 1 : 0)) return null;
  if (side === 'min') return length === 0 ? shape : tightened(shape, 'min', length);
  if (shape.type === 'text' && length > 10_000) return tightened(shape, 'max', length);
  // A text that is bounded is a string.
  const most = Math.min(length, shape.length ?? Infinity);
  return { ...shape, type: 'string', length: most, reasons: [] };
}

function tightened(shape: Shape, side: 'min' | 'max', value: number): Shape {
  const narrower = side === 'min' ? Math.max : Math.min;
  return { ...shape, [side]: narrower(value, shape[side] ?? value) };
}

function withValues(shape: Shape, values: readonly string[]): Shape | null {
  const distinct = [...new Set(values)];
  if (isText(shape))
    return distinct.every((value) => value !== '' && [...value].length <= 255)
      ? { ...shape, type: 'enum', length: null, values: distinct, reasons: [] }
      : null;
  if (shape.type === 'boolean') return shape;
  // Whole numbers without a gap are a range.
  const numbers = distinct.map(Number).toSorted((one, other) => one - other);
  const isRange = numbers.every(
    (one, index) => Number.isInteger(one) && one === numbers[0]! + index,
  );
  if (shape.type !== 'integer' || !isRange) return null;
  return tightened(tightened(shape, 'min', numbers[0]!), 'max', numbers.at(-1)!);
}

function withPattern(shape: Shape, pattern: string): Shape | null {
  const isKnown = shape.pattern === null && patternFault(pattern) === null;
  return shape.type === 'string' && isKnown ? { ...shape, pattern } : null;
}
