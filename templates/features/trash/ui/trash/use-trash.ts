import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/http';
import { recordPath, type RecordId, type Row } from '../application';

declare module '../application' {
  interface ModelFacts {
    /** The field with the moment at which a record went to the trash, where deleted records go there. */
    trashedAt?: string;
  }
}

/** A deleted record, with who deleted it and with which record it went. */
export interface TrashedRow extends Row {
  _deleted?: {
    by: { id: number; username: string } | null;
    with: { model: string; id: RecordId } | null;
  };
}

/** A record that something could not be done with, and why. */
export interface Refused {
  row: TrashedRow;
  error: Error;
}

/** The page with the deleted records of a list. */
export const trashPath = (resource: string): string => `/${resource}/trash`;

const PAGE_SIZE = 25;

const listPath = (resource: string, start: number, end: number): string =>
  `/${resource}?_deleted=only&_start=${start}&_end=${end}`;

const keyOf = (resource: string) => [resource, 'trash'];

/** The number of deleted records that the user sees; none while it is unknown. */
export function useTrashCount(resource: string): number {
  const { data = 0 } = useQuery({
    queryKey: [...keyOf(resource), 'count'],
    queryFn: async ({ signal }) => {
      const { headers } = await request<Row[]>(listPath(resource, 0, 0), { signal });
      return Number(headers.get('x-total-count'));
    },
  });
  return data;
}

/** The deleted records of a list, page by page, and what is done with them. */
export function useTrash(resource: string, markedBy: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const query = useInfiniteQuery({
    queryKey: [...keyOf(resource), markedBy],
    initialPageParam: 0,
    queryFn: async ({ pageParam: start, signal }) => {
      const path = listPath(resource, start, start + PAGE_SIZE);
      const sorted = `${path}&_sort=${markedBy}&_order=DESC`;
      const { data: rows, headers } = await request<TrashedRow[]>(sorted, { signal });
      const end = start + rows.length;
      return { rows, end, total: Number(headers.get('x-total-count')) };
    },
    getNextPageParam: ({ end, total, rows }) => (rows.length > 0 && end < total ? end : null),
  });

  /** Does something with each of these records; returns those that were refused. */
  async function each(
    rows: readonly TrashedRow[],
    work: (row: TrashedRow) => Promise<unknown>,
  ): Promise<readonly Refused[]> {
    setBusy(true);
    const refused: Refused[] = [];
    for (const row of rows)
      await work(row).catch((error: unknown) => refused.push({ row, error: error as Error }));
    setBusy(false);
    await client.invalidateQueries({ queryKey: [resource] });
    return refused;
  }

  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    isPending: query.isPending,
    hasMore: query.hasNextPage,
    isReading: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    isBusy,
    restore: (rows: readonly TrashedRow[]) =>
      each(rows, ({ id }) => request(`${recordPath(resource, id)}/_restore`, { method: 'POST' })),
    purge: (rows: readonly TrashedRow[]) =>
      each(rows, ({ id }) =>
        request(`${recordPath(resource, id)}?_deleted=only`, { method: 'DELETE' }),
      ),
  };
}
