import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { HttpError } from 'react-admin';
import { useIsOffline, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { isPassing } from '../api/http';
import { MessagePanel } from './message-panel';
import { useLabels } from './use-labels';
import { useErrorText } from './use-problem-texts';

/** A record that could not be read: it is not there, or the service failed. */
export function RecordError({ error }: { error: Error }) {
  return (error as HttpError).status === 404 ? <Missing error={error} /> : <Failed error={error} />;
}

function Missing({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <MessagePanel
      page
      icon={SearchOffIcon}
      role="alert"
      title={errorText(error)}
      help={translate('app.not_found_help')}
    >
      <Button component={Link} to={`/${resource}`} variant="outlined">
        {translate('app.go_to_list', { name: labels.many(resource).toLowerCase() })}
      </Button>
    </MessagePanel>
  );
}

function Failed({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const client = useQueryClient();
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <MessagePanel
      page
      icon={ErrorIcon}
      role="alert"
      title={translate('app.record_error')}
      help={errorText(error)}
    >
      <Button variant="outlined" onClick={() => void retry()}>
        {translate('app.retry')}
      </Button>
    </MessagePanel>
  );
}

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
