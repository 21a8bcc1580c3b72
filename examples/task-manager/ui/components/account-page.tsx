import { Alert, Box, Paper } from '@mui/material';
import type { ReactNode } from 'react';
import { useFirstData } from '../first-paint';
import { PageLoading } from './loading';
import { PageHeader, type Crumb } from './page-header';
import { useErrorText } from './texts';

export interface AccountPageProps {
  title: string;
  crumbs?: readonly Crumb[];
  /** What begins something new, or ends all. */
  action?: ReactNode;
  error: Error | null;
  isPending: boolean;
  /** The list, once it has been read. */
  children: ReactNode;
}

/** A page of a list that is narrow: one's own sessions, keys and the like. */
export function AccountPage(props: AccountPageProps) {
  const { title, crumbs = [], action, error, isPending, children } = props;
  const errorText = useErrorText();
  if (!useFirstData(isPending)) return null;
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader title={title} crumbs={crumbs}>
        {action}
      </PageHeader>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {children && (
        <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 1 }}>
          {children}
        </Paper>
      )}
    </Box>
  );
}
