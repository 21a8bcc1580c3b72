import type { RawRow } from '../../database/dialect.js';
import { OUT_OF_RANGE, type QueryDialect, type PeriodSql } from '../../database/query-dialect.js';
import { driverErrorOf } from '../../database/outage.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { AggregateGroup } from '../../model/operations.js';
import type { Where } from '../../model/where.js';
import { refuse } from '../../problem/problem.js';
import { compileWhere } from '../conditions/compile-where.js';
import {
  addsFloats,
  isGrouping,
  isWholeSum,
  type AggregateFunction,
  type Grouping,
  type GroupOrder,
  type Having,
  type Measure,
} from '../query/groupings.js';
import { unknownZone } from '../query/parse-aggregate.js';
import type { Page } from '../query/parse-page.js';
import { readLong, type Scope } from '../scope.js';
import { reachOf } from './reach.js';
import { mayExceed } from './widths.js';

/** The groups of the records of a condition, which their reader may know. */
export interface GroupsRequest {
  readonly where: Where;
  readonly by: readonly Grouping[];
  readonly measures: readonly Measure[];
  readonly having?: readonly Having[];
  /** Groupings that are not in it follow, ascending. */
  readonly order?: readonly GroupOrder[];
  readonly page: Page;
  /** The time zone in which days and longer periods begin. */
  readonly timeZone: string;
  /** Characters: records whose values are longer are in no group. */
  readonly longest?: number | undefined;
  /** Whether the number of all groups is asked for, which none can be left out for. */
  readonly isCounted: boolean;
}

export interface FoundGroups {
  readonly groups: readonly AggregateGroup[];
  /** The number of all groups where that is asked for, else of those that were found. */
  readonly total: number;
}

/** The requested groups, of what the condition of the request lets its reader see. */
export async function readGroups(request: GroupsRequest, scope: Scope): Promise<FoundGroups> {
  const { core, model } = scope;
  const condition = compileWhere(request.where, model, core);
  const { sql, values } = selectGroups(request, condition, scope);
  const statement = core.statements.get(sql, () => sql);
  const reach = () => reachOf({ condition }, model);
  const rows = await readLong(scope, (session) => session.rows(statement, values, reach))
    .catch((error: unknown) => rethrowRefused(error, request.timeZone))
    .catch(core.unread?.inRead(request.where, scope));
  const { page, isCounted } = request;
  // A page without groups does not tell how many there are on others.
  if (isCounted && rows.length === 0 && (page.start > 0 || page.end === 0)) {
    const first = await readGroups({ ...request, page: { start: 0, end: 1 } }, scope);
    return { groups: [], total: first.total };
  }
  const total = isCounted ? Number(rows[0]?.at(-1) ?? 0) : rows.length;
  return { groups: rows.map((row) => groupOf(row, request, core.dialect)), total };
}

/** What PostgreSQL says where it lacks a time zone. */
const INVALID_PARAMETER = '22023';

function rethrowRefused(error: unknown, timeZone: string): never {
  const { code } = (driverErrorOf(error) ?? {}) as { code?: unknown };
  if (code === INVALID_PARAMETER) throw unknownZone(timeZone);
  throw code === OUT_OF_RANGE ? tooLarge() : error;
}

const tooLarge = () => refuse('', 'too-large', 'A figure is too large for a number');

