import { DECIMAL_DIGITS, STRING_LENGTH } from '../model/columns.js';
import { MOST_DIGITS } from '../model/exact-number.js';
import { nativeFault } from '../model/native.js';
import { ITEM_TYPES, type ItemType, type ScalarType } from '../model/model.js';
import type { Column, DatabaseKind } from './database.js';

/** The type of a field, and why. */
export interface TypeGuess {
  readonly type: ScalarType;
  /** The type of the items of a list; null for any other type. */
  readonly items: ItemType | null;
  /** The most characters of a string, or of each string in a list; null for those of every string. */
  readonly length: number | null;
  /** All digits and those after the point of a decimal. */
  readonly digits: readonly [precision: number, scale: number] | null;
  readonly values: readonly string[];
  /** The type of PostgreSQL of a native field; null for any other. */
  readonly native: string | null;
  readonly reasons: readonly string[];
  /** The parts of the type that are lost. */
  readonly gaps: readonly string[];
}

const guess = (type: ScalarType, more: Partial<TypeGuess> = {}): TypeGuess => ({
  type,
  items: null,
  length: null,
  digits: null,
  values: [],
  native: null,
  reasons: [],
  gaps: [],
  ...more,
});

/** Types by their names in both databases. */
const SIMPLE: Readonly<Record<string, ScalarType>> = {
  int: 'integer',
  integer: 'integer',
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int2: 'integer',
  int4: 'integer',
  year: 'integer',
  bigint: 'bigint',
  int8: 'bigint',
  'unsigned big int': 'bigint',
  real: 'float',
  float: 'float',
  float4: 'float',
  float8: 'float',
  double: 'float',
  'double precision': 'float',
  boolean: 'boolean',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  'time without time zone': 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  'timestamp without time zone': 'datetime',
  'timestamp with time zone': 'datetime',
  uuid: 'uuid',
  guid: 'uuid',
  uniqueidentifier: 'uuid',
  json: 'json',
  jsonb: 'json',
};

const BOUNDED =
  /^(n?varchar2?|n?char|varying character|native character|n?character|character varying|bpchar)$/;
const UNBOUNDED = /^(text|(tiny|medium|long)text|clob|ntext|citext|)$/;
const EXACT = /^(decimal|numeric|number|dec)$/;
const BINARY = /^((tiny|medium|long)?blob|bytea|binary|varbinary|image)$/;

/** The longest text of a string. */
const MAX_STRING = 10_000;

/** The knowledge about a column besides the column itself. */
export interface Use {
  readonly database: DatabaseKind;
  /** Whether the column is in a key, an index or a reference, and so not a text of any length. */
  readonly isKeyed: boolean;
}

/** The type of a column, or a text with the reason why the column has no type. */
export function guessType(column: Column, use: Use): TypeGuess | string {
  const { type, sizes, values, declared } = column;
  if (values !== null) return guess('enum', { values, reasons: [`the enum \`${declared}\``] });
  if (type.endsWith('[]')) return listOf(column, use);
  if (type === 'tinyint' && sizes[0] === 1)
    return guess('boolean', { reasons: [`\`${declared}\``] });
  const simple = use.database === 'sqlite' && type === 'bit' ? 'boolean' : simpleType(type);
  if (simple !== undefined) return guess(simple, lossOf(column, use));
  if (BOUNDED.test(type)) return textOf(column, use, sizes[0] ?? null);
  if (UNBOUNDED.test(type)) return textOf(column, use, null);
  if (EXACT.test(type)) return numberOf(column, use);
  if (use.database === 'sqlite' && type === 'money')
    return guess('decimal', { digits: [15, 2], reasons: [`\`${declared}\``] });
  if (BINARY.test(type)) return guess('bytes');
  return use.database === 'sqlite' ? byAffinity(column, use) : nativeOf(column);
}

/** A type that only PostgreSQL has; its own name, where that of a domain cannot be written. */
function nativeOf({ declared }: Column): TypeGuess | string {
  return nativeFault(declared) === null
    ? guess('native', { native: declared })
    : `the type \`${declared}\``;
}

