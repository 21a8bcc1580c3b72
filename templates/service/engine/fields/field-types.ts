import type { TypeInfo } from './column-info.js';
import type { PlainType } from './plain-type.js';
import type { FieldValue } from './field-value.js';
import * as formats from './formats.js';
import {
  fitsBigint,
  fitsDecimal,
  fitsJson,
  fitsRange,
  fitsText,
  type CheckedField,
  type Misfit,
} from './limits.js';
import { isCleanText, isPlainJson, jsonExcess } from './storable.js';

/** How values of a type are read. Each reader returns the stored form, or null for a value that the type cannot hold. */
export interface TypeOfField<Value extends FieldValue = FieldValue> {
  /** Completes "must be ...". */
  readonly noun: string;
  /** An example for messages about queries, if the name of the type does not tell the form. */
  readonly example?: string;
  /** The text of a query parameter, or of a cell. Null also for JSON's own null. */
  parse(text: string): Value | null;
  /** A value of JSON or of code, which is not null. Nothing is coerced. */
  accept(value: unknown): Value | null;
  /** The reason why an accepted value exceeds the limits of its field; null if it fits. Types without limits have none. */
  fits?(value: Value, field: CheckedField): Misfit | null;
  /** The part of an accepted value that a column keeps; all of it unless given. */
  kept?(value: Value, field: CheckedField | { readonly precision?: undefined }): Value;
  /** A value that code compares a column with. */
  compare(value: unknown): Value | null;
  /** Whether code may compare a column with the value at all: databases would differ for a value of another kind. */
  isKind(value: unknown): boolean;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

const text: TypeOfField<string> = {
  noun: 'a string',
  parse: (given) => given,
  accept: (value) => (isString(value) ? value : null),
  fits: fitsText,
  compare: (value) => (isCleanText(value) ? (value as string) : null),
  isKind: isString,
};

/** A type whose values are texts in a single form. */
function written(noun: string, parse: (text: string) => string | null): TypeOfField<string> {
  const accept = (value: unknown): string | null => (isString(value) ? parse(value) : null);
  return { noun, parse, accept, compare: accept, isKind: isString };
}

/** A type whose values are numbers. -0 becomes 0, which databases and JSON do not tell from it. */
function numeric(
  noun: string,
  parse: (text: string) => number | null,
  isValid: (value: unknown) => value is number,
  fits: NonNullable<TypeOfField<number>['fits']>,
): TypeOfField<number> {
  const accept = (value: unknown): number | null => (isValid(value) ? value + 0 : null);
  return { noun, parse, accept, fits, compare: accept, isKind: isFiniteNumber };
}

const date = written('a date such as 2026-01-31', formats.parseDate);

const datetime = written(
  'a datetime with its offset, such as 2026-01-31T07:30:00Z',
  formats.parseDatetime,
);

const acceptMoment = (value: unknown): string | null =>
  datetime.accept(
    value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
  );

function acceptBigint(value: unknown): string | null {
  if (typeof value === 'bigint') return formats.parseBigint(String(value));
  return isString(value) ? formats.parseBigint(value) : null;
}

/** The precision of columns that keep the microseconds of a moment. */
export const MICROSECONDS = 6;

/** All types of the engine's own. A new one does not compile until it has an entry. */
export const FIELD_TYPES: Readonly<Record<PlainType, TypeOfField>> = {
  string: text,
  text,
  enum: text,
  integer: numeric(
    'an integer',
    formats.parseInteger,
    (value): value is number => Number.isSafeInteger(value),
    fitsRange,
  ),
  float: numeric('a number', formats.parseNumber, isFiniteNumber, fitsRange),
  decimal: numeric('a number', formats.parseNumber, isFiniteNumber, fitsDecimal),
  bigint: {
    noun: 'a whole number of at most 64 bits, as a string',
    parse: formats.parseBigint,
    accept: acceptBigint,
    fits: fitsBigint,
    compare: acceptBigint,
    isKind: (value) => typeof value === 'bigint' || (isString(value) && /^-?\d+$/.test(value)),
  },
  boolean: {
    noun: 'true or false',
    parse: (given) => (given === 'true' ? true : given === 'false' ? false : null),
    accept: asBoolean,
    compare: asBoolean,
    isKind: (value) => typeof value === 'boolean',
  },
  date: {
    ...date,
    example: '2026-01-31',
    // A moment is compared by its day in UTC.
    compare: (value) => date.accept(value) ?? acceptMoment(value)?.slice(0, 10) ?? null,
  },
  time: { ...written('a time such as 07:30:00', formats.parseTime), example: '07:30:00' },
  datetime: {
    ...datetime,
    example: '2026-01-31T07:30:00Z',
    accept: acceptMoment,
    kept: (value, { precision }) =>
      precision === MICROSECONDS ? value : formats.inMilliseconds(value as string),
    // A day is compared by its first moment in UTC.
    compare: (value) => acceptMoment(value) ?? midnight(date.accept(value)),
  },
  uuid: written('a UUID', formats.parseUuid),
  color: { ...written('a colour such as #1e88e5', formats.parseColor), example: '#1e88e5' },
  json: {
    noun: 'a JSON value',
    example: '1, "text" or {"a":[true]}',
    parse: parseJson,
    accept: (value) => value as FieldValue,
    fits: fitsJson,
    compare: (value) => (isPlainJson(value) ? (value as FieldValue) : null),
    isKind: (value) => value !== null && isPlainJson(value),
  },
};

/** How values of a field are read. */
export const typeOf = ({ type, added }: TypeInfo): TypeOfField =>
  type === 'added' ? added!.values : FIELD_TYPES[type];

function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

const midnight = (day: string | null): string | null => day && `${day}T00:00:00.000Z`;

function parseJson(given: string): FieldValue | null {
  if (jsonExcess(given)) return null;
  try {
    const value: unknown = JSON.parse(given);
    return isPlainJson(value) ? (value as FieldValue) : null;
  } catch {
    return null;
  }
}
