import { INT64, LENGTHS, PATTERNS } from '../fields/formats.js';
import type { CheckedField } from '../fields/limits.js';
import {
  isGivenKey,
  isText,
  type ColumnInfo,
  type ExtraInfo,
  type FieldType,
  type TypeInfo,
} from '../fields/column-info.js';
import type { PlainType } from '../fields/plain-type.js';
import type { ValueSchema } from '../fields/added-type.js';
import type { LinkInfo, ModelInfo } from '../model/model-info.js';
import { sentence, withArticle } from '../problem/problem.js';
import { ref, type Schema } from './openapi-types.js';

/** The component schema for values of a type. */
const VALUES: Readonly<Record<PlainType, string>> = {
  string: 'string',
  text: 'text',
  enum: 'string',
  integer: 'integer',
  bigint: 'bigint',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  uuid: 'uuid',
  color: 'color',
  json: 'json',
};

/** The schema for values of a type in a query, where a field's own constraints do not apply. */
export function urlValue(type: FieldType): string {
  const value = type === 'added' ? 'text' : VALUES[type];
  return value === 'string' || value === 'text' ? 'url-text' : value;
}

/** A column's JSON with everything that is enforced or documented about it; `target` is the model to which it refers. */
export function columnSchema(column: ColumnInfo, target?: Keyed): Schema {
  const { added, default: initial, enforce, nullable, reference, values, help } = column;
  const isEnum = enforce && !added;
  const { description, ...schema } = isEnum
    ? enumSchema(values, nullable)
    : fieldSchema(column, nullable, target);
  const about = reference
    ? `The ${reference.key} of ${withArticle(reference.model)}.`
    : description;
  const told = [help === null ? undefined : sentence(help), about].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(!isEnum && !added && values.length > 0 && { examples: values }),
    ...(initial?.kind === 'value' && { default: initial.value }),
    ...(told !== '' && { description: told }),
  };
}

type Keyed = Pick<ModelInfo, 'key' | 'columns'>;

/** Whether the ids of a model are integers that the database counts, which are positive. */
export const isPlainId = ({ key, columns }: Keyed): boolean =>
  key.type === 'integer' && !columns.some(isGivenKey);

/** The component schema for the ids of a model. */
const idKind = (model: Keyed): string => (isPlainId(model) ? 'id' : valueOf(model.key));

/** No type that a feature adds is that of a key. */
const valueOf = ({ type }: TypeInfo): string => VALUES[type as PlainType];

/** The id of a record of a model, as paths and bodies name it. */
export const idSchema = (model: Keyed): Schema =>
  isPlainId(model) ? ref('schemas', 'id') : fieldSchema(model.key, false);

/** The ids of records of several models, one schema for each kind. */
export const idSchemas = (models: readonly Keyed[]): readonly Schema[] =>
  [...new Set(['id', ...models.map(idKind)])].map((kind) => ref('schemas', kind));

/** A many-to-many field as an array in JSON; `target` is the model that it links. */
export const linkSchema = ({ key, model }: LinkInfo, target: Keyed | undefined): Schema => ({
  ...ref('schemas', key === 'id' ? `${target ? idKind(target) : 'id'}s` : 'strings'),
  description: `The ${key} of each linked ${model}.`,
});

/** A field without a column: computed from others, and possibly missing, or write-only. */
export const extraSchema = (extra: ExtraInfo): Schema =>
  fieldSchema(extra, extra.compute !== null || !extra.required);

const enumSchema = (values: readonly string[], nullable: boolean): Schema => ({
  type: nullable ? ['string', 'null'] : 'string',
  enum: nullable ? [...values, null] : values,
});

type Field = CheckedField & Partial<Pick<ColumnInfo, 'reference' | 'unit'>>;

/** The schema of its type, restricted by the field's own constraints. */
export function fieldSchema(field: Field, nullable: boolean, target?: Keyed): Schema {
  const { added } = field;
  const unit = field.unit && { 'x-unit': field.unit };
  if (added) return { ...orNull(added.schemaOf(field), nullable), ...unit };
  const kind = kindOf(field, target);
  // The service treats an empty text as null, which a required field does not accept.
  if (kind === 'json') return { ...ref('schemas', kind), ...(!nullable && NOT_EMPTY) };
  return {
    ...ref('schemas', nullable ? `${kind}-or-null` : kind),
    ...(isText(field) ? textRules(field, kind, nullable) : bounds(field)),
    // No tool needs to know it; people read it in the description.
    ...(unit && { description: `In ${field.unit}.`, ...unit }),
  };
}

/** The schema of a type that a feature adds, whose value may be missing. */
export const orNull = (schema: ValueSchema, nullable: boolean): Schema => ({
  ...schema,
  ...(nullable && { type: [schema.type, 'null'] }),
});

const NOT_EMPTY: Schema = { not: { enum: [null, ''] } };

