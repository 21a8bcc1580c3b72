import EditIcon from '@mui/icons-material/EditOutlined';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../api/data-provider';
import { CompactButton } from '../components/compact-button';
import { MoveDialog } from './move-dialog';
import type { Tree } from './tree-query';

export interface TreeDetailProps {
  tree: Tree;
  lineage: readonly Row[];
}

/** The selected record below the columns: where it stands and what can be done with it. */
export function TreeDetail({ tree, lineage }: TreeDetailProps) {
  const translate = useTranslate();
  const [moving, setMoving] = useState(false);
  const { canAccess: canEdit } = useCanAccess({ resource: tree.resource, action: 'edit' });
  const { canAccess: canShow } = useCanAccess({ resource: tree.resource, action: 'show' });
  const row = lineage.at(-1);
  if (row === undefined) {
    return (
      <Typography sx={{ p: 2, color: 'text.secondary' }}>{translate('tree.select')}</Typography>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 2 }}>
      <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 200 } }} role="status">
        <Typography variant="caption">
          {lineage
            .slice(0, -1)
            .map(({ _label }) => _label)
            .join(' / ')}
        </Typography>
        <Typography variant="h2" component="p">
          {row._label}
        </Typography>
      </Box>
      {canEdit && (
        <CompactButton
          icon={MoveIcon}
          label={translate('tree.move')}
          onClick={() => setMoving(true)}
        />
      )}
      {canShow && (
        <Button component={Link} to={`/${tree.resource}/${row.id}/show`} variant="outlined">
          {translate('form.show')}
        </Button>
      )}
      {canEdit && (
        <Button
          component={Link}
          to={`/${tree.resource}/${row.id}`}
          variant="outlined"
          startIcon={<EditIcon />}
        >
          {translate('form.edit')}
        </Button>
      )}
      {moving && <MoveDialog tree={tree} row={row} onClose={() => setMoving(false)} />}
    </Box>
  );
}
