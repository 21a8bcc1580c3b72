import type { ColumnInfo, ExtraInfo, FieldType, LinkInfo } from '../crud/model-info.js';
import { withArticle } from '../crud/with-article.js';
import type { Schema } from './openapi-types.js';

const TYPES: Readonly<Record<FieldType, Schema>> = {
  string: { type: 'string' },
  text: { type: 'string' },
  enum: { type: 'string' },
  integer: { type: 'integer', format: 'int64' },
  bigint: { type: 'string', pattern: '^-?\\d{1,19}$', description: 'A 64-bit integer.' },
  float: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  datetime: { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  json: { description: 'Any JSON value.' },
};

/** The JSON that a type takes, without the rules of a single column. */
export const typeSchema = (type: FieldType): Schema => TYPES[type];

/** A column's JSON with everything that is enforced or documented about it. */
export function columnSchema(column: ColumnInfo): Schema {
  const schema: Record<string, unknown> = { ...TYPES[column.type], ...limits(column) };
  if (column.format) schema['format'] = column.format === 'url' ? 'uri' : 'email';
  if (column.values.length > 0) {
    if (column.enforce || column.type === 'enum')
      schema['enum'] = column.nullable ? [...column.values, null] : column.values;
    else schema['examples'] = column.values;
  }
  if (column.default?.kind === 'value') schema['default'] = column.default.value;
  if (column.reference) schema['description'] = `The id of ${withArticle(column.reference.model)}.`;
  if (column.nullable && 'type' in schema) schema['type'] = [schema['type'], 'null'];
  return schema;
}

/** A many-to-many as the array that stands in JSON. */
export function linkSchema(link: LinkInfo): Schema {
  const items = link.key === 'id' ? TYPES.integer : TYPES.string;
  const description = `The ${link.key} of each linked ${link.model}.`;
  return { type: 'array', items, uniqueItems: true, description };
}

export function extraSchema(extra: ExtraInfo): Schema {
  return { ...TYPES[extra.type], ...(extra.compute ? { readOnly: true } : { writeOnly: true }) };
}

function limits({ type, min, max }: ColumnInfo): Schema {
  const isText = type === 'string' || type === 'text' || type === 'enum';
  const [least, most] = isText ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  return { ...(min !== null && { [least]: min }), ...(max !== null && { [most]: max }) };
}
