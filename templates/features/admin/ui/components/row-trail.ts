import { useEffect, useSyncExternalStore } from 'react';
import type { RecordId, Row } from '../application';

/** The rows of the list of each model that the reader left last, in its order. */
const trails = new Map<string, readonly RecordId[]>();
const listeners = new Set<() => void>();

/** Keeps the rows of a list, for the page of one of them to lead to the next. */
export function useRowTrail(resource: string, rows: readonly Row[] | undefined): void {
  useEffect(() => {
    if (rows === undefined) return;
    // Of the lists on a page the one that was left for a record was there last.
    return () => {
      trails.set(
        resource,
        rows.map(({ id }) => id),
      );
      listeners.forEach((listener) => listener());
    };
  }, [resource, rows]);
}

/** The rows before and after one of them; neither where the reader came from elsewhere. */
export function useNeighbours(
  resource: string,
  id: RecordId,
): { before: RecordId | undefined; after: RecordId | undefined } {
  const ids = useSyncExternalStore(subscribe, () => trails.get(resource)) ?? [];
  const at = ids.indexOf(id);
  if (at < 0) return { before: undefined, after: undefined };
  return { before: ids[at - 1], after: ids[at + 1] };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
