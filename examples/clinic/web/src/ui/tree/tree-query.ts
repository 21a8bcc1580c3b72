import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Row } from '../api/data-provider';
import { listQuery, OUTDATED_BY_WRITES, request } from '../api/http';

export const ROWS_PER_PAGE = 100;
const KEPT = { staleTime: 15_000, meta: OUTDATED_BY_WRITES };

/** A self-referencing resource and its reference to the parent. */
export interface Tree {
  resource: string;
  parentField: string;
}

/** The parameter that asks for the children of a record, or for the records without a parent. */
export function childrenFilter(
  { parentField }: Tree,
  parent: number | null,
): Record<string, unknown> {
  return parent === null ? { [`${parentField}__isnull`]: true } : { [parentField]: parent };
}

export interface ChildrenPage {
  rows: Row[];
  total: number;
}

/** One page of the children of a record, in the order of their ids. */
export function childrenPageQuery(tree: Tree, parent: number | null, page: number) {
  return {
    queryKey: [tree.resource, 'children', parent, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchChildren(tree, parent, page, signal),
    ...KEPT,
  };
}

async function fetchChildren(
  tree: Tree,
  parent: number | null,
  page: number,
  signal: AbortSignal,
): Promise<ChildrenPage> {
  const query = listQuery({
    pagination: { page: page + 1, perPage: ROWS_PER_PAGE },
    sort: { field: 'id', order: 'ASC' },
    filter: childrenFilter(tree, parent),
  });
  const { data, headers } = await request<Row[]>(`/${tree.resource}?${query}`, { signal });
  return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
}

/** How many records stand directly below one. */
export function useChildCount(tree: Tree, id: number, enabled: boolean): number | undefined {
  const { data } = useQuery({
    enabled,
    queryKey: [tree.resource, 'children', id, 'count'],
    queryFn: async ({ signal }) => {
      const filter = childrenFilter(tree, id);
      const query = listQuery({ pagination: { page: 1, perPage: 0 }, filter });
      const { headers } = await request<Row[]>(`/${tree.resource}?${query}`, { signal });
      return Number(headers.get('x-total-count') ?? 0);
    },
    ...KEPT,
  });
  return data;
}

/** At which place of its column a record stands; the columns are in the order of ids. */
export function usePlaceInColumn(tree: Tree, parent: number | null, id: number | null) {
  const { data } = useQuery({
    queryKey: [tree.resource, 'children', parent, 'place', id],
    queryFn: async ({ signal }) => {
      const filter = { ...childrenFilter(tree, parent), id__lt: id };
      const query = listQuery({ pagination: { page: 1, perPage: 0 }, filter });
      const { headers } = await request<Row[]>(`/${tree.resource}?${query}`, { signal });
      return Number(headers.get('x-total-count') ?? 0);
    },
    enabled: id !== null,
    ...KEPT,
  });
  return id === null ? null : (data ?? null);
}

/** A record and the records above it, topmost first; the way up is walked once and then known. */
export function useLineage(tree: Tree, id: number | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [tree.resource, 'lineage', id],
    queryFn: () =>
      id === null
        ? []
        : lineage(id, tree.parentField, async (one) => {
            const known = findInPages(client, tree, one);
            return known ?? (await request<Row>(`/${tree.resource}/${one}`)).data;
          }),
    ...KEPT,
    placeholderData: keepPreviousData,
  });
}

/** A record in a column that was read and is not out of date. */
function findInPages(client: QueryClient, tree: Tree, id: number): Row | undefined {
  const pages = client.getQueryCache().findAll({ queryKey: [tree.resource, 'children'] });
  for (const { state } of pages) {
    if (state.isInvalidated) continue;
    // Beside pages there are counts, which have no rows.
    const row = (state.data as Partial<ChildrenPage> | undefined)?.rows?.find(
      (one) => one.id === id,
    );
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The records from the top down to one; stops where a record is met twice. */
export async function lineage(
  id: number,
  parentField: string,
  read: (id: number) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: number | null = id; next !== null;) {
    if (rows.some((row) => row.id === next)) break;
    const row: Row = await read(next);
    rows.unshift(row);
    next = row[parentField] as number | null;
  }
  return rows;
}

/** Whether a record would stand below itself if it moved below one with this lineage. */
export function closesCycle(moved: number, lineageOfParent: readonly { id: number }[]): boolean {
  return lineageOfParent.some(({ id }) => id === moved);
}
