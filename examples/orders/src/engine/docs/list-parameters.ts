import { columnOperators, LINK_OPERATORS, type FilterOperator } from '../crud/parse-filter.js';
import type { ColumnInfo, FieldType } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { urlValue } from './field-schema.js';
import { expandable, visibleColumns } from './model-schemas.js';
import { jsonContent, ref, type Parameter, type Schema } from './openapi-types.js';
import { integerSchema, textSchema } from './value-schemas.js';
import type { View } from './view.js';

/** Instead of a parameter given several times: one with a comma list. */
const COMMAS = { explode: false } as const;

const query = (name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  ...more,
  schema,
});

const wordsOf = (enumeration: readonly string[]): Schema => ({
  type: 'array',
  items: { type: 'string', enum: enumeration },
  minItems: 1,
  maxItems: enumeration.length,
});

/** Parameters that every list takes. */
export const PAGE_PARAMETERS: Readonly<Record<string, Parameter>> = {
  _start: query(
    '_start',
    { ...integerSchema(0), default: 0 },
    { description: 'Offset of the first record.' },
  ),
  _end: query('_end', integerSchema(0), {
    description: 'Offset after the last record, not below `_start`; unless given 25 after it.',
  }),
  _order: query(
    '_order',
    {
      type: 'array',
      items: textSchema(4, { pattern: '^([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$' }),
      minItems: 1,
      maxItems: 100,
      default: ['ASC'],
    },
    { description: '`ASC` or `DESC`: one for all, or one for each column of `_sort`.', ...COMMAS },
  ),
  q: query('q', ref('schemas', 'url-text'), {
    description: 'Records of which a searched field contains this text, in any case.',
  }),
};

/** By which columns a list may be sorted; `id` breaks ties. */
export function sortParameter(model: ModelInfo, view: View): Parameter {
  const sortable = visibleColumns(model, view).filter(
    ({ type, transformer }) => type !== 'json' && !transformer,
  );
  const schema = { ...wordsOf(sortable.map(({ name }) => name)), default: ['id'] };
  return query('_sort', schema, { description: 'Columns, the most important first.', ...COMMAS });
}

/** Which related records may be added; nothing for a model that refers to none. */
export function expandParameter(model: ModelInfo, view: View): Parameter[] {
  const names = expandable(model, view);
  const description = 'Relations to one other record, which is added under that name.';
  return names.length > 0 ? [query('_expand', wordsOf(names), { description, ...COMMAS })] : [];
}

/** A filter for each comparison of each field that the reader sees: what the parser takes, and nothing else. */
export function filterParameters(model: ModelInfo, view: View): Parameter[] {
  const readable = view.readable(model);
  const links = model.links.filter(({ name }) => readable(name));
  return [
    ...visibleColumns(model, view).flatMap(columnFilters),
    ...links.flatMap(({ name, key }) =>
      LINK_OPERATORS.map((operator) => filter(name, operator, key === 'id' ? 'integer' : 'text')),
    ),
  ];
}

function columnFilters(column: ColumnInfo): Parameter[] {
  const { name, nullable, type } = column;
  const operators = columnOperators(column).filter((one) => nullable || one !== 'isnull');
  return operators.map((operator) => filter(name, operator, type));
}

function filter(field: string, operator: FilterOperator, type: FieldType): Parameter {
  const name = operator === 'eq' ? field : `${field}__${operator}`;
  const value = urlValue(type);
  switch (operator) {
    case 'isnull':
      return query(name, ref('schemas', 'boolean'));
    case 'ilike':
    case 'startswith':
      return query(name, ref('schemas', 'url-text'));
    case 'in':
      return query(name, ref('schemas', `${value}-list`), COMMAS);
    case 'eq':
      if (type !== 'json') return query(name, ref('schemas', `${value}-list`));
  }
  if (type === 'json') return { name, in: 'query', content: jsonContent(ref('schemas', value)) };
  return query(name, ref('schemas', value));
}
