import { useEffect } from 'react';
import type { RecordId, Row } from '../application';

/** The rows of the list of each model that the reader left last, in its order. */
const trails = new Map<string, readonly RecordId[]>();

/** Keeps the rows of a list, for the page of one of them to lead to the next. */
export function useRowTrail(resource: string, rows: readonly Row[] | undefined): void {
  useEffect(() => {
    if (rows === undefined) return;
    // Left, not opened: of the lists on a page the one that was left for a record was there last.
    return () =>
      void trails.set(
        resource,
        rows.map(({ id }) => id),
      );
  }, [resource, rows]);
}

/** The rows before and after one of them; neither where the reader came from elsewhere. */
export function neighboursOf(
  resource: string,
  id: RecordId,
): { before: RecordId | undefined; after: RecordId | undefined } {
  const ids = trails.get(resource) ?? [];
  const at = ids.indexOf(id);
  if (at < 0) return { before: undefined, after: undefined };
  return { before: ids[at - 1], after: ids[at + 1] };
}
