import type { Default, Field, Model, ScalarType } from '../model/model.js';
import { isIndexed, isOneToOne, isUniqueColumn } from '../model/constraints.js';
import { call, type Code, literal, object, quote, raw, union } from './print/code.js';
import { DECIMAL_DIGITS, scalarType, STRING_LENGTH } from '../model/columns.js';

/** The decorators of a column: `@Field` for what TypeORM does not support, `@Index`, `@Column`. */
export function columnDecorators(model: Model, field: Field): readonly Code[] {
  const facts = fieldFacts(model, field);
  return [
    ...(facts.entries.length > 0 ? [call('Field', facts)] : []),
    ...(isIndexed(model, field) ? [call('Index')] : []),
    columnDecorator(model, field),
  ];
}

/** The type of a column's property: `string | null`, `'open' | 'paid'`. */
export function propertyType(field: Field): Code {
  const type = PROPERTY_TYPES[scalarType(field)];
  if (type === 'unknown') return raw(type);
  const types = field.enforce && field.values.length > 0 ? field.values.map(quote) : [type];
  return union(field.required ? types : [...types, 'null']);
}

const PROPERTY_TYPES: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  text: 'string',
  integer: 'number',
  bigint: 'string',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
  datetime: 'Date',
  uuid: 'string',
  json: 'unknown',
  enum: 'string',
};

function fieldFacts(model: Model, field: Field) {
  // In a model with tenants, global uniqueness must be explicit.
  const isToldOfAll = field.uniqueGlobal && model.rows.tenant === null;
  const isString = field.type === 'string' || field.type === 'enum';
  return object({
    values: field.values.length > 0 ? literal(field.values) : undefined,
    enforce: field.values.length > 0 && field.enforce ? literal(true) : undefined,
    min: field.min === null ? undefined : literal(field.min),
    max: field.max === null || isString ? undefined : literal(field.max),
    format: field.format === null ? undefined : literal(field.format),
    pattern: field.pattern === null ? undefined : literal(field.pattern),
    search: field.search === null ? undefined : literal(field.search),
    unique: isToldOfAll ? literal('global') : undefined,
  });
}

function columnDecorator(model: Model, field: Field): Code {
  const type = scalarType(field);
  const options = object({
    name: field.column === field.name ? undefined : literal(field.column),
    ...SIZE[type]?.(field),
    nullable: field.required ? undefined : literal(true),
    unique: isUniqueColumn(model, field) && !isOneToOne(model, field) ? literal(true) : undefined,
    default: field.default === null ? undefined : defaultCode(field.default),
  });
  return call('Column', COLUMN_TYPES[type], ...(options.entries.length > 0 ? [options] : []));
}

const COLUMN_TYPES: Readonly<Record<ScalarType, Code>> = {
  string: literal('varchar'),
  text: literal('text'),
  integer: literal('integer'),
  bigint: literal('bigint'),
  float: literal('double precision'),
  decimal: literal('decimal'),
  boolean: literal('boolean'),
  date: literal('date'),
  time: literal('time'),
  datetime: raw('DATETIME'),
  uuid: raw('UUID'),
  json: raw('JSON_VALUE'),
  enum: literal('varchar'),
};

const SIZE: Readonly<Partial<Record<ScalarType, (field: Field) => Record<string, Code>>>> = {
  string: (field) => ({ length: literal(field.max ?? STRING_LENGTH) }),
  enum: (field) => ({ length: literal(field.max ?? STRING_LENGTH) }),
  bigint: () => ({ transformer: raw('BIGINT') }),
  decimal: (field) => ({
    precision: literal(field.precision ?? DECIMAL_DIGITS.precision),
    scale: literal(field.scale ?? DECIMAL_DIGITS.scale),
    transformer: raw('DECIMAL'),
  }),
  datetime: () => ({ precision: literal(3) }),
};

function defaultCode(value: Default): Code {
  if (value.kind === 'value') return literal(value.value);
  return raw(value.kind === 'now' ? 'NOW' : 'TODAY');
}
