import { isText, type ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Grant } from '../../model/access-rules.js';
import { hint, refuse, show, withArticle } from '../../problem/problem.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import { NONE, and, or, type Comparand, type Scalar, type Where } from '../../model/where.js';
import { lostDigits } from '../../http/lost-digits.js';
import { digitsLost, jsonExcess } from '../../http/read-body.js';
import { isPlainJson } from '../../fields/check-value.js';
import * as formats from '../../fields/formats.js';

/** The operators of a list filter: `status__ne=done`; `eq` is the bare name. */
export const FILTER_OPERATORS = [
  'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isnull', 'ilike', 'startswith',
] as const; // prettier-ignore
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const EQUALITY = ['eq', 'ne', 'in', 'isnull'] as const;

/** The operators that make sense for a column: the parser refuses all others, the OpenAPI document lists these. */
export function columnOperators(column: ColumnInfo): readonly FilterOperator[] {
  if (column.type === 'json') return ['eq', 'ne', 'isnull'];
  if (column.transformer || column.type === 'boolean') return EQUALITY;
  return FILTER_OPERATORS.filter((operator) => operator !== 'startswith' || isText(column));
}

/** The same for a many-to-many field. */
export const LINK_OPERATORS = EQUALITY;

export interface FilterContext {
  readonly grant: Grant;
  readonly model: (name: string) => ModelInfo;
  /** The rows of another model that exist for the reader. */
  readonly visible: (model: ModelInfo) => Where;
}

/** As the data providers of json-server, Refine and react-admin write them. */
const ALIASES: readonly (readonly [suffix: string, operator: FilterOperator])[] = [
  ['_ne', 'ne'],
  ['_gte', 'gte'],
  ['_lte', 'lte'],
  ['_like', 'ilike'],
];

interface Filter {
  /** The parameter as the caller wrote it. */
  readonly parameter: string;
  readonly operator: FilterOperator;
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
  if (column) return filterColumn(column, filter, values);
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) return filterLink(link, filter, values, context);
  if (model.extras.some((extra) => extra.name === name && context.grant.readable.has(name)))
    throw refuse(parameter, 'unknown-filter', `${name} is computed and cannot be filtered by`);
  throw unknown(parameter, context.grant);
}

function split(parameter: string, { readable }: Grant): readonly [string, FilterOperator] {
  if (readable.has(parameter)) return [parameter, 'eq'];
  const at = parameter.lastIndexOf('__');
  const operator = FILTER_OPERATORS.find((word) => word === parameter.slice(at + 2));
  const before = parameter.slice(0, at);
  if (at > 0 && operator && operator !== 'eq' && readable.has(before)) return [before, operator];
  for (const [suffix, alias] of ALIASES) {
    const name = parameter.slice(0, -suffix.length);
    if (parameter.endsWith(suffix) && readable.has(name)) return [name, alias];
  }
  throw unknown(parameter, { readable });
}

/** The same response for a field that does not exist and one that the reader may not read. */
function unknown(parameter: string, { readable }: Pick<Grant, 'readable'>) {
  const name = parameter.replace(/__[a-z]*$/, '');
  return refuse(
    parameter,
    'unknown-filter',
    `There is no filter ${show(parameter)}${hint(name, readable)}`,
  );
}

function filterColumn(column: ColumnInfo, filter: Filter, values: readonly string[]): Where {
  checkOperator(filter, column.name, columnOperators(column));
  const { operator } = filter;
  if (operator === 'eq') return anyOf(column, filter, values);
  return and(...values.map((value) => filterOne(column, filter, value)));
}

function filterOne(column: ColumnInfo, filter: Filter, text: string): Where {
  const field = column.name;
  const { operator } = filter;
  switch (operator) {
    case 'eq':
    case 'in':
      return anyOf(column, filter, text.split(','));
    case 'ne':
      return { op: 'not', item: anyOf(column, filter, [text]) };
    case 'isnull':
      return parseFlag(filter, text)
        ? { op: 'null', field }
        : { op: 'not', item: { op: 'null', field } };
    case 'ilike':
      return { op: 'contains', field, value: text };
    case 'startswith':
      return { op: 'startsWith', field, value: text };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      // JSON columns have been refused before.
      return { op: operator, field, value: parseValue(column, filter, text) as Scalar };
  }
}

