import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useCanAccess, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Tree } from './tree-query';

export interface ColumnTitleProps {
  tree: Tree;
  parent: number | null;
  title: string;
  total: number | undefined;
}

/** What a column holds, how many, and a button that adds one. */
export function ColumnTitle({ tree, parent, title, total }: ColumnTitleProps) {
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
