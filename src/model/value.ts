import { colorOf } from './brand.js';
import { readExact } from './exact-value.js';
import { readListValue } from './list-value.js';
import { hasPattern } from './pattern.js';
import { DECIMAL_DIGITS, STRING_LENGTH } from './columns.js';
import type { Field, JsonValue } from './model.js';
import type { GivenValue, Reading, ValueRules } from './value-rules.js';

export type { GivenValue, Reading, ValueRules } from './value-rules.js';

/** Parses a value of a field, for defaults and backfills. */
export function readValue(given: GivenValue, field: ValueRules): Reading {
  if (field.type === 'list') return readListValue(given, field, readValue);
  const typed = READERS[field.type](given, field);
  return 'value' in typed ? (misfit(typed.value, field) ?? typed) : typed;
}

const rawOf = (given: GivenValue): JsonValue => (given.form === 'text' ? given.text : given.value);

/** A value for messages. */
export const shownValue = (given: GivenValue): string => {
  const raw = rawOf(given);
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
};

type Reader = (given: GivenValue, field: ValueRules) => Reading;

/** A reader of values with a text form, typed or in a file. */
const ofText =
  (not: string, example: string, read: (text: string) => JsonValue | null): Reader =>
  (given) => {
    const raw = rawOf(given);
    const value = typeof raw === 'string' ? read(raw) : null;
    return value === null ? { not, example } : { value };
  };

/** A reader of numbers: digits in a text form, a number in a file. */
const ofNumber =
  (not: string, fits: (value: number) => boolean): Reader =>
  (given) => {
    const value = given.form === 'text' ? numberIn(given.text) : given.value;
    return typeof value === 'number' && fits(value) ? { value } : { not, example: '0' };
  };

/** The number that a whole text spells; null without one. */
export function numberIn(text: string): number | null {
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** A decimal may be quoted in a file, as SQL and other tools write it. */
function quotedDigits(given: GivenValue): GivenValue {
  const raw = rawOf(given);
  return typeof raw === 'string' ? { form: 'text', text: raw } : given;
}

const string: Reader = (given) => {
  const raw = rawOf(given);
  if (typeof raw !== 'string')
    return { not: 'a string', change: `quote it: "${shownValue(given)}"` };
  return raw.includes('\0') ? { not: 'text', change: 'remove the NUL character' } : { value: raw };
};

const bigint: Reader = (given) => {
  const raw = rawOf(given);
  const text = typeof raw === 'number' && Number.isSafeInteger(raw) ? String(raw) : raw;
  const value = typeof text === 'string' && /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
  return value !== null && BigInt.asIntN(64, value) === value
    ? { value: value.toString() }
    : { not: 'a 64-bit whole number', example: '0' };
};

const boolean: Reader = (given) => {
  const raw = rawOf(given);
  if (raw === true || raw === 'true') return { value: true };
  if (raw === false || raw === 'false') return { value: false };
  return { not: 'true or false', example: 'true' };
};

const json: Reader = (given) => {
  if (given.form === 'value') return { value: given.value };
  try {
    return { value: JSON.parse(given.text) as JsonValue };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { not: 'JSON', example: '{}' };
  }
};

const time = ofText('a time of day', '08:30:00', (text) => {
  const [, minutes, seconds] = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(text) ?? [];
  return minutes === undefined ? null : `${minutes}${seconds ?? ':00'}`;
});

const datetime = ofText('a date and time with an offset', '2026-11-21T08:30:00Z', (text) => {
  const shape =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[-+]\d{2}:\d{2})$/;
  const day = shape.exec(text)?.[1];
  const moment = new Date(text);
  const real = day !== undefined && isDay(day) && !Number.isNaN(moment.getTime());
  return real ? moment.toISOString() : null;
});

const uuid = ofText('a UUID', '123e4567-e89b-42d3-a456-426614174000', (text) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null,
);

const color = ofText('a colour', '#1e88e5', colorOf);

/** A file has to be uploaded: nobody can write one down. */
const NO_FILE: Reading = { not: 'allowed here', change: 'remove it' };