/** Equals any of the values; an empty one on a column that is not text means null, as does JSON's own null. */
function anyOf(column: ColumnInfo, filter: Filter, texts: readonly string[]): Where {
  const field = column.name;
  const isNull = (text: string) => isNullText(text, column);
  const values = texts
    .filter((text) => !isNull(text))
    .map((text) => parseValue(column, filter, text));
  const equal: Where =
    values.length === 0
      ? NONE
      : values.length === 1
        ? { op: 'eq', field, value: values[0]! }
        : { op: 'in', field, values };
  return texts.some(isNull) ? or({ op: 'null', field }, equal) : equal;
}

function parseValue(column: ColumnInfo, { parameter }: Filter, text: string): Comparand {
  const value = parseText(text, column);
  if (column.type === 'json' && value !== null) refuseLostDigits(parameter, text);
  if (value !== null) return value;
  const example = EXAMPLES[column.type];
  const what = example ? `, such as ${example}` : '';
  const noun = column.type === 'json' ? 'a JSON value' : withArticle(column.type);
  throw refuse(parameter, 'type', `${show(parameter)} must be ${noun}${what}`);
}

/** Another integer than the one that was asked for would be found. */
function refuseLostDigits(parameter: string, text: string): void {
  const lost = lostDigits(text);
  if (lost) throw refuse(parameter, 'digits', digitsLost(show(parameter), lost));
}

/** Of types whose form is not plain from their name. */
const EXAMPLES: Readonly<Partial<Record<ColumnInfo['type'], string>>> = {
  json: '1, "text" or {"a":[true]}',
  date: '2026-01-31',
  time: '07:30:00',
  datetime: '2026-01-31T07:30:00Z',
};

function parseFlag({ parameter }: Filter, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refuse(parameter, 'type', `${show(parameter)} must be true or false`);
}

/** Refuses an operator that makes no sense for the field. */
function checkOperator(
  { parameter, operator }: Filter,
  field: string,
  operators: readonly FilterOperator[],
): void {
  if (!operators.includes(operator))
    throw refuse(parameter, 'operator', `${field} cannot be filtered by ${operator}`);
}

/** A many-to-many field: linked to any of the records that the reader may see. */
function filterLink(
  link: LinkInfo,
  filter: Filter,
  values: readonly string[],
  { model, visible }: FilterContext,
): Where {
  checkOperator(filter, link.name, LINK_OPERATORS);
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

/** A query parameter's text as a value of the column; null if the column's type cannot hold it, or for JSON's own null. */
export function parseText(text: string, column: ColumnInfo): Comparand | null {
  switch (column.type) {
    case 'string':
    case 'text':
    case 'enum':
      return text;
    case 'integer':
      return formats.parseInteger(text);
    case 'bigint':
      return formats.parseBigint(text);
    case 'float':
    case 'decimal':
      return formats.parseNumber(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null;
    case 'date':
      return formats.parseDate(text);
    case 'time':
      return formats.parseTime(text);
    case 'datetime':
      return formats.parseDatetime(text);
    case 'uuid':
      return formats.parseUuid(text);
    case 'json':
      return parseJson(text);
  }
}

function parseJson(text: string): Comparand | null {
  if (jsonExcess(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainJson(value) ? (value as Comparand) : null;
  } catch {
    return null;
  }
}

/** Whether a parameter's text means a missing value. */
export const isNullText = (text: string, column: ColumnInfo): boolean =>
  column.type === 'json' ? text === '' || text.trim() === 'null' : text === '' && !isText(column);

/** An id in a path: a positive integer that JavaScript holds exactly; null for anything else. */
export function parseId(text: string): RecordId | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