function kindOf({ type, format, max, reference }: Field, target: Keyed | undefined): string {
  if (reference?.key === 'id' && type === 'integer' && (!target || isPlainId(target))) return 'id';
  if (format) return format;
  return type === 'string' && (max === null || max > LENGTHS.string)
    ? 'text'
    : VALUES[type as PlainType];
}

function textRules(field: Field, kind: string, nullable: boolean): Schema {
  const { pattern, patternMessage } = field;
  return {
    ...lengths(field, kind, nullable),
    ...(pattern && { pattern: nullable ? `^$|${pattern}` : pattern }),
    ...(patternMessage && { description: sentence(patternMessage) }),
  };
}

function lengths({ min, max }: Field, kind: string, nullable: boolean): Schema {
  const least = nullable ? min : Math.max(1, min ?? 0);
  const most = LENGTHS[kind as keyof typeof LENGTHS] ?? Infinity;
  return {
    ...(least && { minLength: least }),
    ...(max !== null && max < most && { maxLength: max }),
  };
}

function bounds({ type, min, max, precision, scale }: Field): Schema {
  if (type === 'bigint') return min === null && max === null ? {} : { pattern: digits(min, max) };
  const places = scale ?? 0;
  const most = type === 'decimal' && precision != null ? largest(precision, places) : Infinity;
  const [minimum, maximum] = [Math.max(min ?? -most, -most), Math.min(max ?? most, most)];
  return {
    ...(minimum > -Infinity && { minimum }),
    ...(maximum < Infinity && { maximum }),
    ...(most < Infinity && { multipleOf: Number(`1e-${places}`) }),
  };
}

/** The largest number with so many digits: 99.99. */
const largest = (precision: number, scale: number): number =>
  Number(`${'9'.repeat(precision - scale)}.${'9'.repeat(scale)}`);

function digits(min: number | null, max: number | null): string {
  const [least, most] = [BigInt(Math.ceil(min ?? 0)), BigInt(Math.floor(max ?? 0))];
  return integerPattern(
    min === null || least < INT64.min ? INT64.min : least,
    max === null || most > INT64.max ? INT64.max : most,
  );
}

/** Settings that limit what is sent and received. */
export interface Limits {
  /** Bytes of a body. */
  readonly bodyLimit: number;
  /** Records of a page. */
  readonly maxPageSize: number;
  /** Records of a page whose end is not stated. */
  readonly defaultPageSize: number;
  /** Characters that a new password has at least. */
  readonly passwordMinLength: number;
}

/** Bytes of a request line and its headers; Node refuses more with 431. */
export const MAX_HEADER_SIZE = 16_384;

/** No database stores NUL, and a lone surrogate is not valid text. */
const WITHOUT_NUL = '^[^\\u0000]*$';

/** A text of at most so many code points. */
export const textSchema = (maxLength: number, more: Schema = {}): Schema => ({
  type: 'string',
  maxLength,
  pattern: WITHOUT_NUL,
  ...more,
});

/** An integer in this range, as far as JSON carries it exactly. */
export const integerSchema = (
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
): Schema => ({ type: 'integer', format: 'int64', minimum, maximum });

/** An array of at most so many items. */
export const listOf = (items: Schema, maxItems: number): Schema => ({
  type: 'array',
  items,
  maxItems,
});

/** A list of some of these words. */
export const wordList = (words: readonly string[]): Schema =>
  listOf({ type: 'string', enum: words }, words.length);

/** With a realistic example, where tools would generate one from the pattern. */
const like = (example: unknown, schema: Schema): Schema => ({ ...schema, examples: [example] });

const patterned = (maxLength: number, { source }: RegExp, more: Schema): Schema =>
  textSchema(maxLength, { pattern: source, ...more });

/** The pattern or an empty text: an optional text may be empty. */
const orEmpty = (pattern: RegExp) => new RegExp(`^$|${pattern.source}`);

const SCALARS: Readonly<Record<string, Schema>> = {
  id: like(1, integerSchema(1)),
  integer: like(1, integerSchema()),
  number: like(1, { type: 'number', format: 'double' }),
  boolean: { type: 'boolean' },
  bigint: like(
    '42',
    textSchema(20, {
      pattern: integerPattern(INT64.min, INT64.max),
      description: 'A 64-bit integer.',
    }),
  ),
  date: like('2026-01-31', patterned(10, PATTERNS.date, { format: 'date' })),
  period: like(
    '2026-01-01',
    patterned(10, PATTERNS.date, { format: 'date', description: 'The first day of the period.' }),
  ),
  time: like(
    '07:30:00',
    patterned(8, PATTERNS.time, { description: 'Responses include seconds.' }),
  ),
  datetime: like(
    '2026-01-31T07:30:00.000Z',
    patterned(35, PATTERNS.datetime, {
      format: 'date-time',
      description:
        'Responses are in UTC with milliseconds, or with microseconds where a row has any.',
    }),
  ),
  uuid: like(
    '0d2c3b1a-4f5e-4c6d-8a7b-9e8f7a6b5c4d',
    patterned(36, PATTERNS.uuid, { format: 'uuid' }),
  ),
  color: like(
    '#1e88e5',
    patterned(7, PATTERNS.color, { description: 'Responses are `#rrggbb` in lower case.' }),
  ),
  string: like('text', textSchema(LENGTHS.string)),
  email: like(
    'ann@example.com',
    patterned(LENGTHS.email, orEmpty(PATTERNS.email), { format: 'email' }),
  ),
};

