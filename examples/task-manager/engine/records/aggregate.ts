import type { Dialect, RawRow } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { GroupOptions, WhereOption } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { compileWhere } from './conditions/compile-where.js';
import { directionOf, pageOf, sortable, tooMany } from './find.js';
import { MAX_RECORDS } from './reading/read-records.js';
import { authorize, readLong, type Granted, type Scope } from './scope.js';
import { readableWhere, fitWhere } from './conditions/where-from-code.js';
import { reachOf } from './reading/reach.js';
import { isLong } from './reading/widths.js';

const FUNCTIONS = ['sum', 'avg', 'min', 'max'] as const;
type Function = (typeof FUNCTIONS)[number];

/** One aggregate of one column. */
interface Measure {
  readonly of: Function;
  readonly column: ColumnInfo;
}

type Row = Record<string, unknown>;

/** One aggregate of a field over all records that match a condition. */
export async function aggregate(
  scope: Scope,
  of: Function,
  field: string,
  { where }: WhereOption<object> = {},
): Promise<unknown> {
  const [row] = await groupBy(scope, [], { where, [of]: [field] });
  return (row![`_${of}`] as Row)[field];
}

type Options = GroupOptions<object, string> & {
  readonly where?: WhereOption<object>['where'];
  /** A restriction of the list itself. */
  readonly restriction?: Where;
  /** Characters: records whose values are longer are in no group. */
  readonly longest?: number;
};

/** Groups of records that are equal in some fields, with their count and the requested aggregates. */
export async function groupBy(
  scope: Scope,
  by: readonly string[],
  options: Options = {},
): Promise<Row[]> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const columns = by.map((field) => sortable(field, allowed));
  const measures = FUNCTIONS.flatMap((of) =>
    ((options[of] ?? []) as readonly string[]).map((field) => measureOf(of, field, allowed)),
  );
  const order = orderBy(options.order ?? {}, columns, scope);
  const restriction = fitWhere(options.restriction ?? ALL, model, core);
  const where = and(allowed.grant.where, readableWhere(options.where, allowed), restriction);
  const condition = compileWhere(where, model, core);
  const page = pageOf(options.limit, 0);
  const restricted = [condition.sql, ...noLonger(columns, options.longest, core.dialect)].join(
    ' AND ',
  );
  const values = [...condition.values, page.end, page.start];
  const asked = [...measures.map(({ of, column }) => `${of} ${column.name}`), order].join();
  const statement = core.statements.get(
    `group ${model.name} ${by.join()} ${asked} ${restricted}`,
    () => selectGroups(columns, measures, order, restricted, values.length, scope),
  );
  const reach = () => reachOf({ condition }, model);
  const rows = await readLong(scope, (session) => session.rows(statement, values, reach));
  if (options.limit === undefined && rows.length > MAX_RECORDS) throw tooMany('groups');
  return rows.map((row) => groupOf(row, columns, measures, core.dialect));
}

/** Conditions on those columns whose values may be longer than so many characters. */
const noLonger = (
  columns: readonly ColumnInfo[],
  longest: number | undefined,
  dialect: Dialect,
): readonly string[] =>
  longest === undefined
    ? []
    : columns
        .filter((column) => isLong(column) || (column.max ?? 0) > longest)
        .map(({ column }) => dialect.quote(column))
        .map((name) => `(${name} IS NULL OR LENGTH(${name}) <= ${longest})`);

