import type { Field, JsonValue } from '../../model/model.js';
import { wordsOf } from '../../model/names.js';
import { call, type Code, literal, object } from '../print/code.js';
import { DECIMAL_DIGITS, STRING_LENGTH } from '../../model/columns.js';

/** A value that the field takes; `other` is a second one that differs where the field allows two. */
export function sampleValue(field: Field, other = false): JsonValue {
  const which = other ? 1 : 0;
  if (field.values.length > 0) return field.values[which % field.values.length]!;
  switch (field.type) {
    case 'string':
    case 'text':
      return sampleText(field, other);
    case 'integer':
    case 'float':
    case 'decimal':
      return pick(numbersFor(field), which);
    case 'bigint':
      return String(pick(numbersFor(field), which));
    case 'boolean':
      return !other;
    case 'json':
      return { note: other ? 'two' : 'one' };
    case 'date':
      return other ? '2026-03-04' : '2026-01-02';
    case 'time':
      return other ? '17:30:00' : '08:15:00';
    case 'datetime':
      return other ? '2026-03-04T17:30:00.000Z' : '2026-01-02T08:15:00.000Z';
    case 'uuid':
      return `${other ? '2' : '1'}a7f3c52-8e0d-4b6a-9c1f-0d2e4b6a8c1e`;
    default:
      throw new Error(`${field.name} has no values of its own`);
  }
}

/** Code for a value that no row has yet. */
export function freshValue(field: Field): Code {
  const { min, max } = field;
  const within = (highest: number | null) =>
    min === null && highest === null ? [] : [object({ min: given(min), max: given(highest) })];
  if (field.values.length > 0) return call('fresh.of', literal(field.values));
  switch (field.type) {
    case 'string':
    case 'text':
      if (field.format !== null) return call(`fresh.${field.format}`);
      return call(
        'fresh.text',
        ...within(field.type === 'string' && max === STRING_LENGTH ? null : max),
      );
    case 'integer':
    case 'float':
    case 'decimal':
    case 'bigint':
      return call(
        `fresh.${field.type === 'bigint' ? 'bigint' : 'number'}`,
        ...(min === null ? [] : [literal(min)]),
      );
    case 'boolean':
      return call('fresh.of', literal([false, true]));
    case 'json':
      return object({ note: call('fresh.text') });
    default:
      return call(`fresh.${field.type}`);
  }
}

/** Code for values that the field refuses, each for one reason. */
export function badValues(field: Field): readonly Code[] {
  const { type, min, max } = field;
  if (type === 'ref') return [literal(987_654_321)];
  if (type === 'json' || type === 'refs') return [];
  if (type === 'string' || type === 'text') return badTexts(field);
  if (type === 'enum') return [literal('none of them')];
  const wrongType = literal(type === 'boolean' ? 'yes' : 'neither');
  const isNumber = type === 'integer' || type === 'float' || type === 'decimal';
  return [
    wrongType,
    ...(isNumber && min !== null ? [literal(min - 1)] : []),
    ...(isNumber && max !== null ? [literal(max + 1)] : []),
  ];
}

function badTexts(field: Field): readonly Code[] {
  const max = field.max ?? (field.type === 'string' ? STRING_LENGTH : null);
  const repeat = (count: number) => call("'x'.repeat", literal(count));
  if (field.enforce && field.values.length > 0) return [literal('none of them')];
  if (field.format !== null) return [literal('nothing of that kind')];
  return [
    literal(7),
    ...(field.min !== null && field.min > 1 ? [repeat(field.min - 1)] : []),
    ...(max !== null ? [repeat(max + 1)] : []),
  ];
}

function sampleText({ name, format, min, max }: Field, other: boolean): string {
  if (format === 'email') return other ? 'b@example.com' : 'a@example.com';
  if (format === 'url') return other ? 'https://example.com/b' : 'https://example.com/a';
  const text = `${other ? 'another' : 'some'} ${wordsOf(name).join(' ')}`;
  const fitting = text.slice(0, max ?? text.length).trim();
  return fitting.padEnd(min ?? 0, other ? 'y' : 'x');
}

function numbersFor({ type, min, max, precision, scale }: Field): readonly number[] {
  const whole = type !== 'float' && type !== 'decimal';
  const digits = (precision ?? DECIMAL_DIGITS.precision) - (scale ?? DECIMAL_DIGITS.scale);
  const limit = type === 'decimal' ? 10 ** digits : Infinity;
  const low = min ?? -Infinity;
  const fits = (value: number) =>
    value >= low && value <= (max ?? Infinity) && Math.abs(value) < limit;
  const near = min === null ? [] : [min, min + 1, Math.ceil(min), Math.ceil(min) + 1];
  const tried = [
    1,
    2,
    ...(whole ? [] : [0.5, 0.1]),
    0,
    -1,
    -2,
    ...near,
    ...(max === null ? [] : [max, max - 1]),
  ];
  return tried.filter((value) => fits(value) && (!whole || Number.isInteger(value)));
}

const pick = (numbers: readonly number[], index: number): number =>
  numbers[index] ?? numbers[0] ?? 0;

const given = (value: number | null): Code | undefined =>
  value === null ? undefined : literal(value);
