import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { recordPath, type RecordId, type Row } from '../application';
import { OUTDATED_BY_WRITES, listQuery, request } from '../api/http';
import { ofTenant } from '../api/tenants';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, type RefObject } from 'react';

export const ROWS_PER_PAGE = 100;
const QUERY_OPTIONS = { staleTime: 15_000, meta: OUTDATED_BY_WRITES };

/** A self-referencing resource, its reference to the parent, and the name of the inverse. */
export interface Tree {
  resource: string;
  parentField: string;
  children?: string | undefined;
  /** The field by which the records of a column stand; by id without it. */
  place?: string | undefined;
}

/** The parameter that filters for the children of a record, or for the records without a parent. */
export function childrenFilter(
  { resource, parentField }: Tree,
  parent: RecordId | null,
): Record<string, unknown> {
  const below = parent === null ? { [`${parentField}__isnull`]: true } : { [parentField]: parent };
  return { ...ofTenant(resource), ...below };
}

export interface ChildrenPage {
  rows: Row[];
  total: number;
}

/** One page of the children of a record, in their order. */
export function childrenPageQuery(tree: Tree, parent: RecordId | null, page: number) {
  return {
    queryKey: [tree.resource, 'children', parent, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchChildren(tree, parent, page, signal),
    ...QUERY_OPTIONS,
  };
}

async function fetchChildren(
  tree: Tree,
  parent: RecordId | null,
  page: number,
  signal: AbortSignal,
): Promise<ChildrenPage> {
  const query = listQuery({
    pagination: { page: page + 1, perPage: ROWS_PER_PAGE },
    sort: { field: tree.place ?? 'id', order: 'ASC' },
    filter: { ...childrenFilter(tree, parent), _count: tree.children },
  });
  const { data, headers } = await request<Row[]>(`/${tree.resource}?${query}`, { signal });
  return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
}

/** How many children a record has, according to its page. */
export function childCount({ children = '' }: Tree, row: Row): number {
  return row._count?.[children] ?? 0;
}

/** Filters of the records that stand before one in its column: those without a place come first, and ids break ties. */
export function filtersBefore(
  { place }: Tree,
  row: Pick<Row, 'id'> & Record<string, unknown>,
): Record<string, unknown>[] {
  if (place === undefined) return [{ id__lt: row.id }];
  const at = row[place] ?? null;
  const without = { [`${place}__isnull`]: true };
  if (at === null) return [{ ...without, id__lt: row.id }];
  return [without, { [`${place}__lt`]: at }, { [place]: at, id__lt: row.id }];
}

/** A record's index in its column. */
export function usePlaceInColumn(tree: Tree, parent: RecordId | null, id: RecordId | null) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [tree.resource, 'children', parent, 'place', id],
    queryFn: async ({ signal }) => {
      const count = async (filter: Record<string, unknown>): Promise<number> => {
        const all = { ...childrenFilter(tree, parent), ...filter };
        const query = listQuery({ pagination: { page: 1, perPage: 0 }, filter: all });
        const { headers } = await request<Row[]>(`/${tree.resource}?${query}`, { signal });
        return Number(headers.get('x-total-count') ?? 0);
      };
      const row = tree.place === undefined ? { id: id! } : await readRow(client, tree, id!);
      const before = filtersBefore(tree, row);
      return (await Promise.all(before.map(count))).reduce((sum, one) => sum + one, 0);
    },
    enabled: id !== null,
    ...QUERY_OPTIONS,
  });
  return id === null ? null : (data ?? null);
}

/** A record, from its column where that is loaded. */
async function readRow(client: QueryClient, tree: Tree, id: RecordId): Promise<Row> {
  const known = findInPages(client, tree, id);
  return known ?? (await request<Row>(recordPath(tree.resource, id))).data;
}

/** A record and its ancestors, topmost first; the path is loaded once and then cached. */
export function useLineage(tree: Tree, id: RecordId | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [tree.resource, 'lineage', id],
    queryFn: () =>
      id === null ? [] : lineage(id, tree.parentField, (one) => readRow(client, tree, one)),
    ...QUERY_OPTIONS,
    placeholderData: keepPreviousData,
  });
}

/** A record in a column that is loaded and up to date. */
function findInPages(client: QueryClient, tree: Tree, id: RecordId): Row | undefined {
  const pages = client.getQueryCache().findAll({ queryKey: [tree.resource, 'children'] });
  for (const { state } of pages) {
    if (state.isInvalidated) continue;
    // Besides pages there are counts, which have no rows.
    const row = (state.data as Partial<ChildrenPage> | undefined)?.rows?.find(
      (one) => one.id === id,
    );
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The records from the top down to one; stops at a record that occurs twice. */
export async function lineage(
  id: RecordId,
  parentField: string,
  read: (id: RecordId) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: RecordId | null = id; next !== null;) {
    if (rows.some((row) => row.id === next)) break;
    const row: Row = await read(next);
    rows.unshift(row);
    next = row[parentField] as RecordId | null;
  }
  return rows;
}

/** Whether a record would become its own descendant if it moved below one with this lineage. */
export function closesCycle(
  moved: RecordId,
  lineageOfParent: readonly { id: RecordId }[],
): boolean {
  return lineageOfParent.some(({ id }) => id === moved);
}

export const ROW_HEIGHT = 38;

/** The children of a record, of which only visible ones are rendered and loaded. */
export function useVirtualChildren(
  tree: Tree,
  parent: RecordId | null,
  scroller: RefObject<HTMLElement | null>,
) {
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const { rowAt, total, error } = useChildren(tree, parent, pagesBetween(...range));
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    onChange: ({ range: seen }) => {
      const [first, last] = [seen?.startIndex ?? 0, seen?.endIndex ?? 0];
      setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    },
  });
  return { virtualizer, rowAt, total, error };
}

/** The children of a record, of which only visible pages are loaded. */
function useChildren(tree: Tree, parent: RecordId | null, pages: readonly number[]) {
  // The first page is always loaded: it has the total, also while another is loading.
  const indexes = [...new Set([0, ...pages])];
  const answers = useQueries({
    queries: indexes.map((page) => childrenPageQuery(tree, parent, page)),
  });
  const known = new Map(indexes.map((page, index) => [page, answers[index]?.data]));
  const rowAt = (index: number): Row | undefined =>
    known.get(Math.floor(index / ROWS_PER_PAGE))?.rows[index % ROWS_PER_PAGE];
  return {
    rowAt,
    total: answers.find(({ data }) => data !== undefined)?.data?.total,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The pages that hold the rows from one index to another. */
export function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / ROWS_PER_PAGE);
  const to = Math.floor(Math.max(0, last) / ROWS_PER_PAGE);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
