import type { ColumnInfo } from '../fields/column-info.js';
import { isText } from './parse-text.js';

/** What a list compares by: `status__ne=done`; `eq` is the bare name. */
export const FILTER_OPERATORS = [
  'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isnull', 'ilike', 'startswith',
] as const; // prettier-ignore
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const EQUALITY = ['eq', 'ne', 'in', 'isnull'] as const;

/** The comparisons that mean something for a column: the parser refuses every other, the OpenAPI document names these. */
export function columnOperators(column: ColumnInfo): readonly FilterOperator[] {
  if (column.type === 'json') return ['eq', 'ne', 'isnull'];
  if (column.transformer || column.type === 'boolean') return EQUALITY;
  return FILTER_OPERATORS.filter((operator) => operator !== 'startswith' || isText(column));
}

/** The same for a many-to-many field. */
export const LINK_OPERATORS: readonly FilterOperator[] = EQUALITY;
