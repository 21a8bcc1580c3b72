import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { Row } from '../api/data-provider';
import type { Tree } from './tree-query';
import { useChildCount } from './tree-query';

export interface TreeItemProps {
  id: string;
  tree: Tree;
  /** Absent while its page is on the way. */
  row: Row | undefined;
  position: number;
  size: number;
  top: number;
  height: number;
  selected: boolean;
  /** Whether the column rests, so that it is worth asking for more. */
  atRest: boolean;
  onSelect: (id: number) => void;
}

/** One record in a column, with the number of records below it. */
export function TreeItem(props: TreeItemProps) {
  const { id, tree, row, position, size, top, height, selected, atRest, onSelect } = props;
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
      {row && <ChildCount tree={tree} id={row.id} atRest={atRest} />}
    </Box>
  );
}

function ChildCount({ tree, id, atRest }: { tree: Tree; id: number; atRest: boolean }) {
  const translate = useTranslate();
  const count = useChildCount(tree, id, atRest);
  if (!count) return null;
  return (
    <Box
      component="span"
      aria-label={translate('tree.count', { smart_count: count })}
      role="img"
      sx={{ display: 'flex', alignItems: 'center', fontSize: '0.75rem', color: 'text.secondary' }}
    >
      {count}
      <ChevronRightIcon sx={{ fontSize: 16 }} />
    </Box>
  );
}
