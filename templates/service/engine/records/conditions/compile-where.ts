import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { holdsGroupedNumbers, ungrouped } from '../../fields/grouped-numbers.js';
import type { ComposedReference, NamesRows } from '../../model/composed-references.js';
import { columnsIn, isSetIn, namesRows, rowIn } from '../../model/field-columns.js';
import type { ModelInfo } from '../../model/model-info.js';
import { foldWhere, type OwnWhere, type RelationWhere } from '../../model/fold-where.js';
import type { Comparand, Where } from '../../model/where.js';

/** The condition that matches every row. */
export const MATCH_ALL = '1 = 1';

/** A condition as SQL text and the values it binds; equal shapes have equal texts, so the text serves as a cache key. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** What it was compiled from. */
  readonly where: Where;
  /** The tables that its subqueries read, each as often as they do. */
  readonly tables: readonly string[];
  /** Whether trigram indexes are searched, however few rows are found by something else. */
  readonly searches: boolean;
  /** What a cursor adds to it. */
  readonly behind?: readonly Sought[];
}

/** A comparison of a field, and how an index finds its rows: by one value, by a range, or not at all. */
export interface Sought {
  readonly field: string;
  readonly by: 'value' | 'range' | 'nothing';
}

/** What the compiler needs to know besides the condition. */
export interface WhereContext {
  readonly dialect: QueryDialect;
  /** A model by class name; throws for an unknown class. */
  readonly model: (name: string) => ModelInfo;
}

/** The only place where a condition becomes SQL. Values are bound, never inlined; `before` of them are bound already. */
export function compileWhere(
  where: Where,
  model: ModelInfo,
  context: WhereContext,
  before = 0,
): Condition {
  const values: unknown[] = [];
  const { dialect, model: modelOf } = context;
  const bind = (value: unknown) => dialect.placeholder(before + values.push(value));
  const tables: string[] = [];
  const to: Compiling = { dialect, model: modelOf, bind, tables, links: 0, searches: false };
  return { sql: compile(where, model, to), values, where, tables, searches: to.searches };
}

interface Compiling extends WhereContext {
  /** Binds the next value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
  /** As in the condition that comes of it, so far. */
  readonly tables: string[];
  searches: boolean;
  /** How many conditions on many-to-many fields have been compiled so far. */
  links: number;
}

const compile = (where: Where, model: ModelInfo, to: Compiling): string =>
  foldWhere(where, {
    joined: compileItems,
    not: (item) => `(${item}) IS NOT TRUE`,
    related: (relation) => compileRelated(relation, model, to),
    own: (own) => compileOwn(own, model, to),
  });

function compileRelated(where: RelationWhere, model: ModelInfo, to: Compiling): string {
  switch (where.op) {
    case 'parent':
      return compileParent(where, model, to);
    case 'children':
      return compileChildren(where, model, to);
    case 'linked':
      return compileLinked(where, model, to);
  }
}

function compileOwn(where: OwnWhere, model: ModelInfo, to: Compiling): string {
  switch (where.op) {
    case 'all':
      return MATCH_ALL;
    case 'none':
      return '1 = 0';
    case 'rule':
    case 'related':
      throw new Error(`a condition of the kind "${where.op}" is replaced before it is compiled`);
    case 'words':
      return compileWords(where, model, to);
    default:
      return compileField(where, columnOf(model, where.field), model, to);
  }
}

function compileItems(op: 'and' | 'or', items: readonly string[]): string {
  if (items.length === 0) return op === 'and' ? MATCH_ALL : '1 = 0';
  return `(${items.join(op === 'and' ? ' AND ' : ' OR ')})`;
}

type FieldWhere = Exclude<
  Extract<OwnWhere, { readonly field: string }>,
  { readonly op: 'rule' | 'related' }
>;
const OPERATORS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function compileField(
  where: FieldWhere,
  info: ColumnInfo,
  model: ModelInfo,
  to: Compiling,
): string {
  const rows = namesRows(info, model);
  return rows ? compileId(where, info, rows, model, to) : compileColumn(where, info, model, to);
}