const READERS: Readonly<Record<Field['type'], Reader>> = {
  string,
  text: string,
  enum: string,
  integer: ofNumber('a whole number', Number.isSafeInteger),
  bigint,
  float: ofNumber('a number', Number.isFinite),
  decimal: (given, field) => ofNumber('a number', Number.isFinite)(quotedDigits(given), field),
  exact: readExact,
  boolean,
  date: ofText('a date', '2026-11-21', (text) => (isDay(text) ? text : null)),
  time,
  datetime,
  uuid,
  color,
  json,
  native: (given, field) => string(given, field),
  list: json,
  bytes: ofText('bytes in base64', 'AQID', (text) =>
    /^([\w+/]{4})*([\w+/]{2}==|[\w+/]{3}=)?$/.test(text) ? text : null,
  ),
  file: () => NO_FILE,
  image: () => NO_FILE,
  ref: ofNumber('the id of a row', (value) => Number.isSafeInteger(value) && value > 0),
  refs: () => ({ not: 'allowed here', change: 'remove it' }),
};

/** Whether a text is a calendar day, such as `2026-11-21`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function misfit(value: JsonValue, field: ValueRules): Reading | null {
  if (field.type === 'json') return null;
  if (field.type === 'bigint' || typeof value === 'number') {
    const number = Number(value);
    return (
      outside(number, field) ?? (field.type === 'decimal' ? decimalMisfit(number, field) : null)
    );
  }
  return typeof value === 'string' && READERS[field.type] === string
    ? textMisfit(value, field)
    : null;
}

function outside(value: number, { min, max }: ValueRules): Reading | null {
  const change = 'change the value or the limit';
  if (min !== null && value < min) return { not: `at least ${min} (\`min=${min}\`)`, change };
  if (max !== null && value > max) return { not: `at most ${max} (\`max=${max}\`)`, change };
  return null;
}

function textMisfit(value: string, field: ValueRules): Reading | null {
  const { type, values, enforce, min, format } = field;
  const listed = values.map((one) => `\`${one}\``).join(', ');
  if (enforce && values.length > 0 && !values.includes(value))
    return { not: 'one of the values', change: `the values are ${listed}` };
  const length = [...value].length;
  const max = field.max ?? (type === 'text' ? Infinity : STRING_LENGTH);
  if (length > max)
    return { not: `at most ${max} characters long`, change: 'shorten it, or raise `max=`' };
  if (length < (min ?? 0))
    return { not: `at least ${min} characters long`, change: 'lengthen it, or lower `min=`' };
  if (field.pattern !== null && value !== '' && !hasPattern(value, field.pattern))
    return {
      not: 'a text that matches the pattern',
      change: `the pattern is \`${field.pattern}\``,
    };
  const [not, example, shape] = FORMATS[format ?? 'none'];
  return shape.test(value) ? null : { not, example };
}

/** The formats as the service checks them. */
const FORMATS = {
  none: ['', '', /^/],
  email: ['an e-mail address', 'a@example.org', /^[^\s@<>,;:"()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/],
  url: ['a web address', 'https://example.org', /^https?:\/\/[^\s/?#\\]{1,512}([/?#\\]\S*)?$/i],
} as const;

function decimalMisfit(value: number, { precision, scale }: ValueRules): Reading | null {
  const [whole = '', part = ''] = plainDigits(Math.abs(value)).split('.');
  const [digits, places] = [(precision ?? DECIMAL_DIGITS.precision) - (scale ?? 0), scale ?? 0];
  if (part.length <= places && whole.replace(/^0+/, '').length <= digits) return null;
  const not = `a number with ${digits} digits before and ${places} after the point`;
  return { not, change: 'change the value, or the digits in `decimal=`' };
}

function plainDigits(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** The default values of new columns in existing rows, by type. */
export const EMPTY_VALUES: Readonly<Record<string, JsonValue>> = {
  string: '',
  text: '',
  integer: 0,
  bigint: '0',
  float: 0,
  decimal: 0,
  exact: '0',
  boolean: false,
  date: '1970-01-01',
  time: '00:00:00',
  datetime: '1970-01-01T00:00:00.000Z',
  uuid: '00000000-0000-0000-0000-000000000000',
  color: '#000000',
  json: {},
  list: [],
};
