import { Alert, Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useErrorText } from './texts';

export interface UserSectionProps {
  title: string;
  /** What an administrator can do with all of it. */
  action?: ReactNode;
  error?: Error | null;
  children: ReactNode;
}

/** What a feature knows of a user, on their page. */
export function UserSection({ title, action, error, children }: UserSectionProps) {
  const errorText = useErrorText();
  return (
    <Paper variant="outlined" component="section" sx={SECTION}>
      <Box sx={HEAD}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {children}
    </Paper>
  );
}

const SECTION = {
  mt: 2,
  px: { xs: 2, sm: 3 },
  py: { xs: 1, sm: 1.5 },
};

/** As high with a button as without one. */
const HEAD = {
  minHeight: 44,
  mb: 0.5,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
};
