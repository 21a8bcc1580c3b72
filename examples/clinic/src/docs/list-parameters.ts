import type { ColumnInfo, ModelInfo } from '../crud/model-info.js';
import { typeSchema } from './field-schema.js';
import { visibleColumns } from './model-schemas.js';
import { ref, type Parameter, type Schema } from './openapi-types.js';
import type { View } from './view.js';

const integer: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };

/** Parameters that every list takes; they stand once among the components. */
export const PAGE_PARAMETERS: Readonly<Record<string, Parameter>> = {
  Start: parameter('_start', { ...integer, default: 0 }, 'Offset of the first record.'),
  End: parameter(
    '_end',
    { ...integer, default: 25 },
    'Offset after the last record; 25 after `_start` unless given.',
  ),
  Order: parameter(
    '_order',
    { ...text, default: 'ASC' },
    '`ASC` or `DESC`, one for all or as many as columns, comma separated.',
  ),
  Q: parameter('q', text, 'Records of which a searched field contains this text, in any case.'),
};

/** What a model's list takes: page, order, search, and filters by each column that the reader sees. */
export function listParameters(model: ModelInfo, view: View): unknown[] {
  const columns = visibleColumns(model, view);
  const names = columns.map(({ name }) => name).join(', ');
  return [
    ref('parameters', 'Start'),
    ref('parameters', 'End'),
    parameter('_sort', { ...text, default: 'id' }, `Columns, comma separated: ${names}.`),
    ref('parameters', 'Order'),
    ref('parameters', 'Q'),
    ...columns.flatMap(columnFilters),
  ];
}

function columnFilters({ name, type, nullable }: ColumnInfo): Parameter[] {
  const schema = typeSchema(type);
  const isText = type === 'string' || type === 'text' || type === 'enum';
  const isOrdered = type !== 'boolean' && type !== 'json';
  const filters: [suffix: string, applies: boolean, schema: Schema, description: string][] = [
    ['', true, { type: 'array', items: schema }, 'Equal; given several times: any of them.'],
    ['__ne', true, schema, 'Not equal; records without a value included.'],
    ['__ilike', isOrdered, text, 'Contains, in any case.'],
    ['__startswith', isText, text, 'Begins with, in this case.'],
    ['__gt', isOrdered, schema, 'Greater.'],
    ['__gte', isOrdered, schema, 'Greater or equal.'],
    ['__lt', isOrdered, schema, 'Less.'],
    ['__lte', isOrdered, schema, 'Less or equal.'],
    ['__in', true, text, 'Any of a comma list.'],
    ['__isnull', nullable, { type: 'boolean' }, 'Without a value, or with one.'],
  ];
  return filters
    .filter(([, applies]) => applies)
    .map(([suffix, , of, description]) => parameter(`${name}${suffix}`, of, description));
}

function parameter(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'query', description, schema };
}
