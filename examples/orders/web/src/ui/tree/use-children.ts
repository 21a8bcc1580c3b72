import { useQueries } from '@tanstack/react-query';
import type { Row } from '../api/data-provider';
import type { Tree } from './tree-query';
import { ROWS_PER_PAGE, childrenPageQuery } from './tree-query';

/** The children of a record of which only the pages in sight are read. */
export function useChildren(tree: Tree, parent: number | null, pages: readonly number[]) {
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
