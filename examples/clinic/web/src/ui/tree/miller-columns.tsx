import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '../api/data-provider';
import { TreeColumn } from './tree-column';
import type { Tree } from './tree-query';

export interface MillerColumnsProps {
  tree: Tree;
  /** The selected record and those above it, topmost first. */
  lineage: readonly Row[];
  onSelect: (id: number | null) => void;
}

/** A column for the top level, and one for the children of each record on the way to the selected one. */
export function MillerColumns({ tree, lineage, onSelect }: MillerColumnsProps) {
  const translate = useTranslate();
  const strip = useRef<HTMLDivElement>(null);
  const parents = [null, ...lineage.map(({ id }) => id)];
  useEffect(() => {
    // The column of what is selected is in sight, and as much of what is below it as there is room for.
    const column = strip.current?.children[Math.max(0, lineage.length - 1)] as HTMLElement;
    strip.current?.scrollTo({ left: column.offsetLeft });
  }, [lineage.length]);
  const wanted = useRef<number | null>(null);
  const focusColumn = (depth: number) => {
    wanted.current = depth;
    strip.current?.querySelector<HTMLElement>(`[data-depth="${depth}"]`)?.focus();
  };
  useEffect(() => {
    // The column that was entered may be another one since: that of a record selected at the last moment.
    if (wanted.current !== null && document.activeElement === document.body)
      focusColumn(wanted.current);
    wanted.current = null;
  }, [lineage]);
  return (
    <Box ref={strip} sx={STRIP}>
      {parents.map((parent, depth) => (
        <TreeColumn
          key={parent ?? 'top'}
          tree={tree}
          parent={parent}
          depth={depth}
          title={
            parent === null
              ? translate('tree.top')
              : translate('tree.children', { name: lineage[depth - 1]?._label ?? '' })
          }
          selected={lineage[depth]?.id ?? null}
          isLast={depth === lineage.length}
          onSelect={onSelect}
          onLeave={(direction) => {
            if (direction === 'left' && depth > 0) {
              focusColumn(depth - 1);
              onSelect(parent);
            }
            if (direction === 'right') focusColumn(depth + 1);
          }}
        />
      ))}
    </Box>
  );
}

const STRIP = {
  position: 'relative',
  display: 'flex',
  overflowX: 'auto',
  height: 'min(58vh, 560px)',
};