/** The schema of each type of value, with the limits that apply to all; `x-or-null` for each scalar `x`. */
export function valueSchemas({ bodyLimit }: Limits): Readonly<Record<string, Schema>> {
  const scalars: Readonly<Record<string, Schema>> = {
    ...SCALARS,
    text: like('A longer text.', textSchema(bodyLimit)),
    url: like(
      'https://example.com/',
      patterned(bodyLimit, orEmpty(PATTERNS.url), { format: 'uri' }),
    ),
  };
  return {
    ...scalars,
    ...renamed(scalars, '-or-null', (name, schema) => ({
      ...schema,
      type: [schema['type'], 'null'],
      ...((name === 'email' || name === 'url') && {
        description: 'An empty text is stored as null.',
      }),
    })),
    quote: like(
      'Something is wrong.',
      patterned(bodyLimit, /^[\s\S]*$/, { description: 'A text that may quote the request.' }),
    ),
    json: { description: 'Any JSON value whose strings contain no NUL.' },
    label: like('A name', textSchema(bodyLimit, { description: 'The label of this record.' })),
    expanded: { type: ['object', 'null'], description: 'With `_expand`: the record itself.' },
    counts: {
      type: 'object',
      additionalProperties: integerSchema(0),
      description: 'With `_count`: relation -> number of records.',
    },
    // A body has no room for more.
    ids: arrayOf('id', Math.floor(bodyLimit / 2)),
    bigints: arrayOf('bigint', Math.floor(bodyLimit / 4)),
    integers: arrayOf('integer', Math.floor(bodyLimit / 2)),
    uuids: arrayOf('uuid', Math.floor(bodyLimit / 39)),
    strings: arrayOf('string', Math.floor(bodyLimit / 3)),
    'url-text': URL_TEXT,
    ...renamed({ ...scalars, 'url-text': URL_TEXT }, '-list', (name) =>
      arrayOf(name, MAX_HEADER_SIZE / '&a=1'.length),
    ),
  };
}

const URL_TEXT = like('text', textSchema(MAX_HEADER_SIZE));

const arrayOf = (name: string, maxItems: number): Schema => listOf(ref('schemas', name), maxItems);

function renamed(
  schemas: Readonly<Record<string, Schema>>,
  ending: string,
  change: (name: string, schema: Schema) => Schema,
): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`${name}${ending}`, change(name, schema)]),
  );
}

/** A pattern for all integers from `min` to `max` in decimal, without leading zeros. */
export function integerPattern(min: bigint, max: bigint): string {
  const negative = min < 0n ? alternatives(max < 0n ? -max : 1n, -min) : [];
  const positive = max >= 0n ? alternatives(min > 0n ? min : 0n, max) : [];
  const signed = negative.length > 0 ? [`-(${negative.join('|')})`] : [];
  return `^(${[...signed, ...positive].join('|')})$`;
}

/** The patterns for integers with as many digits as `low`, as many as `high`, and all in between. */
function alternatives(low: bigint, high: bigint): string[] {
  const [from, to] = [String(low), String(high)];
  const [least, most] = [from.length, to.length];
  if (least === most) return between(from, to);
  return [
    ...between(from, '9'.repeat(least)),
    ...(most - least > 1 ? [`[1-9]\\d{${least},${most - 2}}`] : []),
    ...between(`1${'0'.repeat(most - 1)}`, to),
  ];
}

/** Texts with as many digits as both have. */
function between(low: string, high: string): string[] {
  const [first, last] = [Number(low[0]), Number(high[0])];
  const [lowEnd, highEnd] = [low.slice(1), high.slice(1)];
  const [whole, full] = [/^0*$/.test(lowEnd), /^9*$/.test(highEnd)];
  if (first === last && !(whole && full)) return between(lowEnd, highEnd).map((end) => first + end);
  const [from, to] = [whole ? first : first + 1, full ? last : last - 1];
  return [
    ...(whole ? [] : between(lowEnd, highEnd.replace(/./g, '9')).map((end) => first + end)),
    ...(from <= to ? [digit(from, to) + anyDigits(lowEnd.length)] : []),
    ...(full ? [] : between(lowEnd.replace(/./g, '0'), highEnd).map((end) => last + end)),
  ];
}

function digit(from: number, to: number): string {
  return from === to ? `${from}` : `[${from}-${to}]`;
}

function anyDigits(count: number): string {
  return count < 2 ? '\\d'.repeat(count) : `\\d{${count}}`;
}

/** The version of a record. */
export const ENTITY_TAG = textSchema(64, { pattern: '^"[\\w-]+(\\.[\\w-]+)?"$' });
