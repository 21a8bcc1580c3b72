import HistoryIcon from '@mui/icons-material/History';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { page, useDefinition, type Row, type UiFeature } from '../application';
import { CompactButton } from '../components/page-header';
import { historyPath, useLastWriter } from './changes';

/** Who changed a record, from what to what, on a page of its own. */
export const history: UiFeature = {
  name: 'history',
  modelPages: [{ path: 'history/:id', page: page(() => import('./history-page'), 'HistoryPage') }],
  ShowAction: OpenHistory,
  useWriter: useLastWriter,
  texts: {
    en: {
      open: 'History',
      title: 'History of %{name}',
      create: 'Created',
      update: 'Changed',
      delete: 'Deleted',
      came_back: 'Restored from the trash',
      purge: 'Deleted for good',
      by: 'by %{name}',
      service: 'by the service',
      hidden: 'by somebody else',
      session: 'signed in',
      request: 'request',
      key: 'API key %{name}',
      import: 'import %{name}',
      job: 'job %{name}',
      seed: 'seed %{name}',
      before: 'Before',
      after: 'After',
      content: 'value not kept',
      restore: 'Restore',
      restore_field: 'Restore %{name}',
      restored: '%{name} is as it was',
      more: 'Earlier changes',
      empty: 'No changes are kept.',
    },
  },
};

/** Leads from a record to its changes. */
export function OpenHistory() {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const translate = useTranslate();
  const isKept = useDefinition(resource)?.history === true;
  if (!record || !isKept) return null;
  return (
    <CompactButton
      icon={HistoryIcon}
      label={translate('history.open')}
      to={historyPath(resource, record.id)}
      variant="outlined"
    />
  );
}
