import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MessagePanel } from './message-panel';
import { useLabels } from './use-labels';

/** A record that could not be read. */
export function RecordError({ error }: { error: Error }) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <MessagePanel
      icon={SearchOffIcon}
      role="alert"
      title={error.message}
      help={translate('app.not_found_help')}
    >
      <Button component={Link} to={`/${resource}`} variant="outlined">
        {labels.many(resource)}
      </Button>
    </MessagePanel>
  );
}
