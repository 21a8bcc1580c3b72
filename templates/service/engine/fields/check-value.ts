import * as formats from './formats.js';
import { matcherOf } from './formats.js';
import type { ColumnInfo, ExtraInfo, FieldType } from './column-info.js';
import { sentence, type FieldProblem, type ProblemParams } from '../problem/problem.js';

/** A checked value in its one stored form, or what is wrong with it. */
export type Outcome =
  | { readonly value: unknown; readonly code?: undefined }
  | Pick<FieldProblem, 'code' | 'message' | 'params'>;

/** What the check of a value depends on; a field without a column has nothing else. */
export type CheckedField = Pick<ColumnInfo, 'name' | 'type' | 'min' | 'max'> &
  Partial<
    Pick<
      ColumnInfo,
      'precision' | 'scale' | 'values' | 'enforce' | 'format' | 'pattern' | 'patternMessage'
    >
  >;

/** Strict: nothing is coerced. `value` is not null. */
export function checkValue(value: unknown, field: CheckedField | ExtraInfo): Outcome {
  return CHECKS[field.type](value, field);
}

type Check = (value: unknown, field: CheckedField) => Outcome;

const ok = (value: unknown): Outcome => ({ value });
const no = (code: string, message: string, params?: ProblemParams): Outcome => ({
  code,
  message: sentence(message),
  ...(params && { params }),
});
const notA = (field: CheckedField, what: string) => no('type', `${field.name} must be ${what}`);

/** Checks a text that represents another type. */
const parsed =
  (parse: (text: string) => unknown, what: string): Check =>
  (value, field) => {
    const found = typeof value === 'string' ? parse(value) : null;
    return found === null ? notA(field, what) : ok(found);
  };

const CHECKS: Readonly<Record<FieldType, Check>> = {
  string: checkText,
  text: checkText,
  enum: checkText,
  integer: (value, field) =>
    Number.isSafeInteger(value)
      ? checkRange((value as number) + 0, field)
      : notA(field, 'an integer'),
  float: (value, field) =>
    typeof value === 'number' && Number.isFinite(value)
      ? checkRange(value + 0, field)
      : notA(field, 'a number'),
  decimal: checkDecimal,
  bigint: checkBigint,
  boolean: (value, field) =>
    typeof value === 'boolean' ? ok(value) : notA(field, 'true or false'),
  date: parsed(formats.parseDate, 'a date such as 2026-01-31'),
  time: parsed(formats.parseTime, 'a time such as 07:30:00'),
  datetime: (value, field) =>
    parsed(formats.parseDatetime, 'a datetime with its offset, such as 2026-01-31T07:30:00Z')(
      value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
      field,
    ),
  uuid: parsed(formats.parseUuid, 'a UUID'),
  color: parsed(formats.parseColor, 'a colour such as #1e88e5'),
  json: (value, field) => checkJson(value, field),
};

function checkText(value: unknown, field: CheckedField): Outcome {
  if (typeof value !== 'string') return notA(field, 'a string');
  if (!isCleanText(value)) {
    return no('text', `${field.name} contains NUL or invalid Unicode`);
  }
  if (field.enforce && !field.values?.includes(value)) {
    const values = field.values?.join(', ') ?? '';
    return no('value', `${field.name} must be one of ${values}`, { values });
  }
  // Length first: a text that is too long is not matched against patterns.
  return (
    checkLength(value, field) ??
    checkFormat(value, field) ??
    checkPattern(value, field) ??
    ok(value)
  );
}

function checkLength(value: string, { name, min, max }: CheckedField): Outcome | null {
  if (min === null && (max === null || value.length <= max)) return null;
  const length = formats.lengthOf(value);
  if (max !== null && length > max) {
    return no('too-long', `${name} must have at most ${max} characters`, { max });
  }
  return min !== null && length < min
    ? no('too-short', `${name} must have at least ${min} characters`, { min })
    : null;
}

function checkFormat(value: string, { name, format }: CheckedField): Outcome | null {
  if (format === 'email' && !formats.isEmail(value)) {
    return no('format', `${name} must be an email address`);
  }
  return format === 'url' && !formats.isUrl(value)
    ? no('format', `${name} must be a web address that begins with http:// or https://`)
    : null;
}

/** The spec's own message is also among the parameters: it is a text for people, which no translation of the code replaces. */
function checkPattern(
  value: string,
  { name, pattern, patternMessage: message }: CheckedField,
): Outcome | null {
  if (!pattern || value === '' || matcherOf(pattern)(value)) return null;
  if (message) return no('pattern', message, { pattern, message });
  return no('pattern', `${name} does not match the pattern ${pattern}`, { pattern });
}

function checkRange(value: number, { name, min, max }: CheckedField): Outcome {
  return outOfRange(value, min, max, name) ?? ok(value);
}

/** Bounds of numbers of any size. */
function outOfRange(
  value: number | bigint,
  min: number | null,
  max: number | null,
  name: string,
): Outcome | null {
  if (min !== null && value < min)
    return no('too-small', `${name} must be at least ${min}`, { min });
  if (max !== null && value > max)
    return no('too-large', `${name} must be at most ${max}`, { max });
  return null;
}

/** A decimal keeps all its digits or is refused. */
function checkDecimal(value: unknown, field: CheckedField): Outcome {
  if (typeof value !== 'number' || !Number.isFinite(value)) return notA(field, 'a number');
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
  return checkRange(value + 0, field);
}

function checkBigint(value: unknown, field: CheckedField): Outcome {
  const text = typeof value === 'string' ? formats.parseBigint(value) : null;
  if (text === null) return notA(field, 'a whole number of at most 64 bits, as a string');
  const { name, min, max } = field;
  return outOfRange(BigInt(text), min, max, name) ?? ok(text);
}

/** A text that every database can store. */
export const isCleanText = (text: unknown): boolean =>
  typeof text === 'string' && !/\0|\p{Surrogate}/u.test(text);

/** What is wrong with a JSON value: text or a number that cannot be stored. */
type JsonFault = 'text' | 'number';

const JSON_FAULTS: Readonly<Record<JsonFault, string>> = {
  text: 'contains NUL or invalid Unicode',
  number: 'contains a number that is too large: at most 1.8e308',
};

function checkJson(value: unknown, { name }: CheckedField): Outcome {
  const fault = jsonFault(value);
  return fault === null ? ok(value) : no(fault, `${name} ${JSON_FAULTS[fault]}`);
}

/** A JSON value that every database can store. */
export const isPlainJson = (value: unknown): boolean => jsonFault(value) === null;

function jsonFault(value: unknown): JsonFault | null {
  if (typeof value === 'string') return isCleanText(value) ? null : 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'number';
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return 'text';
  for (const [key, inner] of Object.entries(value)) {
    const fault = isCleanText(key) ? jsonFault(inner) : 'text';
    if (fault !== null) return fault;
  }
  return null;
}