/** A condition on the id, or on a reference that is made of several columns. */
function compileId(
  where: FieldWhere,
  info: ColumnInfo,
  rows: NamesRows & Partial<ComposedReference>,
  model: ModelInfo,
  to: Compiling,
): string {
  const { dialect, bind } = to;
  const is = (id: Comparand): string => rows.is(bind(dialect.encode(id, info)), dialect);
  switch (where.op) {
    case 'eq':
      return is(where.value);
    case 'in':
      return compileIn(where.values, is, () =>
        rows.among(bind(dialect.encodeList(where.values, info)), dialect),
      );
    case 'null':
      return rows.isNull?.(dialect) ?? '1 = 0';
    default:
      return compileColumn(where, info, model, to);
  }
}

function compileColumn(
  where: FieldWhere,
  info: ColumnInfo,
  model: ModelInfo,
  to: Compiling,
): string {
  const { dialect, bind } = to;
  const column = dialect.quote(info.column);
  switch (where.op) {
    case 'null':
      return info.type === 'json'
        ? `(${column} IS NULL OR ${dialect.isJsonNull(column)})`
        : (info.added?.isMissing?.(column) ?? `${column} IS NULL`);
    case 'same':
    case 'less': {
      const sign = where.op === 'same' ? '=' : '<';
      return `${column} ${sign} ${dialect.quote(columnOf(model, where.other).column)}`;
    }
    case 'in':
      return (
        info.added?.matches?.(column, where.values, bind) ??
        compileIn(
          where.values,
          (value) => dialect.compare(column, '=', value, info, bind),
          () => dialect.inList(column, bind(dialect.encodeList(where.values, info)), info),
        )
      );
    case 'contains':
      return compileContains(where.value, info, model, to);
    case 'startsWith':
      return dialect.startsWith(column, bind(where.value));
    case 'eq':
      return (
        info.added?.matches?.(column, [where.value], bind) ??
        dialect.compare(column, '=', where.value, info, bind)
      );
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return dialect.compare(column, OPERATORS[where.op], where.value, info, bind);
  }
}

/** The words that no index is asked for are checked in the rows that it finds for the others. */
function compileWords(
  { fields, words }: Extract<Where, { op: 'words' }>,
  model: ModelInfo,
  to: Compiling,
): string {
  const columns = fields.map((name) => columnOf(model, name));
  const places = columns
    .filter(({ search }) => search === 'index')
    .map(({ column }) => ({ table: model.table, key: model.key, column }));
  const indexed = to.dialect.trigrams?.indexedWords(words, places) ?? words;
  const found = words.map((word) => {
    const texts = columns.map((info) => {
      const by = indexed.includes(word) ? info.search : 'all-rows';
      const found = compileContains(word, { ...info, search: by }, model, to);
      // An index has numbers as they are written.
      const number = info.search === 'index' ? null : numberIn(word, info);
      return number === null ? found : `(${found} OR ${compileNumber(number, info, to)})`;
    });
    return texts.length === 1 ? texts[0]! : `(${texts.join(' OR ')})`;
  });
  return found.length === 1 ? found[0]! : `(${found.join(' AND ')})`;
}

/** A word as a part of a telephone number or a plate, which others group in another way; null in other texts. */
const numberIn = (word: string, { name }: ColumnInfo): string | null =>
  holdsGroupedNumbers(name) ? ungrouped(word) : null;

function compileNumber(
  number: string,
  { column }: ColumnInfo,
  { dialect, bind }: Compiling,
): string {
  return dialect.contains(dialect.ungrouped(dialect.quote(column)), bind(number), scriptOf(number));
}

function compileContains(
  needle: string,
  info: ColumnInfo,
  { table, key }: ModelInfo,
  to: Compiling,
): string {
  const { dialect, bind } = to;
  const text = dialect.asText(dialect.quote(info.column), info);
  const asked = () => dialect.contains(text, bind(needle), scriptOf(needle));
  if (info.search !== 'index') return asked();
  const place = { table, key, column: info.column };
  const found = dialect.trigrams?.contains(place, needle, bind, asked) ?? null;
  to.searches ||= found !== null;
  return found ?? asked();
}

