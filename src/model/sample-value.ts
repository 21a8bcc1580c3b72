import { exactText } from './exact-number.js';
import { sampleOf } from './known-types.js';
import { itemOf } from './lists.js';
import type { Field, FieldType, JsonValue, Model } from './model.js';
import { nameWords } from './names.js';
import { numberRange } from './number-range.js';
import { textsLike, type TextsLike } from './pattern.js';
import { firstValues, nextValues } from './steps.js';
import { readValue } from './value.js';

/**
 * Up to `count` valid values of a field, the simplest first; none where none is found. Dates and times ascend in the order of
 * the fields, which suits rules that compare a start with an end.
 */
export function sampleValues(model: Model, field: Field, count = 2): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (const value of openFirst(model, field, candidates(model, field))) {
    if (found.includes(value) || !isValid(field, value)) continue;
    found.push(value);
    if (found.length === count) break;
  }
  return found;
}

/** Values with which a record may still change, before those that freeze it. */
function openFirst(
  { frozen }: Model,
  { name }: Field,
  values: Iterable<JsonValue>,
): Iterable<JsonValue> {
  if (frozen?.field !== name) return values;
  const freezes = (value: JsonValue): boolean =>
    frozen.values?.includes(String(value)) ?? value !== false;
  return [...values].sort((one, other) => Number(freezes(one)) - Number(freezes(other)));
}

/** Whether a field may hold a value. */
export const isValid = (field: Field, value: JsonValue): boolean =>
  'value' in readValue({ form: 'value', value }, field);

function candidates(model: Model, field: Field): Iterable<JsonValue> {
  const { name, type, values, enforce } = field;
  if (type === 'ref' || type === 'refs') throw new Error(`${name} has no values of its own`);
  if (type === 'list') return lists(model, field);
  if (field.steps !== null) return bySteps(field);
  if (type === 'string' || type === 'text') return [...values, ...(enforce ? [] : texts(field))];
  if (type === 'native') return nativeSamples(field);
  if (type === 'bigint') return numbers(field).map(String);
  if (type === 'exact') return exactNumbers(field);
  const before = model.fields.slice(0, model.fields.indexOf(field));
  const later = before.filter((one) => one.type === type).length;
  return (
    MOMENTS[type]?.map((moment) => moment(later)) ?? SAMPLES[type] ?? [...values, ...numbers(field)]
  );
}

/** The value of a new row, those to which it may change, and the other values. */
function bySteps(field: Field): readonly string[] {
  const first = firstValues(field);
  return [
    ...first.slice(0, 1),
    ...first.slice(0, 1).flatMap((value) => nextValues(field, value)),
    ...field.values,
  ];
}

/** Texts that PostgreSQL reads as the type; none of a type that is not known here. */
const nativeSamples = ({ native }: Field): readonly string[] =>
  Array.from({ length: MANY }, (_, n) => sampleOf(native!, n)).filter((text) => text !== null);

/** The number of samples of a native type that is enough for tests. */
const MANY = 20;
/** Lists of one item, and of as many as a list has to have. */
function lists(model: Model, field: Field): readonly JsonValue[] {
  const items = sampleValues(model, itemOf(field), 2);
  const [first] = items;
  if (first === undefined) return [[]];
  const least = Math.max(1, field.min ?? 1);
  const same = items.map((item) => Array.from({ length: least }, () => item));
  return [...same, items, []];
}

const SAMPLES: Readonly<Partial<Record<FieldType, readonly JsonValue[]>>> = {
  boolean: [true, false],
  bytes: ['AQ==', 'Ag=='],
  json: [{ note: 'one' }, { note: 'two' }],
  uuid: ['1a7f3c52-8e0d-4b6a-9c1f-0d2e4b6a8c1e', '2a7f3c52-8e0d-4b6a-9c1f-0d2e4b6a8c1e'],
  color: ['#1e88e5', '#43a047'],
};

const day = (text: string, later: number): string =>
  new Date(Date.parse(text) + later * 86_400_000).toISOString();
