import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { RefObject } from 'react';
import type { Tree } from './tree-query';
import { pagesBetween, useChildren } from './use-children';

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
