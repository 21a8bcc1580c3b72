import { sourceText } from '../model/field-source.js';
import type { Default, Field, Model, ScalarType } from '../model/model.js';
import { isIndexed, isOneToOne, isUniqueColumn } from '../model/constraints.js';
import { call, type Code, literal, object, optional, quote, raw, union } from './print/code.js';
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
  const { property } = TYPES[scalarType(field)];
  if (property === 'unknown') return raw(property);
  const types = field.enforce && field.values.length > 0 ? field.values.map(quote) : [property];
  return union(field.required ? types : [...types, 'null']);
}

function fieldFacts(model: Model, field: Field) {
  // In a model with tenants, global uniqueness must be explicit.
  const isToldOfAll = field.uniqueGlobal && model.rows.tenant === null;
  const isString = field.type === 'string' || field.type === 'enum';
  return object({
    values: field.values.length > 0 ? literal(field.values) : undefined,
    enforce: field.values.length > 0 && field.enforce ? literal(true) : undefined,
    min: optional(field.min),
    max: isString ? undefined : optional(field.max),
    format: optional(field.format),
    pattern: optional(field.pattern),
    patternMessage: optional(field.patternMessage),
    search: optional(field.search),
    from: field.from === null ? undefined : literal(sourceText(field.from)),
    unique: isToldOfAll ? literal('global') : undefined,
  });
}

function columnDecorator(model: Model, field: Field): Code {
  const { column, options: own } = TYPES[scalarType(field)];
  const options = object({
    name: field.column === field.name ? undefined : literal(field.column),
    ...own?.(field),
    nullable: field.required ? undefined : literal(true),
    unique: isUniqueColumn(model, field) && !isOneToOne(model, field) ? literal(true) : undefined,
    default: field.default === null ? undefined : defaultCode(field.default),
  });
  return call('Column', column, ...(options.entries.length > 0 ? [options] : []));
}

/** How a column is written: its type in the database, options of this type, and the type of its property. */
interface ColumnForm {
  readonly column: Code;
  readonly property: string;
  readonly options?: (field: Field) => Record<string, Code>;
}

const text: ColumnForm = {
  column: literal('varchar'),
  property: 'string',
  options: ({ max }) => ({ length: literal(max ?? STRING_LENGTH) }),
};

const TYPES: Readonly<Record<ScalarType, ColumnForm>> = {
  string: text,
  enum: text,
  text: { column: literal('text'), property: 'string' },
  integer: { column: literal('integer'), property: 'number' },
  bigint: {
    column: literal('bigint'),
    property: 'string',
    options: () => ({ transformer: raw('BIGINT') }),
  },
  float: { column: literal('double precision'), property: 'number' },
  decimal: {
    column: literal('decimal'),
    property: 'number',
    options: ({ precision, scale }) => ({
      precision: literal(precision ?? DECIMAL_DIGITS.precision),
      scale: literal(scale ?? DECIMAL_DIGITS.scale),
      transformer: raw('DECIMAL'),
    }),
  },
  boolean: { column: literal('boolean'), property: 'boolean' },
  date: { column: literal('date'), property: 'string' },
  time: { column: literal('time'), property: 'string' },
  datetime: {
    column: raw('DATETIME'),
    property: 'Date',
    options: () => ({ precision: literal(3) }),
  },
  uuid: { column: raw('UUID'), property: 'string' },
  json: { column: raw('JSON_VALUE'), property: 'unknown' },
};

function defaultCode(value: Default): Code {
  if (value.kind === 'value') return literal(value.value);
  return raw(value.kind === 'now' ? 'NOW' : 'TODAY');
}
