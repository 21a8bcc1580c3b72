import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { HttpError } from 'react-admin';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MessagePanel } from './message-panel';
import { useErrorText } from './use-error-text';
import { useLabels } from './use-labels';

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
