import { STRING_LENGTH } from '../../model/columns.js';
import type { Field } from '../../model/model.js';
import { call, type Code, literal, object } from '../print/code.js';

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

const given = (value: number | null): Code | undefined =>
  value === null ? undefined : literal(value);
