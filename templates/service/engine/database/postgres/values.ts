import { types, type CustomTypesConfig } from 'pg';
import type { ValueInfo } from '../../fields/column-info.js';
import { inMilliseconds, parseColor } from '../../fields/formats.js';
import { codecOf } from '../codec.js';

/** The column as the text of its JSON form, without quotes. */
export function asText(column: string, info: ValueInfo): string {
  if (info.added) return info.added.text(column);
  switch (info.type) {
    case 'string':
    case 'text':
    case 'color':
      return column;
    case 'float':
      return numberText(column);
    case 'decimal':
      return numberText(`${column}::double precision`);
    case 'datetime':
      return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return `${column}::text`;
  }
}

/**
 * PostgreSQL has the same digits as JavaScript, but uses exponents differently: `1e+15` for `1000000000000000`, `1e-05` for
 * `0.00001`, `1e-07` for `1e-7`, and `-0` for `0`.
 */
function numberText(number: string): string {
  const size = `abs(${number})`;
  return (
    `CASE WHEN ${number} = 0 THEN '0' ` +
    `WHEN ${size} >= 1e15 AND ${size} < 1e21 OR ${size} >= 1e-6 AND ${size} < 1e-4 THEN (${number})::text::numeric::text ` +
    `ELSE replace((${number})::text, 'e-0', 'e-') END`
  );
}

const codec = codecOf(store, load);

/** An API value as the driver binds it. */
export const encode = codec.encode;

/** The driver's value with `engineTypes` as an API value: what `JSON.stringify` puts into the response. */
export const decode = codec.decode;

/** All values of an `in` list as a single array parameter. */
export const encodeList = (values: readonly unknown[], info: ValueInfo): unknown[] =>
  values.map((value) => encode(value, info));

function store(value: unknown, info: ValueInfo): unknown {
  switch (info.type) {
    case 'datetime':
      return value instanceof Date ? value.toISOString() : inMilliseconds(value as string);
    case 'json':
      return JSON.stringify(value);
    case 'uuid':
      return String(value).toLowerCase();
    case 'color':
      return parseColor(String(value)) ?? value;
    case 'bigint':
      return String(value);
    default:
      return value;
  }
}

function load(value: unknown, info: ValueInfo): unknown {
  switch (info.type) {
    case 'datetime':
      return isoMoment(value as string);
    case 'json':
      return JSON.parse(value as string);
    case 'bigint':
      return String(value);
    case 'decimal':
      return Number(value);
    default:
      return value;
  }
}

/** `2026-11-21 09:30:00.5+00` as `2026-11-21T09:30:00.500Z`; the connection's time zone is UTC. */
function isoMoment(text: string): string {
  const end = text.indexOf(' ');
  const time = text.slice(end + 1, -ZONE.length);
  const isWhole = time.length === WHOLE_SECONDS.length;
  return `${text.slice(0, end)}T${isWhole ? `${time}.000` : time.padEnd(MILLISECONDS.length, '0')}Z`;
}

const ZONE = '+00';
const WHOLE_SECONDS = '09:30:00';
const MILLISECONDS = '09:30:00.500';

type Parse = (text: string) => unknown;
const { BOOL, INT2, INT4, INT8, FLOAT4, FLOAT8, DATE, BPCHAR } = types.builtins;

/** A number where that is exact, else a text with all its digits. */
const parseInteger: Parse = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
};

const asIs: Parse = (text) => text;

/** A text of a fixed length without the blanks that fill it up, which PostgreSQL does not compare either. */
const withoutBlanks: Parse = (text) => text.replace(/ +$/, '');

/** For the engine: `decode` reads everything except numbers and booleans from PostgreSQL's own text. */
const enginesOwn = new Map<number, Parse>([
  [BOOL, (text) => text === 't'],
  [INT2, Number],
  [INT4, Number],
  [INT8, parseInteger],
  [FLOAT4, Number],
  [FLOAT8, Number],
  [BPCHAR, withoutBlanks],
]);

export const engineTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number) => enginesOwn.get(oid) ?? asIs) as typeof types.getTypeParser,
};

/**
 * For TypeORM: ids as numbers, texts without filling blanks, and dates as texts instead of midnight in some time zone. Values of
 * the `unparsed` types, by their numbers, stay the texts that the server sends.
 */
export const entityTypes = (unparsed: ReadonlySet<number>): CustomTypesConfig => ({
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    if (oid === INT8) return parseInteger;
    if (oid === DATE || unparsed.has(oid)) return asIs;
    if (oid === BPCHAR) return withoutBlanks;
    return types.getTypeParser(oid, format as 'text') as Parse;
  }) as typeof types.getTypeParser,
});