/** A list of the type of its items. A text of any length does not become a line because of the name of its column. */
function listOf(column: Column, use: Use): TypeGuess | string {
  const { type } = column;
  const base = type.slice(0, -'[]'.length);
  if (base.endsWith('[]')) return nativeOf(column);
  const isUnbounded =
    column.sizes.length === 0 && (UNBOUNDED.test(base) || /^character varying$/.test(base));
  const item = isUnbounded
    ? guess('text')
    : guessType({ ...column, type: base, default: null, caseless: false }, use);
  const items = typeof item === 'string' ? null : ITEM_TYPES.find((one) => one === item.type);
  if (typeof item === 'string' || !items) return nativeOf(column);
  return { ...item, type: 'list', items };
}

const simpleType = (name: string): ScalarType | undefined =>
  Object.hasOwn(SIMPLE, name) ? SIMPLE[name] : undefined;

/** What a type says that the field does not. */
function lossOf({ type, declared }: Column, { database }: Use): Partial<TypeGuess> {
  if (database === 'sqlite') return {};
  if (type === 'timestamp without time zone') return { reasons: [`\`${declared}\` counts as UTC`] };
  return {};
}

/** The type that SQLite itself would take from any words. */
function byAffinity(column: Column, use: Use): TypeGuess {
  const { type, declared } = column;
  if (type === 'any') return guess('text', { gaps: [`\`${declared}\` holds values of any type`] });
  const reasons = [`\`${declared}\` in SQLite`];
  if (type.includes('int')) return guess('integer', { reasons });
  if (/char|clob|text/.test(type)) return textOf(column, use, column.sizes[0] ?? null);
  if (/real|floa|doub/.test(type)) return guess('float', { reasons });
  return numberOf(column, use);
}

/** Columns whose texts stand on one line, by their names. */
const ONE_LINE =
  /(^|_)(name|title|label|subject|code|number|no|nr|sku|slug|status|state|type|kind|category|phone|telephone|mobile|fax|e?mail|url|website|city|country|region|province|street|zip|zip_?code|post_?code|postal_?code|first|last|currency|locale|lang|language|colou?r|username|login|password|hash|token|hostname|ip|iban|address\d?)$/;

function textOf(column: Column, { isKeyed }: Use, size: number | null): TypeGuess {
  const gaps = column.caseless ? ['its texts are equal in any case'] : [];
  if (size !== null && size > MAX_STRING)
    return guess('text', { gaps, reasons: [`\`${column.declared}\` is longer than a string`] });
  if (size !== null) return guess('string', { length: Math.max(1, size), gaps });
  if (isKeyed)
    return guess('string', {
      gaps,
      reasons: [`a text in a key or an index: at most ${STRING_LENGTH} characters`],
    });
  const name = column.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return ONE_LINE.test(name)
    ? guess('string', {
        gaps,
        reasons: [`one line by its name: at most ${STRING_LENGTH} characters`],
      })
    : guess('text', { gaps });
}

/** Amounts of money, by the names of their columns. */
const MONEY = /price|amount|total|cost|fee|balance|salary|budget|tax|discount|freight|payment/i;

/** Only PostgreSQL keeps more digits than a number of JSON: SQLite has them as a double. */
function numberOf({ name, sizes, declared }: Column, { database }: Use): TypeGuess {
  const [precision, scale = 0] = sizes;
  if (precision === undefined && database === 'postgres')
    return guess('exact', {
      reasons: [
        `\`${declared}\` keeps any digits, and so does a text; \`decimal=15,2\` is a number, which can be added up`,
      ],
    });
  if (precision === undefined)
    return MONEY.test(name)
      ? guess('decimal', {
          digits: [DECIMAL_DIGITS.precision, DECIMAL_DIGITS.scale],
          reasons: [`\`${declared}\` has any digits, and money has two by its name`],
        })
      : guess('float', { reasons: [`\`${declared}\` has any digits`] });
  if (precision <= DECIMAL_DIGITS.precision)
    return guess('decimal', { digits: [precision, Math.min(scale, precision)] });
  if (database === 'postgres' && precision <= MOST_DIGITS && scale >= 0 && scale <= precision)
    return guess('exact', { digits: [precision, scale] });
  const most = DECIMAL_DIGITS.precision;
  return guess('decimal', {
    digits: [most, Math.min(scale, most)],
    gaps: [
      `${precision} digits, of which a field has ${most}; values with more are shown, and not saved again`,
    ],
  });
}
