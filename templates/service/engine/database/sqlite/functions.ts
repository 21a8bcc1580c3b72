import type Sqlite from 'better-sqlite3';
import { caseless } from '../../fields/caseless.js';
import { parseColor } from '../../fields/formats.js';
import { isJson } from '../../fields/storable.js';
import { UTC, dayIn, startOfPeriod, type Period } from '../../fields/periods.js';
import { OUT_OF_RANGE } from '../query-dialect.js';
import { encode, timeOf } from './values.js';

/** The functions that our SQL uses where SQLite has none with JavaScript's results. */
export function registerFunctions(handle: Sqlite.Database): void {
  const pure = { deterministic: true, directOnly: false };
  handle.function('unicode_fold', pure, (text: unknown) =>
    text === null ? null : foldText(String(text)),
  );
  /** Only migrations call it. */
  handle.function('caseless', pure, (text: unknown) =>
    text === null ? null : caseless(String(text)),
  );
  /** A number in JSON form: `29` and not `29.0`, `1e+21` and not `1.0e+21`. */
  handle.function('json_number', pure, (value: unknown) => (value === null ? null : String(value)));
  /** One canonical text for equal values; null for a text that is not JSON. */
  handle.function('canonical_json', pure, (text: unknown) =>
    text === null ? null : canonicalJson(String(text)),
  );
  handle.function('start_of_period', pure, (text: unknown, period: unknown, timeZone: unknown) =>
    text === null ? null : startOfPeriod(dayOf(String(text), String(timeZone)), period as Period),
  );
  /** 1, also of no value; throws for a sum beyond the range of numbers, which SQLite has as infinity. */
  handle.function('in_range', pure, (sum: unknown) => {
    if (sum === null || Number.isFinite(sum)) return 1;
    throw Object.assign(new RangeError('a sum is out of range'), { code: OUT_OF_RANGE });
  });
  /** A value of one column type as another; throws where it does not fit. Only migrations call it. */
  handle.function('convert_text', pure, (text: unknown, type: unknown) =>
    text === null ? null : convertText(String(text), String(type)),
  );
  handle.function('text_fits', pure, (text: unknown, type: unknown) =>
    Number(text === null || fits(String(text), String(type))),
  );
}

/** The day of a stored date or datetime. */
const dayOf = (text: string, timeZone: string): string =>
  timeZone === UTC ? text.slice(0, 10) : dayIn(timeZone, timeOf(text));

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TRUE = /^(true|t|yes|y|on|1)$/i;
const FALSE = /^(false|f|no|n|off|0)$/i;

/** Types that hold any text; one that databases name themselves is kept as a text here. */
const TEXTS: readonly string[] = ['string', 'text', 'sql'];

/** The text of a value as the stored value of another column type; throws where it does not fit. */
export function convertText(text: string, type: string): unknown {
  const value = readAs(text.trim(), type);
  if (TEXTS.includes(type)) return text;
  if (value === undefined) throw new Error(`a value does not fit type ${type}`);
  return value;
}

/** Whether `convertText` accepts the text. */
export const fits = (text: string, type: string): boolean =>
  TEXTS.includes(type) || readAs(text.trim(), type) !== undefined;

function readAs(text: string, type: string): unknown {
  switch (type) {
    case 'integer':
    case 'bigint':
      return readInteger(text);
    case 'float':
    case 'decimal':
      return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
    case 'boolean':
      return truth(text);
    case 'date':
      return DAY.test(text) ? text : momentOf(text)?.slice(0, 10);
    case 'time':
      if (TIME.test(text)) return text.length === 5 ? `${text}:00` : text;
      return momentOf(text)?.slice(11, 19);
    case 'datetime':
      return momentOf(text);
    case 'uuid':
      return UUID.test(text) ? text.toLowerCase() : undefined;
    case 'color':
      return parseColor(text) ?? undefined;
    case 'json':
      return isJson(text) ? text : undefined;
    default:
      return undefined;
  }
}

function readInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const truth = (text: string): number | undefined =>
  TRUE.test(text) ? 1 : FALSE.test(text) ? 0 : undefined;

function momentOf(text: string): string | undefined {
  const zoned = DAY.test(text) || /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(zoned))) return undefined;
  return encode(zoned, { type: 'datetime', transformer: null }) as string;
}

/** The text of a JSON value with sorted keys and normalised numbers; null for a text that is not JSON. */
export function canonicalJson(text: string): string | null {
  try {
    return JSON.stringify(inOrder(JSON.parse(text)));
  } catch {
    return null;
  }
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = value as Record<string, unknown>;
  // An object without a prototype has `__proto__` as an ordinary key.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(members).sort()) ordered[name] = inOrder(members[name]);
  return ordered;
}

/** The case-folded form that `contains` compares: lower case for all of Unicode, with both small sigmas alike. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
