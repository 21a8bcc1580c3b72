import fc, { type Arbitrary } from 'fast-check';
import type { OpenDocument, Schema } from './open-document.js';

/** Ids of rows that the tests have made in every table. */
export const KNOWN_IDS = [1, 2, 3];

/** Values that a schema allows. */
export function valuesOf(schema: Schema, document: OpenDocument): Arbitrary<unknown> {
  const whole = document.follow(schema);
  const fitting = anyOf(whole, document).filter((value) => !document.problem(schema, value));
  return typesOf(whole).includes('null')
    ? fc.oneof({ arbitrary: fitting, weight: 4 }, fc.constant(null))
    : fitting;
}

export const typesOf = ({ type }: Schema): string[] => [type ?? []].flat() as string[];

function anyOf(whole: Schema, document: OpenDocument): Arbitrary<unknown> {
  if (whole['enum']) return fc.constantFrom(...(whole['enum'] as unknown[]));
  const [type] = typesOf(whole);
  switch (type) {
    case 'string':
      return texts(whole);
    case 'integer':
      return whole['minimum'] === 1 ? fc.constantFrom(...KNOWN_IDS) : integers(whole);
    case 'number':
      return numbers(whole);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(whole['items'] as Schema, document), { maxLength: 3 });
    case 'object':
      return objects(whole, document);
    default:
      return fc
        .jsonValue({ maxDepth: 2, stringUnit: 'binary' })
        .filter((value) => !JSON.stringify(value).includes('\\u0000'));
  }
}

function objects(whole: Schema, document: OpenDocument): Arbitrary<unknown> {
  const properties = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>);
  const model = properties.map(([name, schema]) => [name, valuesOf(schema, document)] as const);
  return fc.record(Object.fromEntries(model), {
    requiredKeys: (whole['required'] ?? []) as string[],
  });
}

/** Where nothing but NUL is forbidden. */
const ANY_TEXT = '^[^\\u0000]*$';

function texts(whole: Schema): Arbitrary<string> {
  const { format, maxLength, minLength, pattern } = whole as {
    format?: string;
    maxLength: number;
    minLength?: number;
    pattern: string;
  };
  const known = format === undefined ? undefined : FORMATS[format];
  if (known) return known;
  if (pattern !== ANY_TEXT) return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    unit: 'binary',
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength, (minLength ?? 0) + 40),
  });
}

const years = { min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true };

/** Not only as the service answers them. */
const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  date: fc.date(years).map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .tuple(fc.date(years), fc.constantFrom('Z', 'z', '+05:30', '-11:00', '+00:00'), fc.nat(9))
    .map(([date, zone, digits]) => {
      const text = date.toISOString().slice(0, 19);
      return `${text}${digits ? `.${'1'.repeat(digits)}` : ''}${zone}`;
    }),
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => text.toUpperCase()),
  ),
  email: fc.oneof(fc.emailAddress(), fc.constantFrom('жук@почта.рф', 'a+b@c.d')),
  uri: fc.oneof(fc.webUrl(), fc.constantFrom('HTTPS://x', 'http://ä.example/ö?ü=1#ß')),
};

function integers({ minimum, maximum }: Schema): Arbitrary<number> {
  const [min, max] = [minimum as number, maximum as number];
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}

function numbers(whole: Schema): Arbitrary<number> {
  const { minimum, maximum, multipleOf } = whole as Record<string, number | undefined>;
  const [min, max] = [minimum ?? -1e300, maximum ?? 1e300];
  const edges = fc.constantFrom(min, max, Math.max(min, 0));
  if (multipleOf === undefined)
    return fc.oneof(edges, fc.double({ min, max, noNaN: true, noDefaultInfinity: true }));
  const places = Math.round(-Math.log10(multipleOf));
  const steps = { min: Math.round(min / multipleOf), max: Math.round(max / multipleOf) };
  return fc.oneof(
    edges,
    fc.integer(steps).map((step) => Number((step / 10 ** places).toFixed(places))),
  );
}

/** A value that breaks one keyword of a schema. */
export interface Mutant {
  readonly keyword: string;
  readonly value: unknown;
}

/** For each keyword of a schema a value that breaks it; none for a length that no request has room for. */
export function mutantsOf(schema: Schema, document: OpenDocument): readonly Mutant[] {
  const whole = document.follow(schema);
  const mutants = [
    ...OTHER_TYPES.map((value) => ({ keyword: 'type', value })),
    ...bounds(whole),
    ...(whole['enum'] || whole['format'] || whole['pattern'] ? TEXTS : []).map((value) => ({
      keyword: 'pattern',
      value,
    })),
    ...(whole['items'] ? mutantsOf(whole['items'] as Schema, document) : []).map(
      ({ keyword, value }) => ({ keyword: `items/${keyword}`, value: [value] }),
    ),
  ];
  return mutants.filter(
    ({ value }) => !isLenient(value, whole) && document.problem(schema, value) !== null,
  );
}

/** An empty text for a field that is no text is null. */
const isLenient = (value: unknown, whole: Schema): boolean =>
  value === '' && typesOf(whole).includes('null') && whole['minLength'] === undefined;

const OTHER_TYPES: readonly unknown[] = [null, true, 0, 1.5, '7', 'true', [], ['x'], {}, { a: 1 }];

/** Each is none of some format. */
const TEXTS: readonly string[] = [
  ...['', 'x', 'a\0b', '2026-02-30', '2026-1-1', '0000-01-01', '2026-01-31T24:00:00Z'],
  ...['2026-02-30T07:30:00Z', '2026-01-31T07:30:00', '7:30', '24:00:00', '1.5', '1e3', '+1'],
  ...['9223372036854775808', '-9223372036854775809', 'a@b', 'a b@c.d', '@c.d', 'ftp://x.y'],
  ...['http://', 'https:// x', '00000000-0000-0000-0000-00000000000', 'ASCENDING'],
];

const LONGEST = 10_000;

function bounds(whole: Schema): Mutant[] {
  const { maximum, maxLength, minimum, minLength, multipleOf } = whole as Record<string, number>;
  const step = multipleOf ?? 1;
  return [
    ...(minimum !== undefined ? [{ keyword: 'minimum', value: minimum - step }] : []),
    ...(maximum !== undefined ? [{ keyword: 'maximum', value: maximum + step }] : []),
    ...(multipleOf !== undefined ? [{ keyword: 'multipleOf', value: multipleOf * 1.5 }] : []),
    ...(minLength !== undefined
      ? [{ keyword: 'minLength', value: 'x'.repeat(minLength - 1) }]
      : []),
    ...(maxLength !== undefined && maxLength <= LONGEST
      ? [{ keyword: 'maxLength', value: 'x'.repeat(maxLength + 1) }]
      : []),
  ];
}

/** Texts of a parameter that its schema forbids. */
export function wrongTexts(schema: Schema, document: OpenDocument): readonly string[] {
  const whole = document.follow(schema);
  if (whole['items']) return wrongTexts(whole['items'] as Schema, document);
  const numbers = bounds(whole).map(({ value }) => String(value));
  return [...TEXTS, ...numbers].filter(
    (text) => text !== '' && document.problem(schema, readText(text, whole)) !== null,
  );
}

/** What a text in a query stands for. */
function readText(text: string, whole: Schema): unknown {
  const [type] = typesOf(whole);
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
