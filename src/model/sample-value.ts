import { DECIMAL_DIGITS } from './columns.js';
import type { Field, FieldType, JsonValue, Model } from './model.js';
import { wordsOf } from './names.js';
import { textLike } from './pattern.js';

/**
 * A valid value of a field; `other` is a different one where the field allows two. Dates and times ascend in the order of the
 * fields, which suits rules that compare a start with an end.
 */
export function sampleValue(model: Model, field: Field, other = false): JsonValue {
  const { name, type, values } = field;
  const which = other ? 1 : 0;
  if (values.length > 0) return values[which % values.length]!;
  if (type === 'string' || type === 'text') return sampleText(field, other);
  const before = model.fields.slice(0, model.fields.indexOf(field));
  const later = before.filter((one) => one.type === type).length;
  const samples =
    MOMENTS[type]?.map((moment) => moment(later)) ?? SAMPLES[type] ?? numbersFor(field);
  const value = samples[which] ?? samples[0] ?? 0;
  if (type === 'ref' || type === 'refs') throw new Error(`${name} has no values of its own`);
  return type === 'bigint' ? String(value) : value;
}

const SAMPLES: Readonly<Partial<Record<FieldType, readonly JsonValue[]>>> = {
  boolean: [true, false],
  json: [{ note: 'one' }, { note: 'two' }],
  uuid: ['1a7f3c52-8e0d-4b6a-9c1f-0d2e4b6a8c1e', '2a7f3c52-8e0d-4b6a-9c1f-0d2e4b6a8c1e'],
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

function sampleText({ name, format, pattern, min, max }: Field, other: boolean): string {
  if (format === 'email') return other ? 'b@example.com' : 'a@example.com';
  if (format === 'url') return other ? 'https://example.com/b' : 'https://example.com/a';
  const like = pattern === null ? null : textLike(pattern, other ? 1 : 0);
  if (like !== null) return like;
  const text = `${other ? 'another' : 'some'} ${wordsOf(name).join(' ')}`;
  const fitting = text.slice(0, max ?? text.length).trim();
  return fitting.padEnd(min ?? 0, other ? 'y' : 'x');
}

/** Valid numbers of the field, the simplest first. */
function numbersFor({ type, min, max, precision, scale }: Field): readonly number[] {
  const isWhole = type !== 'float' && type !== 'decimal';
  const digits = (precision ?? DECIMAL_DIGITS.precision) - (scale ?? DECIMAL_DIGITS.scale);
  const limit = type === 'decimal' ? 10 ** digits : Infinity;
  const fits = (value: number) =>
    value >= (min ?? -Infinity) && value <= (max ?? Infinity) && Math.abs(value) < limit;
  const nearMin = min === null ? [] : [min, min + 1, Math.ceil(min), Math.ceil(min) + 1];
  const nearMax = max === null ? [] : [max, max - 1];
  return [1, 2, 0.5, 0.1, 0, -1, -2, ...nearMin, ...nearMax].filter(
    (value) => fits(value) && (!isWhole || Number.isInteger(value)),
  );
}
