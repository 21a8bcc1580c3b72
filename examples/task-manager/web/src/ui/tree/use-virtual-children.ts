import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useState } from 'react';
import type { Row } from '../api/data-provider';
import type { Tree } from './tree-query';
import { childrenPageQuery, ROWS_PER_PAGE } from './tree-query';

export const ROW_HEIGHT = 38;

/** The children of a record of which only those in sight are rendered and read. */
export function useVirtualChildren(
  tree: Tree,
  parent: number | null,
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

/** The children of a record of which only the pages in sight are read. */
function useChildren(tree: Tree, parent: number | null, pages: readonly number[]) {
  // The first page is always there: it says how many there are, also while another is on its way.
  const wanted = [...new Set([0, ...pages])];
  const answers = useQueries({
    queries: wanted.map((page) => childrenPageQuery(tree, parent, page)),
  });
  const known = new Map(wanted.map((page, index) => [page, answers[index]?.data]));
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
