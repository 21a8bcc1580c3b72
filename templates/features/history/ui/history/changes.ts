import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import { useDefinition, type RecordId } from '../application';

/** A change of a record, as the service sends it. */
export interface Change {
  model: string;
  id: RecordId;
  action: 'create' | 'update' | 'delete' | 'restore' | 'purge';
  at: string;
  by: { id: number; username: string } | null;
  door: string;
  /** The value before and after, by field; empty for content that is not kept. */
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown] | readonly []>>;
}

/** The page with the changes of a record. */
export const historyPath = (resource: string, id: RecordId): string =>
  `/${resource}/history/${encodeURIComponent(id)}`;

/** The changes of a record and of its lines, page by page, the newest first. */
export function useChanges(resource: string, id: string) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [resource, 'history', id],
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }) => {
        const asked = new URLSearchParams({ model: resource, id });
        if (pageParam !== '') asked.set('_after', pageParam);
        const { data: changes, headers } = await request<Change[]>(`/_history?${asked}`, {
          signal,
        });
        return { changes, next: headers.get('x-next-cursor') };
      },
      getNextPageParam: ({ next }) => next,
    });
  return {
    changes: data?.pages.flatMap(({ changes }) => changes),
    error,
    isPending,
    hasMore: hasNextPage,
    isReading: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
    readAgain: () => void refetch(),
  };
}

/** Milliseconds for which the latest changes are those that were read. */
const FRESH_FOR = 10_000;

/** Who has changed a record last, by the latest changes of all records: one request tells it of each. */
export function useLastWriter(resource: string, id: RecordId): string | undefined {
  const isKept = useDefinition(resource)?.history === true;
  const { data } = useQuery({
    queryKey: ['history', 'latest'],
    enabled: isKept,
    staleTime: FRESH_FOR,
    queryFn: async ({ signal }) => (await request<Change[]>('/_history?_end=100', { signal })).data,
  });
  const last = data?.find((one) => one.model === resource && String(one.id) === String(id));
  return last?.by?.username;
}

/** The texts of a way in: `import 12` has the key `import`, and the name `12`. */
export function doorOf(door: string): { key: string; name: string } {
  const [kind = '', ...rest] = door.split(' ');
  return { key: `history.${kind}`, name: rest.join(' ') };
}
