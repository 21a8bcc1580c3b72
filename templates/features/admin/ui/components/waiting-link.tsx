import type { SvgIconComponent } from '@mui/icons-material';
import { Box } from '@mui/material';
import { Link } from 'react-router';

export interface WaitingLinkProps {
  to: string;
  icon: SvgIconComponent;
  name: string;
  /** How many there are. */
  count: string;
  /** Whether they are late. */
  isLate?: boolean;
}

/** One of the things that wait, in the list at the top of the dashboard: what it is, how many there are, and a way to them. */
export function WaitingLink({ to, icon: Icon, name, count, isLate = false }: WaitingLinkProps) {
  return (
    <li>
      <Box component={Link} to={to} sx={LINK}>
        <Icon aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
        {name}{' '}
        <Box component="span" sx={{ fontWeight: 600, color: isLate ? 'error.main' : 'inherit' }}>
          {count}
        </Box>
      </Box>
    </li>
  );
}

const LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 34,
  px: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontSize: '0.8125rem',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  color: 'text.primary',
  '&:hover': { borderColor: 'text.disabled', textDecoration: 'none' },
};
