import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Sessions, keys and the like, each with what can be done with it; a sentence where there are none. */
export function ItemList({ none, children }: { none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <Typography sx={NONE}>{none}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

export interface ItemProps {
  title: ReactNode;
  /** What stands beside the title. */
  aside?: ReactNode;
  /** What is known of it, in lines that say a fact or several. */
  children: ReactNode;
  actions?: ReactNode;
}

/** One of them: on a narrow screen what can be done with it stands below. */
export function Item({ title, aside, children, actions }: ItemProps) {
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
          {aside}
        </Box>
        <Typography
          variant="body2"
          component="div"
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {children}
        </Typography>
      </Box>
      {actions && <Box sx={{ display: 'flex', gap: 1, flexShrink: 0 }}>{actions}</Box>}
    </Box>
  );
}

const NONE = { py: 3, textAlign: 'center', color: 'text.secondary' };

const ROW = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  gap: { xs: 1, sm: 2 },
  alignItems: 'center',
  justifyContent: 'space-between',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};
