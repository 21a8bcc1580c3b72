import type { ColumnInfo } from './column-info.js';
import * as formats from './formats.js';
import { isCleanText, jsonFault, type JsonFault } from './storable.js';
import { sentence, type FieldProblem, type ProblemParams } from '../problem/problem.js';

/** A reason why a value is refused. */
export type Misfit = Pick<FieldProblem, 'code' | 'message' | 'params'>;

/** The limits that a value is checked against; a field without a column has nothing else. */
export type CheckedField = Pick<ColumnInfo, 'name' | 'type' | 'added' | 'min' | 'max'> &
  Partial<
    Pick<
      ColumnInfo,
      'precision' | 'scale' | 'values' | 'enforce' | 'format' | 'pattern' | 'patternMessage'
    >
  >;

export const no = (code: string, message: string, params?: ProblemParams): Misfit => ({
  code,
  message: sentence(message),
  ...(params && { params }),
});

/** A text: its characters, its values, its length, its format and its pattern. */
export function fitsText(value: string, field: CheckedField): Misfit | null {
  if (!isCleanText(value)) {
    return no('text', `${field.name} contains NUL or invalid Unicode`);
  }
  if (field.enforce && !field.values?.includes(value)) {
    const values = field.values?.join(', ') ?? '';
    return no('value', `${field.name} must be one of ${values}`, { values });
  }
  // Length first: a text that is too long is not matched against patterns.
  return fitsLength(value, field) ?? fitsFormat(value, field) ?? fitsPattern(value, field);
}

function fitsLength(value: string, { name, min, max }: CheckedField): Misfit | null {
  if (min === null && (max === null || value.length <= max)) return null;
  const length = formats.lengthOf(value);
  if (max !== null && length > max) {
    return no('too-long', `${name} must have at most ${max} characters`, { max });
  }
  return min !== null && length < min
    ? no('too-short', `${name} must have at least ${min} characters`, { min })
    : null;
}

function fitsFormat(value: string, { name, format }: CheckedField): Misfit | null {
  if (format === 'email' && !formats.isEmail(value)) {
    return no('format', `${name} must be an email address`);
  }
  return format === 'url' && !formats.isUrl(value)
    ? no('format', `${name} must be a web address that begins with http:// or https://`)
    : null;
}

/** The spec's own message is also among the parameters: it is a text for people, which no translation of the code replaces. */
function fitsPattern(
  value: string,
  { name, pattern, patternMessage: message }: CheckedField,
): Misfit | null {
  if (!pattern || value === '' || formats.matcherOf(pattern)(value)) return null;
  if (message) return no('pattern', message, { pattern, message });
  return no('pattern', `${name} does not match the pattern ${pattern}`, { pattern });
}

/** A number between the minimum and the maximum. */
export const fitsRange = (value: number, { name, min, max }: CheckedField): Misfit | null =>
  outOfRange(value, min, max, name);

/** Bounds of numbers of any size. */
function outOfRange(
  value: number | bigint,
  min: number | null,
  max: number | null,
  name: string,
): Misfit | null {
  if (min !== null && value < min)
    return no('too-small', `${name} must be at least ${min}`, { min });
  if (max !== null && value > max)
    return no('too-large', `${name} must be at most ${max}`, { max });
  return null;
}

/** A decimal keeps all its digits or is refused. */
export function fitsDecimal(value: number, field: CheckedField): Misfit | null {
  const { precision = null, scale } = field;
  const places = scale ?? 0;
  if (precision !== null && Math.abs(value) >= 10 ** (precision - places)) {
    return no(
      'too-large',
      `${field.name} has at most ${precision - places} digits before the point`,
      { max: (10 ** precision - 1) / 10 ** places },
    );
  }
  if (precision !== null && Number(value.toFixed(places)) !== value) {
    const message = `${field.name} has at most ${places} digits after the point`;
    return no('too-precise', message, { digits: places });
  }
  return fitsRange(value, field);
}

/** An integer of 64 bits between the minimum and the maximum. */
export const fitsBigint = (value: string, { name, min, max }: CheckedField): Misfit | null =>
  outOfRange(BigInt(value), min, max, name);

const JSON_FAULTS: Readonly<Record<JsonFault, string>> = {
  text: 'contains NUL or invalid Unicode',
  number: 'contains a number that is too large: at most 1.8e308',
};

/** A JSON value without texts and numbers that a database cannot store. */
export function fitsJson(value: unknown, { name }: CheckedField): Misfit | null {
  const fault = jsonFault(value);
  return fault && no(fault, `${name} ${JSON_FAULTS[fault]}`);
}
