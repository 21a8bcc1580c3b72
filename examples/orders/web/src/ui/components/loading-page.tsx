import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { MISSING_CODE } from '../application/app-resource';

/** While the code or the data of a page is on its way. */
export function LoadingPage() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 240 }}>
      <CircularProgress size={28} aria-label={translate('app.loading')} />
    </Box>
  );
}

export interface OnDemandProps {
  /** Takes it away again. */
  onClose: () => void;
  children: ReactNode;
}

/** What is fetched when somebody asks for it; when it cannot be, that is said, and the page behind it stays. */
export function OnDemand({ onClose, children }: OnDemandProps) {
  const notify = useNotify();
  const fail = () => {
    notify(MISSING_CODE, { type: 'error' });
    onClose();
  };
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
