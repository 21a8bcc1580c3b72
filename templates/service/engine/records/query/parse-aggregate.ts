import * as formats from '../../fields/formats.js';
import { UTC, isTimeZone } from '../../fields/periods.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { typeOf } from '../../fields/field-types.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Query } from '../../model/operations.js';
import type { Where } from '../../model/where.js';
import { hint, refuse, show, withArticle } from '../../problem/problem.js';
import {
  FUNCTIONS,
  hasPeriods,
  isGrouping,
  isMeasurable,
  isWholeSum,
  splitPeriod,
  type AggregateFunction,
  type Grouping,
  type GroupOrder,
  type GroupValue,
  type Having,
  type Measure,
} from './groupings.js';
import { mayExceed } from '../reading/widths.js';
import { isSortable, parsePage, sortableColumns, type Page } from './parse-page.js';
import { parseConditions, type QueryContext } from './parse-query.js';
import { ProblemCollector } from './problem-collector.js';
import { assertAffordable } from './query-cost.js';

/** Figures of a list, in terms of columns that their reader may read. */
export interface AggregateRequest {
  /** All of them must hold. */
  readonly conditions: readonly Where[];
  readonly by: readonly Grouping[];
  readonly measures: readonly Measure[];
  readonly having: readonly Having[];
  readonly order: readonly GroupOrder[];
  readonly page: Page;
  readonly timeZone: string;
}

/** Each takes its part of every answer, and of every comparison of groups. */
export const MAX_GROUPINGS = 4;
export const MAX_MEASURES = 20;
export const MAX_HAVING = 10;
/** The maximum length of a category, in characters: texts that may be longer are not categories. */
const MAX_KEY_LENGTH = 255;

/** The parameters of figures, besides filters and `q`. */
const PARAMETERS: readonly string[] = [
  ...['_by', '_count', ...FUNCTIONS.map((of) => `_${of}`)],
  ...['_having', '_sort', '_start', '_end', '_tz'],
];

/**
 * Reads the query string of `_aggregate`; everything that is wrong with it is reported in one 400. As in a list, a field that
 * the reader may not read and one that does not exist get the same response.
 */
export function parseAggregate(
  query: Query,
  model: ModelInfo,
  context: QueryContext,
): AggregateRequest {
  const attempt = new ProblemCollector();
  const { maxPageSize } = context.limits;
  const columns = sortableColumns(model, context.grant);
  for (const name of Object.keys(query)) attempt.that(() => refuseUnknown(name));
  attempt.that(() => parseCountFlag(query._count));
  const page = attempt.that(() => parsePage(query, maxPageSize, maxPageSize));
  const by = attempt.that(() => parseGroupings(query, columns)) ?? [];
  const measures = attempt.that(() => parseMeasures(query, columns)) ?? [];
  const having = attempt.that(() => parseHaving(query, columns)) ?? [];
  const order = attempt.that(() => parseGroupOrder(query, by, columns)) ?? [];
  const timeZone = attempt.that(() => parseTimeZone(query._tz));
  const conditions = parseConditions(query, model, context, attempt);
  attempt.end();
  const compared = [...having.map(({ of }) => of), ...order.map(({ by: value }) => value)];
  const computed = [...measures, ...compared.filter((one) => one !== 'count' && !isGrouping(one))];
  const costs = { page: page!, groupings: by, measures: computed, expand: [], counted: [] };
  assertAffordable({ conditions, ...costs }, model, context.limits);
  return { conditions, by, measures, having, order, page: page!, timeZone: timeZone! };
}

/** In a list an unknown parameter is ignored; here a misspelt one would change what figures mean. */
function refuseUnknown(name: string): void {
  if (!name.startsWith('_') || PARAMETERS.includes(name)) return;
  const message = `_aggregate has no parameter ${show(name)}${hint(name, PARAMETERS)}`;
  throw refuse(name, 'unknown-parameter', message);
}

/** The number of records is in every answer: the parameter says that nothing else is asked for. */
function parseCountFlag(given: Query[string]): void {
  if (given === undefined || given === '' || given === 'true') return;
  throw refuse(
    '_count',
    'type',
    '_count takes no value here: each group has the `count` of its records',
  );
}

/** The words of a comma list, each once. */
function wordsOf(query: Query, name: string): readonly string[] {
  const given = [query[name] ?? []].flat();
  const words = new Set(given.flatMap((text) => text.split(',').map((word) => word.trim())));
  if (words.has('')) throw refuse(name, 'empty', `${name} has an empty word`);
  return [...words];
}

const named = (columns: readonly ColumnInfo[], name: string) =>
  columns.find((column) => column.name === name);

function parseGroupings(query: Query, columns: readonly ColumnInfo[]): readonly Grouping[] {
  const names = wordsOf(query, '_by');
  if (names.length > MAX_GROUPINGS)
    throw refuse('_by', 'too-many', `_by takes at most ${MAX_GROUPINGS} names`);
  const short = columns.filter(isGroupable);
  return names.map((name) => {
    const [field, period] = splitPeriod(name, (one) => named(columns, one) !== undefined);
    const column = named(short, field);
    const isKnown = column !== undefined && (period === null || hasPeriods(column));
    if (isKnown) return { name, column, period };
    const candidates = short.map((one) => one.name);
    const message = `Cannot group by ${show(name)}${hint(field, candidates)}`;
    throw refuse('_by', 'unknown-field', message);
  });
}

