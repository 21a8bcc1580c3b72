import Alert from '@mui/material/Alert';
import { useIsOffline, useTranslate } from 'react-admin';
import { isPassing } from '../api/http';
import { useErrorText } from './use-error-text';

/** Whether what was read before still stands: it could only not be brought up to date. */
export function isOnlyStale(error: unknown, data: unknown): error is Error {
  return error instanceof Error && data !== undefined && isPassing(error);
}

/** Says why what is shown may be out of date; while the browser is offline, that is said once for all. */
export function StaleNote({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (useIsOffline()) return null;
  return (
    <Alert severity="warning" sx={{ m: 1.25, mt: 0 }}>
      {translate('app.stale', { reason: errorText(error) })}
    </Alert>
  );
}
