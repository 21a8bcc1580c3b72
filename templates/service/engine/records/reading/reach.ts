import type { Reach, TableReach } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Where } from '../../model/where.js';
import { MATCH_ALL, type Condition, type Sought } from '../conditions/compile-where.js';
import type { Order, Page } from '../query/parse-page.js';

/** The number of rows that an index finds, one after the other, in a few milliseconds. */
const FEW = 10_000;
/** Rows of one table that are read in tens of milliseconds at worst, whatever is asked of them, and mostly in a few. */
const ONE_TABLE = 20_000;
/** Rows of several tables that are joined as quickly, in whatever way. */
const SEVERAL_TABLES = 1000;
/** Rows that are counted as quickly where nothing is asked of them. */
const COUNTED = 100_000;

/** What is asked of one table. */
interface Asked {
  readonly condition: Condition;
  readonly order?: readonly Order[];
  readonly page?: Page | undefined;
}

/**
 * How many rows a select of records visits. Few where it looks up keys, or reads no further than its page along an index
 * that has all it asks for: the condition in its first columns, and the order in those that follow. SQLite reads an index in
 * both directions, and has the number of the row behind the columns of each, which an integer key is.
 */
export function reachOf(asked: Asked, model: ModelInfo): Reach {
  const { where, tables } = asked.condition;
  const terms = termsOf(where);
  const isAlone = tables.length === 0 && !model.isUnindexed;
  if (isAlone && (findsByKey(terms, asked, model) || isWalk(terms, asked, model))) return 'few';
  return tableReach(model.table, ...tables);
}

/** How far the number of records reaches. */
export const reachOfCount = (condition: Condition, model: ModelInfo): Reach =>
  condition.sql === MATCH_ALL
    ? { tables: [model.table], upTo: COUNTED }
    : reachOf({ condition }, model);

/** A select that may visit all rows of some tables, each named as often as it is joined. */
export const tableReach = (...tables: readonly string[]): TableReach => ({
  tables,
  upTo: tables.length === 1 ? ONE_TABLE : SEVERAL_TABLES,
});

/** The conditions that must all hold. */
const termsOf = (where: Where): readonly Where[] => {
  if (where.op === 'and') return where.items.flatMap(termsOf);
  return where.op === 'all' ? [] : [where];
};

/** Whether rows are found by their ids, whatever else is asked of them. */
export const goesById = (where: Where): boolean =>
  termsOf(where).some((term) => (term.op === 'eq' || term.op === 'in') && term.field === 'id');

/** Whether a key has the values asked for; what else is asked of these rows is looked at in each. */
function findsByKey(terms: readonly Where[], { condition }: Asked, model: ModelInfo): boolean {
  if (terms.some(({ op }) => op === 'none')) return true;
  if (condition.searches) return false;
  const uniques = model.indexes.filter(({ isUnique }) => isUnique);
  const keys = [['id'], ...uniques.map(({ columns }) => columns)];
  const isOf = (term: Where, field: string): boolean =>
    'field' in term && (term.field === field || keyName(term.field, model) === field);
  const isGiven = (field: string, _at: number, { length }: readonly string[]): boolean =>
    terms.some((term) => isOf(term, field) && isKey(term, length === 1)) &&
    isExact(model.column.get(field));
  return keys.some((key) => key.every(isGiven));
}

/** Whether a term names a value, or a list of them where these alone are the keys. */
const isKey = (term: Where, isAlone: boolean): boolean =>
  term.op === 'eq' || (isAlone && term.op === 'in' && term.values.length <= FEW);

/** Whether all rows from the first one on are of the list, in its order, up to the end of the page. */
function isWalk(terms: readonly Where[], asked: Asked, model: ModelInfo): boolean {
  const { condition, order = [], page } = asked;
  if (!page || page.end > FEW) return false;
  const sought = [...terms.map((term) => soughtBy(term, model)), ...(condition.behind ?? [])];
  const fixed = new Set(sought.filter(({ by }) => by === 'value').map(({ field }) => field));
  const sorted = order.filter(({ field }) => !fixed.has(field));
  const [first] = sorted;
  const fits = ({ field, by }: Sought): boolean =>
    by === 'value' || (by === 'range' && field === first?.field);
  const isOneWay = sorted.every(({ direction }) => direction === first?.direction);
  return isOneWay && sought.every(fits) && hasIndex(fixed, sorted, model);
}

/** How an index finds the rows of a condition. */
function soughtBy(term: Where, model: ModelInfo): Sought {
  const field = 'field' in term ? term.field : '';
  const column = model.column.get(field);
  const isValue = term.op === 'eq' || (term.op === 'in' && term.values.length === 1);
  if (isValue ? isExact(column) : term.op === 'null' && column?.type !== 'json')
    return { field, by: 'value' };
  return { field, by: ['lt', 'lte', 'gt', 'gte'].includes(term.op) ? 'range' : 'nothing' };
}

/** Whether a value has one form in the database: JSON is compared by content, and a datetime may lack its milliseconds. */
const isExact = (column: ColumnInfo | undefined): boolean =>
  column !== undefined &&
  column.type !== 'json' &&
  column.type !== 'datetime' &&
  column.added?.matches === undefined;

/** The name that a field has among the columns of the key, which is `id` for a key of one; its own where it is none of them. */
const keyName = (field: string, { column, keyColumns }: ModelInfo): string =>
  keyColumns.find((one) => one.column === column.get(field)?.column)?.name ?? field;

/** An index of some fields in any order, and then of those that are sorted by, up to the key, which may be behind those of each. */
function hasIndex(fixed: ReadonlySet<string>, sorted: readonly Order[], model: ModelInfo): boolean {
  const nameOf = (field: string): string => keyName(field, model);
  const key = model.keyColumns.map(({ name }) => name);
  const given = new Set([...fixed].map(nameOf));
  const names = [...new Set(sorted.map(({ field }) => nameOf(field)))];
  const last = names.findLastIndex((name) => key.includes(name));
  const { endsIndexes } = model.rowKey;
  const columns = names.slice(0, endsIndexes ? last : last + 1);
  const indexes = model.indexes.map((one) => one.columns);
  const inOrder = endsIndexes ? [[], ...indexes] : indexes;
  return inOrder.some(
    (index) =>
      last !== -1 &&
      index.length === given.size + columns.length &&
      index.slice(0, given.size).every((field) => given.has(field)) &&
      columns.every((field, at) => index[given.size + at] === field),
  );
}