function parseMeasures(query: Query, columns: readonly ColumnInfo[]): readonly Measure[] {
  const measures = FUNCTIONS.flatMap((of) =>
    wordsOf(query, `_${of}`).map((field) => measureOf(`_${of}`, of, field, columns)),
  );
  if (measures.length > MAX_MEASURES)
    throw refuse(
      '',
      'too-many',
      `A request computes at most ${MAX_MEASURES} figures of each group`,
    );
  return measures;
}

/** Of texts there is none: they may be long. */
function measureOf(
  parameter: string,
  of: AggregateFunction,
  field: string,
  columns: readonly ColumnInfo[],
): Measure {
  const candidates = columns.filter((column) => isMeasured(of, column));
  const column = named(candidates, field);
  if (column) return { of, column };
  const names = candidates.map(({ name }) => name);
  const message = `There is no ${of} of ${show(field)}${hint(field, names)}`;
  throw refuse(parameter, 'unknown-field', message);
}

const TEXTS: readonly ColumnInfo['type'][] = ['string', 'text', 'enum'];

/** Whether figures have this of a column. */
export const isMeasured = (of: AggregateFunction, column: ColumnInfo): boolean =>
  isMeasurable(of, column) && !TEXTS.includes(column.type);

/** Whether records can be grouped by a column. */
export const isGroupable = (column: ColumnInfo): boolean =>
  isSortable(column) && !mayExceed(column, MAX_KEY_LENGTH);

/** `count`, `sum.total`. */
function valueOf(
  parameter: string,
  name: string,
  columns: readonly ColumnInfo[],
): Measure | 'count' {
  if (name === 'count') return 'count';
  const of = FUNCTIONS.find((one) => name.startsWith(`${one}.`));
  if (of) return measureOf(parameter, of, name.slice(of.length + 1), columns);
  const message = `Groups have no ${show(name)}: they have count and figures such as sum.total`;
  throw refuse(parameter, 'unknown-field', message);
}

function parseGroupOrder(
  query: Query,
  by: readonly Grouping[],
  columns: readonly ColumnInfo[],
): readonly GroupOrder[] {
  return wordsOf(query, '_sort').map((word) => {
    const direction = word.startsWith('-') ? 'DESC' : 'ASC';
    const name = word.replace(/^-/, '');
    const grouping: GroupValue | undefined = by.find((one) => one.name === name);
    return { by: grouping ?? valueOf('_sort', name, columns), direction };
  });
}

const OPERATORS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** `sum.total__gte:100,count__gt:5`: all of it must hold. */
function parseHaving(query: Query, columns: readonly ColumnInfo[]): readonly Having[] {
  const conditions = wordsOf(query, '_having');
  if (conditions.length > MAX_HAVING)
    throw refuse('_having', 'too-many', `_having takes at most ${MAX_HAVING} conditions`);
  return conditions.map((text) => {
    const { name, operator, value } = /^(?<name>.+)__(?<operator>[a-z]+):(?<value>.*)$/.exec(text)
      ?.groups ?? { operator: '' };
    if (name === undefined || !Object.hasOwn(OPERATORS, operator!)) {
      const known = Object.keys(OPERATORS).join(', ');
      const message = `_having takes conditions such as sum.total__gte:100, by ${known}`;
      throw refuse('_having', 'form', message);
    }
    const of = valueOf('_having', name, columns);
    const given = comparedWith(of, name, value!);
    const compared = OPERATORS[operator as keyof typeof OPERATORS];
    return isWholeSum(of)
      ? { of, ...wholly(compared, value!) }
      : { of, operator: compared, value: given };
  });
}

/** Larger than any sum of integers. */
const NO_SUM = 2n ** 128n;

/** A comparison with any number as one with an integer, which is exact however large both are. */
function wholly(operator: Having['operator'], text: string): Pick<Having, 'operator' | 'value'> {
  const { whole, isWhole } = formats.parseExact(text);
  if (isWhole) return { operator, value: whole };
  // What is more than 2.5 is more than 2; nothing is 2.5.
  if (operator === '=' || operator === '<>') return { operator, value: NO_SUM };
  return { operator: operator.startsWith('>') ? '>' : '<=', value: whole };
}

function comparedWith(of: Measure | 'count', name: string, text: string): unknown {
  const isValue = of !== 'count' && (of.of === 'min' || of.of === 'max');
  const value = isValue ? typeOf(of.column).parse(text) : formats.parseNumber(text);
  if (value !== null) return value;
  const noun = isValue ? withArticle(of.column.added?.name ?? of.column.type) : 'a number';
  throw refuse('_having', 'type', `${show(name)} is compared with ${noun}, not with ${show(text)}`);
}

function parseTimeZone(given: Query[string]): string {
  if (given === undefined) return UTC;
  if (typeof given === 'string' && isTimeZone(given)) return given;
  throw unknownZone(String(given));
}

/** The response to a time zone that Node.js or the database does not know. */
export const unknownZone = (name: string) =>
  refuse(
    '_tz',
    'unknown-zone',
    `There is no time zone ${show(name)}; a valid name is Europe/Berlin`,
  );
