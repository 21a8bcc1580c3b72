import AddIcon from '@mui/icons-material/Add';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useId, useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { sessionMayDo } from '../api/session';
import { formatNumber } from '../components/formats';
import { useErrorText } from '../components/texts';
import { ROW_HEIGHT, childCount, useVirtualChildren, type Tree } from './tree-query';
import { moveIndex, useCursor } from './use-cursor';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import { recordPath, type RecordId, type Row } from '../application';
import { treePath } from './tree-path';

export interface TreeColumnProps {
  tree: Tree;
  parent: RecordId | null;
  depth: number;
  title: string;
  selected: RecordId | null;
  isLast: boolean;
  onSelect: (id: RecordId) => void;
  onLeave: (direction: 'left' | 'right') => void;
}

/** The children of one record; only visible rows are rendered and loaded. */
export function TreeColumn(props: TreeColumnProps) {
  const { tree, parent, depth, title, selected, onSelect } = props;
  const errorText = useErrorText();
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { virtualizer, rowAt, total, error } = useVirtualChildren(tree, parent, scroller);
  const items = virtualizer.getVirtualItems();
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  const cursor = useCursor({ tree, parent, selected, total, rowAt, scrollTo, onSelect });
  const { index } = cursor;
  const onKeyDown = useColumnKeys({ ...props, cursor, total: total ?? 0 });
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
              selected={item.index === index}
              onSelect={(id) => cursor.choose(item.index, id)}
            />
          ))}
        </Box>
        {total === 0 && <EmptyColumn top={parent === null} />}
      </Box>
      {error && (
        <Box role="alert" sx={{ p: 2, color: 'error.main' }}>
          {errorText(error)}
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

interface ColumnKeys extends TreeColumnProps {
  cursor: ReturnType<typeof useCursor>;
  total: number;
}

function useColumnKeys({ tree, cursor, total, onLeave }: ColumnKeys) {
  const navigate = useNavigate();
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cursor.id !== undefined)
      void navigate(`${recordPath(tree.resource, cursor.id)}/show`);
    else if (event.key === 'ArrowLeft') onLeave('left');
    else if (event.key === 'ArrowRight') {
      cursor.settle();
      onLeave('right');
    } else {
      const next = moveIndex(event.key, cursor.index, total);
      if (next === null) return;
      cursor.move(next);
    }
    event.preventDefault();
  };
}

export interface ColumnTitleProps {
  tree: Tree;
  parent: RecordId | null;
  title: string;
  total: number | undefined;
}

/** What a column holds, how many, and a button that adds one. */
function ColumnTitle({ tree, parent, title, total }: ColumnTitleProps) {
  const translate = useTranslate();
  const label = translate(parent === null ? 'tree.add_top' : 'tree.add');
  const source = encodeURIComponent(JSON.stringify({ [tree.parentField]: parent }));
  const back = encodeURIComponent(treePath(tree.resource, parent));
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
      {total !== undefined && <span>{formatNumber(total)}</span>}
      {sessionMayDo('create', tree.resource) && (
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

export interface TreeItemProps {
  id: string;
  tree: Tree;
  /** Absent while its page is loading. */
  row: Row | undefined;
  position: number;
  size: number;
  top: number;
  height: number;
  selected: boolean;
  onSelect: (id: RecordId) => void;
}

/** One record in a column, with its number of children. */
export function TreeItem(props: TreeItemProps) {
  const { id, tree, row, position, size, top, height, selected, onSelect } = props;
  return (
    <Box
      role="option"
      id={id}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={size}
      onClick={() => row && onSelect(row.id)}
      style={{ transform: `translateY(${top}px)`, height }}
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        cursor: 'pointer',
        fontSize: '0.8438rem',
        '&:hover': { bgcolor: 'action.hover' },
        ...(selected && { bgcolor: 'action.selected', color: 'primary.main', fontWeight: 600 }),
      }}
    >
      <Box
        component="span"
        sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {row?._label ?? '…'}
      </Box>
      {row && <ChildCount count={childCount(tree, row)} />}
    </Box>
  );
}

function ChildCount({ count }: { count: number }) {
  const translate = useTranslate();
  if (count === 0) return null;
  return (
    <Box
      component="span"
      aria-label={translate('tree.count', { smart_count: count })}
      role="img"
      sx={{ display: 'flex', alignItems: 'center', fontSize: '0.75rem', color: 'text.secondary' }}
    >
      {formatNumber(count)}
      <ChevronRightIcon sx={{ fontSize: 16 }} />
    </Box>
  );
}
