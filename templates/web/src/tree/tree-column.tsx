import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { moveIndex } from './move-index';
import { TreeItem } from './tree-item';
import type { Tree } from './tree-query';
import { usePlaceInColumn } from './tree-query';
import { pagesBetween, useChildren } from './use-children';

const ROW_HEIGHT = 38;

export interface TreeColumnProps {
  tree: Tree;
  parent: number | null;
  depth: number;
  title: string;
  selected: number | null;
  isLast: boolean;
  onSelect: (id: number) => void;
  onLeave: (direction: 'left' | 'right') => void;
}

/** The children of one record; only the rows in sight are rendered and read. */
export function TreeColumn(props: TreeColumnProps) {
  const { tree, parent, depth, title, selected, onSelect } = props;
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { virtualizer, rowAt, total, error } = useVirtualChildren(tree, parent, scroller);
  const items = virtualizer.getVirtualItems();
  const place = usePlaceInColumn(tree, parent, selected);
  const [index, setIndex] = useCurrentIndex(total === undefined ? null : place, (at) =>
    virtualizer.scrollToIndex(at),
  );
  const cursor = { index, setIndex, total: total ?? 0, rowAt, virtualizer };
  const onKeyDown = useColumnKeys({ ...props, ...cursor });
  return (
    <Box sx={COLUMN} component="section" aria-label={title}>
      <ColumnTitle tree={tree} parent={parent} title={title} total={total} />
      <Box
        ref={scroller}
        role={total ? 'listbox' : 'group'}
        aria-label={title}
        aria-activedescendant={index === null ? undefined : `${listId}-${index}`}
        tabIndex={0}
        data-depth={depth}
        onKeyDown={onKeyDown}
        sx={{ flex: 1, overflowY: 'auto', outlineOffset: -2 }}
      >
        <Box role="presentation" sx={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {items.map((item) => (
            <TreeItem
              key={item.key}
              id={`${listId}-${item.index}`}
              tree={tree}
              row={rowAt(item.index)}
              position={item.index + 1}
              size={total ?? 0}
              top={item.start}
              height={ROW_HEIGHT}
              selected={rowAt(item.index)?.id === selected}
              onSelect={(id) => {
                setIndex(item.index);
                onSelect(id);
              }}
            />
          ))}
        </Box>
        {total === 0 && <EmptyColumn top={parent === null} />}
      </Box>
      {error && (
        <Box role="alert" sx={{ p: 2, color: 'error.main' }}>
          {error.message}
        </Box>
      )}
    </Box>
  );
}

function EmptyColumn({ top }: { top: boolean }) {
  const translate = useTranslate();
  return (
    <Box role="presentation" sx={{ p: 2, color: 'text.secondary', fontSize: '0.8125rem' }}>
      {translate(top ? 'tree.empty_top' : 'tree.empty')}
    </Box>
  );
}

const COLUMN = {
  display: 'flex',
  flexDirection: 'column',
  width: 'min(260px, 72vw)',
  flexShrink: 0,
  borderRight: 1,
  borderColor: 'divider',
};

function useVirtualChildren(
  tree: Tree,
  parent: number | null,
  scroller: React.RefObject<HTMLDivElement | null>,
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

/** Where the keyboard stands in the column: at the selected record until a key moves it. */
function useCurrentIndex(place: number | null, scrollTo: (index: number) => void) {
  const [index, setIndex] = useState<number | null>(null);
  const [seen, setSeen] = useState<number | null>(null);
  if (place !== seen) {
    setSeen(place);
    setIndex(place);
  }
  useEffect(() => {
    if (place !== null) scrollTo(place);
    // Only a new place moves the column: people scroll it themselves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place]);
  return [index, setIndex] as const;
}

interface ColumnKeys extends TreeColumnProps {
  index: number | null;
  setIndex: (index: number) => void;
  total: number;
  rowAt: ReturnType<typeof useChildren>['rowAt'];
  virtualizer: { scrollToIndex: (index: number) => void };
}

function useColumnKeys(column: ColumnKeys) {
  const { tree, index, setIndex, total, rowAt, virtualizer, onSelect, onLeave } = column;
  const navigate = useNavigate();
  return (event: KeyboardEvent) => {
    const row = index === null ? undefined : rowAt(index);
    if (event.key === 'Enter' && row) void navigate(`/${tree.resource}/${row.id}/show`);
    else if (event.key === 'ArrowLeft') onLeave('left');
    else if (event.key === 'ArrowRight') onLeave('right');
    else {
      const next = moveIndex(event.key, index, total);
      if (next === null) return;
      setIndex(next);
      virtualizer.scrollToIndex(next);
      const target = rowAt(next);
      if (target) onSelect(target.id);
    }
    event.preventDefault();
  };
}

interface ColumnTitleProps {
  tree: Tree;
  parent: number | null;
  title: string;
  total: number | undefined;
}

function ColumnTitle({ tree, parent, title, total }: ColumnTitleProps) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: tree.resource, action: 'create' });
  const label = translate(parent === null ? 'tree.add_top' : 'tree.add');
  const source = encodeURIComponent(JSON.stringify({ [tree.parentField]: parent }));
  const back = encodeURIComponent(`/${tree.resource}/tree${parent === null ? '' : `/${parent}`}`);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        height: 40,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.75rem',
        fontWeight: 600,
        color: 'text.secondary',
      }}
    >
      <Box
        component="span"
        sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {title}
      </Box>
      {total !== undefined && <span>{total}</span>}
      {canAccess && (
        <Tooltip title={label}>
          <IconButton
            component={Link}
            to={`/${tree.resource}/create?source=${source}&back=${back}`}
            aria-label={`${label}: ${title}`}
            edge="end"
          >
            <AddIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
