import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  BulkOutcome,
  BulkProgress,
  useBulkRun,
  type BulkDialogProps,
} from '../components/list/bulk-run';
import { ActionDialog } from './action-dialog';
import { sendEach, type Body } from './send';
import type { Offered } from './use-offered';

const DONE = 'action-buttons.done_some';

/** Asks before an action is taken for all selected rows, and names those for which it was refused. */
export function BulkActionDialog({
  action,
  target,
  onClose,
}: BulkDialogProps & { action: Offered }) {
  const translate = useTranslate();
  const { resource, total } = target;
  const { run, stop, tried, isRunning, result } = useBulkRun({ target, onClose }, DONE);
  const runEach = (body: Body) => {
    run((some) => sendEach(resource, some, action, body));
    return Promise.resolve();
  };
  return (
    <ActionDialog
      action={action}
      title={translate('action-buttons.title_some', { label: action.label, smart_count: total })}
      isOfMany
      busy={isRunning}
      onRun={runEach}
      onClose={isRunning ? stop : onClose}
    >
      {isRunning && <BulkProgress tried={tried} total={total} onStop={stop} />}
      {result && !isRunning && (
        <Alert severity="error" role="presentation" sx={{ mb: 2 }}>
          <BulkOutcome resource={resource} result={result} messageKey={DONE} />
        </Alert>
      )}
    </ActionDialog>
  );
}