function compileIn(
  values: readonly Comparand[],
  one: (value: Comparand) => string,
  several: () => string,
): string {
  const [value] = values;
  if (value === undefined) return '1 = 0';
  // An index on the column then yields the rows in id order: a tenant's list needs no sort.
  return values.length === 1 ? one(value) : several();
}

/** An uncorrelated subquery: the database evaluates it once. */
function compileParent(
  where: Extract<Where, { op: 'parent' }>,
  model: ModelInfo,
  to: Compiling,
): string {
  const column = columnOf(model, where.field);
  const { model: name, key } = column.reference!;
  const parent = to.model(name);
  const values = valuesOf(columnOf(parent, key), parent, where.where, to);
  return `${rowIn(column, model, to.dialect)} IN (${values})`;
}

function compileChildren(
  where: Extract<Where, { op: 'children' }>,
  model: ModelInfo,
  to: Compiling,
): string {
  const child = to.model(where.model);
  const column = columnOf(child, where.field);
  const own = rowIn(columnOf(model, column.reference!.key), model, to.dialect);
  to.tables.push(child.table);
  const key = columnsIn(column, child, to.dialect);
  const rows = `SELECT ${key} FROM ${to.dialect.quote(child.table)}`;
  const condition = compile(where.where, child, to);
  const isThere = isSetIn(column, child, to.dialect);
  return `${own} IN (${rows} WHERE ${isThere} AND ${condition})`;
}

/** The number of joins that a planner handles well, and needs in order to start with the most selective join. */
const JOINED_LINKS = 2;

/**
 * PostgreSQL joins whatever it can, and planning time explodes with the number of joins: 60 took seconds, 190 never ended.
 * Behind IS TRUE the third and all further ones are evaluated row by row. The subquery uses only its own names, so that it
 * does not hide the row's `id`.
 */
function compileLinked(
  where: Extract<Where, { op: 'linked' }>,
  model: ModelInfo,
  to: Compiling,
): string {
  const { quote } = to.dialect;
  const link = model.links.find(({ name }) => name === where.field)!;
  to.tables.push(link.table);
  const targets = idsOf(to.model(link.model), where.where, to);
  const from = `FROM ${quote(link.table)} WHERE ${quote(link.otherColumn)} IN (${targets})`;
  const own = quote(link.ownColumn);
  const rowId = quote(model.key.column);
  if (to.links++ < JOINED_LINKS) return `${rowId} IN (SELECT ${own} ${from})`;
  const linked = `(SELECT ${own} AS _own ${from}) _linked`;
  return `(EXISTS (SELECT 1 FROM ${linked} WHERE _linked._own = ${rowId})) IS TRUE`;
}

const idsOf = (model: ModelInfo, where: Where, to: Compiling): string =>
  valuesOf(model.key, model, where, to);

/** The values of a column in the rows that match a condition. */
function valuesOf(column: ColumnInfo, model: ModelInfo, where: Where, to: Compiling): string {
  const selected = columnsIn(column, model, to.dialect);
  to.tables.push(model.table);
  return `SELECT ${selected} FROM ${to.dialect.quote(model.table)} WHERE ${compile(where, model, to)}`;
}

const ASCII = /^[\x00-\x7f]*$/;
/** LIKE patterns have a maximum length; a longer needle takes the form for any script, which has none. */
const scriptOf = (needle: string) =>
  needle.length <= MAX_NEEDLE && ASCII.test(needle) ? 'ascii' : 'unicode';

/** Characters of a needle, each of which may be escaped: SQLite accepts patterns of 50,000 bytes. */
const MAX_NEEDLE = 20_000;

function columnOf(model: ModelInfo, name: string): ColumnInfo {
  const column = model.column.get(name);
  if (!column) throw new Error(`${model.name} has no column ${name}`);
  return column;
}
