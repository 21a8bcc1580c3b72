import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { MISSING_CODE } from '../application/app-resource';

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
