import type { ColumnInfo } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import { hint, refuse, show } from '../../problem/problem.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import { and, type Where } from '../../model/where.js';
import {
  anyOf,
  FILTER_OPERATORS,
  isOperatorOf,
  LINK_OPERATORS,
  parseFlag,
  type Filter,
  type FilterOperator,
} from './filter-operators.js';

export interface FilterContext {
  readonly grant: Grant;
  readonly model: (name: string) => ModelInfo;
  /** The rows of another model that exist for the reader. */
  readonly visible: (model: ModelInfo) => Where;
}

/** One parameter as a condition: `status`, `status__ne`, `status_ne`. A readable column of exactly that name wins. */
export function parseFilter(
  parameter: string,
  values: readonly string[],
  model: ModelInfo,
  context: FilterContext,
): Where {
  const [name, operator] = split(parameter, context.grant);
  const filter = { parameter, operator };
  const column = model.column.get(name);
  const { readable } = context.grant;
  const other = (field: string) => (readable.has(field) ? model.column.get(field) : undefined);
  if (column) return filterColumn(column, filter, values, other);
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) return filterLink(link, filter, values, context);
  if (model.extras.some((extra) => extra.name === name && context.grant.readable.has(name)))
    throw refuse(parameter, 'unknown-filter', `${name} is computed and cannot be used as a filter`);
  throw unknown(parameter, context.grant);
}

function split(parameter: string, { readable }: Grant): readonly [string, FilterOperator] {
  if (readable.has(parameter)) return [parameter, 'eq'];
  const at = parameter.lastIndexOf('__');
  const word = parameter.slice(at + 2);
  const before = parameter.slice(0, at);
  if (at > 0 && isOperator(word) && word !== 'eq' && readable.has(before)) return [before, word];
  for (const [operator, { short }] of FILTER_OPERATORS) {
    if (short === undefined || !parameter.endsWith(short)) continue;
    const name = parameter.slice(0, -short.length);
    if (readable.has(name)) return [name, operator];
  }
  throw unknown(parameter, { readable });
}

const isOperator = (word: string): word is FilterOperator =>
  FILTER_OPERATORS.has(word as FilterOperator);

/** One response for a field that does not exist and for a field that the reader may not read. */
function unknown(parameter: string, { readable }: Pick<Grant, 'readable'>) {
  const name = parameter.replace(/__[a-z_]*$/, '');
  return refuse(
    parameter,
    'unknown-filter',
    `There is no filter ${show(parameter)}${hint(name, readable)}`,
  );
}

function filterColumn(
  column: ColumnInfo,
  filter: Filter,
  values: readonly string[],
  readable: (field: string) => ColumnInfo | undefined,
): Where {
  if (!isOperatorOf(column, filter.operator)) throw senseless(filter, column.name);
  return FILTER_OPERATORS.get(filter.operator)!.where(column, filter, values, readable);
}

/** The refusal of an operator that makes no sense for a field. */
const senseless = ({ parameter, operator }: Filter, field: string) =>
  refuse(parameter, 'operator', `${field} has no filter ${operator}`);

/** A many-to-many field: linked to any of the records that the reader may see. */
function filterLink(
  link: LinkInfo,
  filter: Filter,
  values: readonly string[],
  { model, visible }: FilterContext,
): Where {
  if (!LINK_OPERATORS.some((one) => one === filter.operator)) throw senseless(filter, link.name);
  const target = model(link.model);
  const key = target.column.get(link.key)!;
  const linked = (where: Where): Where => ({
    op: 'linked',
    field: link.name,
    where: and(where, visible(target)),
  });
  switch (filter.operator as (typeof LINK_OPERATORS)[number]) {
    case 'eq':
      return linked(anyOf(key, filter, values));
    case 'in':
      return and(...values.map((value) => linked(anyOf(key, filter, value.split(',')))));
    case 'ne':
      return { op: 'not', item: linked(anyOf(key, filter, values)) };
    // A link table has no other null.
    case 'isnull': {
      const some = linked({ op: 'all' });
      return and(...values.map((value) => (parseFlag(filter, value) ? not(some) : some)));
    }
  }
}

const not = (item: Where): Where => ({ op: 'not', item });
