import { INT64, LENGTHS, PATTERNS } from '../fields/formats.js';
import { integerPattern } from './integer-pattern.js';
import { ref, type Schema } from './openapi-types.js';

/** Settings that bound what is sent and answered. */
export interface Limits {
  /** Bytes of a body. */
  readonly bodyLimit: number;
  /** Records of a page. */
  readonly maxPageSize: number;
}

/** Bytes of a request line and its headers; Node refuses more with 431. */
export const MAX_HEADER_SIZE = 16_384;

/** No database keeps NUL, and half a character is no text. */
const CLEAN = '^[^\\u0000]*$';

/** A text of at most so many code points. */
export const textSchema = (maxLength: number, more: Schema = {}): Schema => ({
  type: 'string',
  maxLength,
  pattern: CLEAN,
  ...more,
});

/** An integer in these bounds, as far as JSON carries it exactly. */
export const integerSchema = (
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
): Schema => ({ type: 'integer', format: 'int64', minimum, maximum });

/** With a value that people recognise, where tools would make one up from the pattern. */
const like = (example: unknown, schema: Schema): Schema => ({ ...schema, examples: [example] });

const patterned = (maxLength: number, { source }: RegExp, more: Schema = {}): Schema =>
  textSchema(maxLength, { pattern: source, ...more });

/** The same or nothing: a text that may be missing may be empty. */
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
      description: 'A whole number of 64 bits.',
    }),
  ),
  date: like('2026-01-31', patterned(10, PATTERNS.date, { format: 'date' })),
  time: like('07:30:00', patterned(8, PATTERNS.time, { description: 'Answered with seconds.' })),
  datetime: like(
    '2026-01-31T07:30:00.000Z',
    patterned(35, PATTERNS.datetime, {
      format: 'date-time',
      description: 'Answered in UTC with milliseconds.',
    }),
  ),
  uuid: like(
    '0d2c3b1a-4f5e-4c6d-8a7b-9e8f7a6b5c4d',
    patterned(36, PATTERNS.uuid, { format: 'uuid' }),
  ),
  string: like('text', textSchema(LENGTHS.string)),
  email: like(
    'ann@example.com',
    patterned(LENGTHS.email, orEmpty(PATTERNS.email), { format: 'email' }),
  ),
};

/** The JSON of each type of value, with the bounds that all of its kind have; `x-or-null` beside each scalar `x`. */
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
    ...renamed(scalars, '-or-null', (_, schema) => ({ ...schema, type: [schema['type'], 'null'] })),
    quote: like(
      'Something is wrong.',
      patterned(bodyLimit, /^[\s\S]*$/, { description: 'May quote whatever was sent.' }),
    ),
    json: { description: 'Any JSON value, its texts without NUL.' },
    label: like('A name', textSchema(bodyLimit, { description: 'What people call this record.' })),
    expanded: { type: ['object', 'null'], description: 'With `_expand`: the record itself.' },
    // A body has no room for more.
    ids: arrayOf('id', Math.floor(bodyLimit / 2)),
    strings: arrayOf('string', Math.floor(bodyLimit / 3)),
    'url-text': URL_TEXT,
    ...renamed({ ...scalars, 'url-text': URL_TEXT }, '-list', (name) =>
      arrayOf(name, MAX_HEADER_SIZE / '&a=1'.length),
    ),
  };
}

const URL_TEXT = like('text', textSchema(MAX_HEADER_SIZE));

const arrayOf = (name: string, maxItems: number): Schema => ({
  type: 'array',
  items: ref('schemas', name),
  maxItems,
});

function renamed(
  schemas: Readonly<Record<string, Schema>>,
  ending: string,
  change: (name: string, schema: Schema) => Schema,
): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`${name}${ending}`, change(name, schema)]),
  );
}
