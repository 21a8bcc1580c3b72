import type { ColumnInfo } from '../../fields/column-info.js';
import type { Query } from '../../model/operations.js';
import { hint, refuse, show } from '../../problem/problem.js';
import type { Grant } from '../../model/access-rules.js';
import type { ModelInfo } from '../../model/model-info.js';

/** The requested part of a list; `end` is exclusive. */
export interface Page {
  readonly start: number;
  readonly end: number;
}

const DEFAULT_SIZE = 25;

/**
 * `_start` and `_end`; with a cursor `_end` alone. Repeated ids without them ask for all of these records, up to the maximum
 * page size. Of `size` records unless `_end` is given.
 */
export function parsePage(query: Query, maxSize: number, size = DEFAULT_SIZE): Page {
  const start = parseBound(query, '_start');
  if (start !== null && query._after !== undefined)
    throw refuse(
      '_start',
      'after',
      '_start and _after cannot be combined: with _after, _end counts from the cursor',
    );
  const end = parseBound(query, '_end');
  const usual = Math.min(size, maxSize);
  if (start === null && end === null)
    return { start: 0, end: Array.isArray(query.id) ? maxSize : usual };
  const page = { start: start ?? 0, end: end ?? (start ?? 0) + usual };
  if (page.end < page.start) throw refuse('_end', 'range', '_end must not be below _start');
  if (page.end - page.start > maxSize) {
    throw refuse('_end', 'page-size', `A page has at most ${maxSize} records`);
  }
  return page;
}

function parseBound(query: Query, name: '_start' | '_end'): number | null {
  const given = query[name];
  if (given === undefined) return null;
  const isWhole = typeof given === 'string' && /^\d+$/.test(given);
  if (!isWhole || !Number.isSafeInteger(Number(given))) {
    throw refuse(name, 'not-an-integer', `${name} must be a single integer of at least 0`);
  }
  return Number(given);
}

/** One column to sort by. */
export interface Order {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** `_sort` and `_order`; ties are always broken, by `id` or what stands for it, so that paging is stable. */
export function parseOrder(query: Query, model: ModelInfo, grant: Grant): readonly Order[] {
  const fields = words(query, '_sort');
  const directions = words(query, '_order').map(parseDirection);
  const fits = directions.length <= 1 || directions.length === fields.length;
  if (!fits)
    throw refuse(
      '_order',
      'count',
      '_order must have a single direction, or a direction for each column of _sort',
    );
  const names = fields.length > 0 ? sortableNames(model, grant) : [];
  const order = fields.flatMap((field, index) =>
    orderBy(
      sortable(field, names),
      directions[directions.length === 1 ? 0 : index] ?? 'ASC',
      model,
    ),
  );
  const last = lastOrder(model, grant, fields.length > 0 ? 'ASC' : directions[0]);
  return eachOnce([...order, ...last]);
}

/** The order by a field: by the columns of the key where that is `id`, and by those of a reference that has several. */
export function orderBy(
  field: string,
  direction: Order['direction'],
  model: ModelInfo,
): readonly Order[] {
  if (field === 'id') return orderById(model, direction);
  const parts = model.composed?.byName.get(field)?.parts ?? [{ name: field }];
  return parts.map(({ name }) => ({ field: name, direction }));
}

/** The order of the ids. */
export const orderById = (
  { keyColumns }: ModelInfo,
  direction: Order['direction'] = 'ASC',
): readonly Order[] => keyColumns.map(({ name: field }) => ({ field, direction }));

/** What breaks ties: the id or, of rows without one, all that their reader sees of them. Rows that tie even then look alike. */
export const lastOrder = (
  model: ModelInfo,
  grant: Grant,
  direction: Order['direction'] = 'ASC',
): readonly Order[] =>
  model.isKeyless
    ? sortableColumns(model, grant).map(({ name: field }) => ({ field, direction }))
    : orderById(model, direction);

/** How many columns of an order decide it: none behind those of the key has any effect. 0 where it does not go up to the key. */
export function decidingColumns(order: readonly Order[], { keyColumns }: ModelInfo): number {
  let count = 0;
  for (const { name } of keyColumns) {
    const at = order.findIndex(({ field }) => field === name);
    if (at === -1) return 0;
    count = Math.max(count, at + 1);
  }
  return count;
}

/** Only the first mention of a column can affect the order. */
export function eachOnce(order: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return order.filter(({ field }) => !seen.has(field) && seen.add(field));
}

function words(query: Query, name: '_sort' | '_order'): readonly string[] {
  const given = query[name];
  if (given === undefined) return [];
  if (typeof given === 'string') return given.split(',').map((word) => word.trim());
  throw refuse(name, 'repeated', `${name} must be given once, its words separated by commas`);
}

function parseDirection(word: string): 'ASC' | 'DESC' {
  const direction = word.toUpperCase();
  if (direction === 'ASC' || direction === 'DESC') return direction;
  throw refuse('_order', 'unknown-direction', '_order must be ASC or DESC');
}

/** Whether the database has an order for the values of a column as they are shown. */
export const isSortable = ({ type, added, transformer }: ColumnInfo): boolean =>
  added?.isSorted ?? (type !== 'json' && !transformer);

/** The columns with such an order that the reader may read. */
export const sortableColumns = (
  { columns }: ModelInfo,
  { readable }: Grant,
): readonly ColumnInfo[] =>
  columns.filter((column) => readable.has(column.name) && isSortable(column));

/** What a list can be sorted by: also by an id or a reference that is made of several columns. */
const sortableNames = (model: ModelInfo, grant: Grant): readonly string[] => {
  const composed = [...(model.composed?.byName.keys() ?? [])];
  const columns = sortableColumns(model, grant).map(({ name }) => name);
  const ids = model.isKeyless ? [] : ['id'];
  return [...new Set([...ids, ...columns, ...composed.filter((name) => grant.readable.has(name))])];
};

function sortable(field: string, names: readonly string[]): string {
  if (names.includes(field)) return field;
  if (/^[-+]/.test(field) && names.includes(field.slice(1)))
    throw refuse(
      '_sort',
      'direction',
      `_sort takes names only; use _order=${field.startsWith('-') ? 'DESC' : 'ASC'}`,
    );
  throw refuse('_sort', 'unknown-field', `Cannot sort by ${show(field)}${hint(field, names)}`);
}
