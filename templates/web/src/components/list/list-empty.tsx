import AddIcon from '@mui/icons-material/Add';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useCanAccess, useListContext, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MessagePanel } from '../message-panel';
import { useErrorText } from '../use-error-text';
import { useLabels } from '../use-labels';

/** A list without rows: nothing matches, or there is nothing yet. */
export function ListEmpty() {
  const { filterValues } = useListContext();
  return Object.keys(filterValues).length > 0 ? <NoMatch /> : <NoRecords />;
}

function NoMatch() {
  const translate = useTranslate();
  return (
    <MessagePanel
      icon={SearchOffIcon}
      title={translate('list.no_match_title')}
      help={translate('list.no_match_help')}
    >
      <ClearButton />
    </MessagePanel>
  );
}

function NoRecords() {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const { canAccess } = useCanAccess({ resource, action: 'create' });
  return (
    <MessagePanel
      icon={InboxIcon}
      title={translate('list.empty_title', { name: labels.many(resource).toLowerCase() })}
      help={translate(canAccess ? 'list.empty_create' : 'list.empty_help')}
    >
      {canAccess && (
        <Button
          component={Link}
          to={`/${resource}/create`}
          variant="contained"
          color="primary"
          startIcon={<AddIcon />}
        >
          {translate('list.create', { name: labels.one(resource).toLowerCase() })}
        </Button>
      )}
    </MessagePanel>
  );
}

/** A list that the service refused or could not give. */
export function ListError({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { filterValues, refetch } = useListContext();
  return (
    <MessagePanel
      icon={ErrorIcon}
      role="alert"
      title={translate('list.error_title')}
      help={errorText(error)}
    >
      <Button variant="outlined" onClick={() => refetch()}>
        {translate('app.retry')}
      </Button>
      {Object.keys(filterValues).length > 0 && <ClearButton />}
    </MessagePanel>
  );
}

function ClearButton() {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  return (
    <Button variant="outlined" onClick={() => setFilters({})}>
      {translate('list.clear_filters')}
    </Button>
  );
}