/** The last two of the bound values say which of the groups. */
function selectGroups(
  columns: readonly ColumnInfo[],
  measures: readonly Measure[],
  order: string,
  condition: string,
  bound: number,
  { core: { dialect }, model }: Scope,
): string {
  const named = columns.map(({ column }) => dialect.quote(column));
  // PostgreSQL names an expression after its function or column, and sorts by that instead of a column of that name.
  const keys = columns.map(
    (column, at) => `${exact(dialect.quote(column.column), column, dialect)} AS _key${at}`,
  );
  const measured = measures.map((one, at) => `${sqlOf(one, dialect)} AS _measure${at}`);
  const selected = [...keys, 'COUNT(*) AS _count', ...measured].join(', ');
  const [size, start] = [bound - 1, bound].map(dialect.placeholder);
  const grouped = named.length > 0 ? ` GROUP BY ${named.join(', ')} ORDER BY ${order}` : '';
  return (
    `SELECT ${selected} FROM ${dialect.quote(model.table)} ` +
    `WHERE ${condition}${grouped}${dialect.page(size!, start!)}`
  );
}

function groupOf(
  row: RawRow,
  columns: readonly ColumnInfo[],
  measures: readonly Measure[],
  dialect: Dialect,
): Row {
  const group: Row = {};
  columns.forEach((column, at) => (group[column.name] = dialect.decode(row[at], column)));
  group._count = Number(row[columns.length]);
  for (const of of FUNCTIONS) group[`_${of}`] = {};
  measures.forEach(({ of, column }, at) => {
    const value = row[columns.length + 1 + at];
    (group[`_${of}`] as Row)[column.name] = resultOf(value, of, column, dialect);
  });
  return group;
}

const NUMBERS = ['integer', 'float', 'decimal', 'bigint'];

function measureOf(of: Function, field: string, allowed: Granted): Measure {
  const column = sortable(field, allowed);
  const isNumber = NUMBERS.includes(column.type);
  if (isNumber || ((of === 'min' || of === 'max') && !['boolean', 'uuid'].includes(column.type)))
    return { of, column };
  throw new TypeError(
    `there is no ${of} of ${allowed.model.name}.${field}, which is a ${column.type}`,
  );
}

function sqlOf({ of, column }: Measure, dialect: Dialect): string {
  const name = dialect.quote(column.column);
  if (of === 'sum' && isWhole(column)) return dialect.sumOfIntegers(name);
  const sql = `${of.toUpperCase()}(${name})`;
  return of === 'avg' ? sql : exact(sql, column, dialect);
}

const isWhole = ({ type }: ColumnInfo): boolean => type === 'integer' || type === 'bigint';

/** As text where a JavaScript number would lose digits. */
const exact = (sql: string, column: ColumnInfo, dialect: Dialect): string =>
  column.type === 'bigint' ? dialect.asText(sql, column) : sql;

/** A driver's value in the API's form for the column; PostgreSQL returns sums and averages as text. */
function resultOf(value: unknown, of: Function, column: ColumnInfo, dialect: Dialect): unknown {
  if (of === 'min' || of === 'max') return dialect.decode(value, column);
  if (of === 'avg') return value === null ? null : Number(value);
  if (isWhole(column)) {
    const sum = sumOf(String(value ?? 0));
    return column.type === 'bigint' ? String(sum) : Number(sum);
  }
  const sum = Number(value ?? 0);
  return column.type === 'decimal' ? Number(sum.toFixed(column.scale ?? 0)) : sum;
}

/** A number from 32-bit words, the most significant first. */
const sumOf = (words: string): bigint =>
  words.split(' ').reduce((sum, word) => sum * 2n ** 32n + BigInt(word), 0n);

function orderBy(
  given: Readonly<Record<string, unknown>>,
  columns: readonly ColumnInfo[],
  { core: { dialect }, model }: Scope,
): string {
  const terms = Object.entries(given).map(([field, direction]) => {
    if (field === '_count') return `COUNT(*) ${directionOf(direction)}`;
    const column = columns.find(({ name }) => name === field);
    if (!column) throw new TypeError(`the groups of ${model.name} are not by ${field}`);
    return dialect.orderBy(dialect.quote(column.column), directionOf(direction), column);
  });
  const rest = columns.filter(({ name }) => !Object.hasOwn(given, name));
  return [
    ...terms,
    ...rest.map((column) => dialect.orderBy(dialect.quote(column.column), 'ASC', column)),
  ].join(', ');
}