const time = (hour: number, minute: string, later: number): string =>
  `${String(Math.min(hour + later, 23)).padStart(2, '0')}:${minute}:00`;

/** Dates and times, some days or hours later. */
const MOMENTS: Readonly<Partial<Record<FieldType, readonly ((later: number) => string)[]>>> = {
  date: [
    (later) => day('2026-01-02', later).slice(0, 10),
    (later) => day('2026-03-04', later).slice(0, 10),
  ],
  time: [(later) => time(8, '15', later), (later) => time(17, '30', later)],
  datetime: [
    (later) => day('2026-01-02T08:15:00.000Z', later),
    (later) => day('2026-03-04T17:30:00.000Z', later),
  ],
};

/** Texts that a field may hold, most of them valid. */
function* texts({ name, format, pattern, min, max }: Field): Iterable<string> {
  const least = min ?? 0;
  if (pattern !== null)
    for (const text of textsOf(pattern, { min, max })) {
      yield text;
      for (const start of ['a', 'b']) yield start.repeat(Math.max(1, least - text.length)) + text;
      for (const end of ENDINGS[format ?? 'none']) yield text + end;
    }
  for (const end of format === 'email' ? ENDINGS.email : [])
    for (const letter of ['a', 'b']) yield letter.repeat(Math.max(1, least - end.length)) + end;
  for (const start of format === 'url' ? ADDRESSES : [])
    for (const letter of ['a', 'b']) yield start + letter.repeat(Math.max(1, least - start.length));
  for (const [word, fill] of [
    ['some', 'x'],
    ['another', 'y'],
  ] as const) {
    const text = `${word} ${nameWords(name).join(' ')}`;
    yield text
      .slice(0, max ?? text.length)
      .trim()
      .padEnd(least, fill);
  }
}

const ENDINGS = {
  none: ['a', 'b'],
  email: ['@example.com', '@ab.cd', '@a.b'],
  url: ['a', 'b'],
} as const;
const ADDRESSES = ['https://example.com/', 'http://ab.cd/', 'http://a/'];

/** Twenty texts that match a pattern, as usual and then as long and as short as they may be. */
function* textsOf(pattern: string, { min, max }: Pick<Field, 'min' | 'max'>): Iterable<string> {
  const like = textsLike(pattern);
  for (const times of new Set([4, ...timesToFit(like, min), ...timesToFit(like, max), 1, 2, 3]))
    for (let index = 0; index < 20; index++) {
      const text = like(index, times);
      if (text !== null) yield text;
    }
}

/** How often sets are repeated in texts of about this length. */
function timesToFit(like: TextsLike, length: number | null): readonly number[] {
  const [few, many] = [like(0, 1)?.length ?? 0, like(0, 11)?.length ?? 0];
  if (length === null || many <= few) return [];
  const times = 1 + ((length - few) * 10) / (many - few);
  return [Math.floor(times), Math.ceil(times)].filter((one) => one > 0);
}

/** Numbers that a field may hold, most of them valid. */
function numbers(field: Field): readonly number[] {
  const { min, max } = field;
  const { lowest, highest, step } = numberRange(field);
  const nearMin = min === null ? [] : [min, min + 1, Math.ceil(min), Math.ceil(min) + 1];
  const nearMax = max === null ? [] : [max, max - 1];
  const inRange = [lowest, sum(lowest, step), highest, sum(highest, -step)];
  return [1, 2, 0.5, 0.1, 0, -1, -2, ...nearMin, ...nearMax, ...inRange];
}

/** The numbers of `numbers` as texts with the digits of an exact decimal; none that need an exponent. */
function exactNumbers(field: Field): readonly string[] {
  const { precision, scale } = field;
  const places = Math.min(scale ?? 2, 2);
  const wholes = precision === null ? 9 : Math.min(precision - (scale ?? 0), 9);
  const few = numbers({ ...field, type: 'decimal', precision: wholes + places, scale: places });
  return few.flatMap((value) => exactText(String(value), scale) ?? []);
}

/** The sum without the digits that binary fractions add. */
const sum = (left: number, right: number): number => Number((left + right).toFixed(9));
