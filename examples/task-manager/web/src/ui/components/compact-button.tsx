import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import type { SvgIconComponent } from '@mui/icons-material';
import { Link } from 'react-router';

export interface CompactButtonProps extends Omit<ButtonProps, 'children' | 'startIcon' | 'sx'> {
  icon: SvgIconComponent;
  label: string;
  /** Where it leads, when it is a link. */
  to?: string;
  state?: unknown;
}

/** A button that is its icon alone where the screen is narrow. */
export function CompactButton({ icon: Icon, label, to, state, ...props }: CompactButtonProps) {
  const target = to === undefined ? {} : { component: Link, to, state };
  return (
    <Button {...props} {...target} aria-label={label} startIcon={<Icon />} sx={COMPACT}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {label}
      </Box>
    </Button>
  );
}

const COMPACT = {
  minWidth: { xs: 36, sm: 64 },
  px: { xs: 1, sm: 1.5 },
  '& .MuiButton-startIcon': { ml: { xs: 0, sm: '-2px' }, mr: { xs: 0, sm: '6px' } },
};