/** A statement with its values, which are bound in the order of their placeholders. */
interface Bound {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function selectGroups(request: GroupsRequest, condition: Bound, scope: Scope): Bound {
  const { dialect } = scope.core;
  const values = [...condition.values];
  const bind = (value: unknown): string => dialect.placeholder(values.push(value));
  const { by, measures, page, having = [] } = request;
  const expressions = new Map(
    by.map((one) => [one.name, expressionOf(one, request.timeZone, dialect, bind)]),
  );
  const named = ({ name }: Grouping) => expressions.get(name)!.key;
  // PostgreSQL names an expression after its function or column, and sorts by that instead of a column of that name.
  const keys = by.map(({ name }, at) => `${expressions.get(name)!.text} AS _key${at}`);
  const measured = measures.map((one, at) => `${sqlOf(one, dialect)} AS _measure${at}`);
  const total = request.isCounted ? ['COUNT(*) OVER () AS _total'] : [];
  const selected = [...keys, 'COUNT(*) AS _count', ...measured, ...total];
  const conditions = [condition.sql, ...noLonger(by, request.longest, dialect)];
  const demanded = [
    ...inRange(request, dialect),
    ...having.map((one) => havingOf(one, dialect, bind)),
  ];
  const order = by.length > 0 ? ` ORDER BY ${orderOf(request, named, dialect)}` : '';
  const sql =
    `SELECT ${selected.join(', ')} FROM ${dialect.quote(scope.model.table)} ` +
    `WHERE ${conditions.join(' AND ')}` +
    (by.length > 0 ? ` GROUP BY ${by.map(named).join(', ')}` : '') +
    (demanded.length > 0 ? ` HAVING ${demanded.join(' AND ')}` : '') +
    order +
    dialect.page(bind(page.end - page.start), bind(page.start));
  return { sql, values };
}

/** What rows are grouped by, and how a group tells it. */
function expressionOf(
  { column, period }: Grouping,
  timeZone: string,
  dialect: QueryDialect,
  bind: (value: unknown) => string,
): PeriodSql {
  const key = dialect.quote(column.column);
  if (period === null) return { key, text: exact(key, column, dialect) };
  return dialect.periodOf(key, column, period, timeZone, bind);
}

/** As text where a JavaScript number would lose digits. */
const exact = (sql: string, column: ColumnInfo, dialect: QueryDialect): string =>
  column.type === 'bigint' ? dialect.asText(sql, column) : sql;

function sqlOf({ of, column }: Measure, dialect: QueryDialect): string {
  const name = dialect.quote(column.column);
  if (isWholeSum({ of, column })) {
    const words = dialect.sumOfIntegers(name).map((word) => `CAST(${word} AS TEXT)`);
    return words.join(" || ' ' || ");
  }
  return of === 'avg'
    ? averageOf(column, name)
    : exact(`${of.toUpperCase()}(${name})`, column, dialect);
}

/** As it is told, a double. PostgreSQL's own average of floats fails long before their sum does. */
const averageOf = ({ type }: ColumnInfo, name: string): string =>
  type === 'float' ? `SUM(${name}) / COUNT(${name})` : `AVG(${name})`;

/**
 * Of every group, on whatever page and before any other condition: what is added up is in the range of numbers. Empty where the
 * database sees to that.
 */
function inRange(
  { measures, having = [], order = [] }: GroupsRequest,
  { sumInRange, quote }: QueryDialect,
): readonly string[] {
  if (!sumInRange) return [];
  const values = [...measures, ...having.map(({ of }) => of), ...order.map(({ by }) => by)];
  const names = values.filter(addsFloats).map(({ column }) => quote(column.column));
  return [...new Set(names)].map(sumInRange);
}

/** A value of groups as the database compares it: as it is told, so that a sum of nothing is 0. Not a sum of integers, which is compared by words. */
function comparable(value: Measure | 'count', dialect: QueryDialect): string {
  if (value === 'count') return 'COUNT(*)';
  const { of, column } = value;
  const name = dialect.quote(column.column);
  if (of === 'avg')
    return column.type === 'decimal'
      ? `ROUND(AVG(${name}), ${placesOf(column)})`
      : `CAST(${averageOf(column, name)} AS DOUBLE PRECISION)`;
  if (of !== 'sum') return `${of.toUpperCase()}(${name})`;
  const told =
    column.type === 'decimal' ? `ROUND(SUM(${name}), ${column.scale ?? 0})` : `SUM(${name})`;
  return `COALESCE(${told}, 0)`;
}

function havingOf(
  { of, operator, value }: Having,
  dialect: QueryDialect,
  bind: (value: unknown) => string,
): string {
  if (of !== 'count' && typeof value === 'bigint') {
    const words = dialect.sumOfIntegers(dialect.quote(of.column.column));
    const others = wordsOf(value, words.length).map((word) => `CAST(${bind(word)} AS NUMERIC)`);
    return `(${words.join(', ')}) ${operator} (${others.join(', ')})`;
  }
  const sql = comparable(of, dialect);
  const isValue = of !== 'count' && (of.of === 'min' || of.of === 'max');
  // PostgreSQL would read it as what it is compared with: a fraction as an integer.
  if (!isValue) return `${sql} ${operator} CAST(${bind(value)} AS NUMERIC)`;
  if (operator === '<>') return `NOT ${dialect.compare(sql, '=', value, of.column, bind)}`;
  return dialect.compare(sql, operator, value, of.column, bind);
}

/** All groupings are in the order, so that pages are stable. */
function orderOf(
  { by, order = [] }: GroupsRequest,
  named: (one: Grouping) => string,
  dialect: QueryDialect,
): string {
  const terms = order.flatMap(({ by: value, direction }) => {
    if (isGrouping(value)) return dialect.orderBy(named(value), direction, value.column);
    const words = isWholeSum(value)
      ? dialect.sumOfIntegers(dialect.quote(value.column.column))
      : [comparable(value, dialect)];
    return words.map((word) => dialect.orderBy(word, direction));
  });
  const rest = by.filter((one) => !order.some(({ by: value }) => value === one));
  return [...terms, ...rest.map((one) => dialect.orderBy(named(one), 'ASC', one.column))].join(
    ', ',
  );
}

/** Conditions on those columns whose values may be longer than so many characters. */
const noLonger = (
  by: readonly Grouping[],
  longest: number | undefined,
  dialect: QueryDialect,
): readonly string[] =>
  longest === undefined
    ? []
    : by
        .filter(({ column }) => mayExceed(column, longest))
        .map(({ column }) => dialect.quote(column.column))
        .map((name) => `(${name} IS NULL OR LENGTH(${name}) <= ${longest})`);

function groupOf(
  row: RawRow,
  { by, measures }: GroupsRequest,
  dialect: QueryDialect,
): AggregateGroup {
  const keys = by.map(({ name, column, period }, at) => [
    name,
    period === null ? dialect.decode(row[at], column) : row[at],
  ]);
  const figures: Partial<Record<AggregateFunction, Record<string, unknown>>> = {};
  measures.forEach(({ of, column }, at) => {
    const value = resultOf(row[by.length + 1 + at], of, column, dialect);
    (figures[of] ??= {})[column.name] = value;
  });
  return { by: Object.fromEntries(keys), count: Number(row[by.length]), ...figures };
}

/** A driver's value in the API's form for the column; PostgreSQL returns sums and averages as text. */
function resultOf(
  value: unknown,
  of: AggregateFunction,
  column: ColumnInfo,
  dialect: QueryDialect,
): unknown {
  if (of === 'min' || of === 'max') return dialect.decode(value, column);
  if (of === 'avg' && value === null) return null;
  if (of === 'avg' && column.type === 'decimal')
    return Number(Number(value).toFixed(placesOf(column)));
  if (of === 'avg') return finite(Number(value));
  if (isWholeSum({ of, column })) {
    const sum = sumOf(String(value ?? 0));
    return column.type === 'bigint' ? String(sum) : Number(sum);
  }
  const sum = finite(Number(value ?? 0));
  return column.type === 'decimal' ? Number(sum.toFixed(column.scale ?? 0)) : sum;
}

/** Digits of an average behind the point: more than a value has, and fewer than those in which the databases differ. */
const placesOf = ({ scale }: ColumnInfo): number => Math.min((scale ?? 0) + 6, 12);

/** JSON has no infinity. */
function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw tooLarge();
}

/** The words of a number, of 32 bits where there are several, the most significant first. */
const wordsOf = (value: bigint, count: number): readonly string[] =>
  count === 1
    ? [String(value)]
    : [...wordsOf(value >> 32n, count - 1), String(value & (2n ** 32n - 1n))];

/** The number of such words. */
const sumOf = (words: string): bigint =>
  words.split(' ').reduce((sum, word) => sum * 2n ** 32n + BigInt(word), 0n);
