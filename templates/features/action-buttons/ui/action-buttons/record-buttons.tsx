import { Button } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Row } from '../application';
import { useOffered, type Offered } from './use-offered';
import { useTaking } from './use-taking';

/** The actions of the record on the page. */
export function RecordButtons() {
  const record = useRecordContext<Row>();
  const offered = useOffered(record);
  if (record === undefined) return null;
  return offered.map((action) => (
    <ActionButton key={action.name} action={action} record={record} />
  ));
}

/** Takes an action of the record. */
function ActionButton({ action, record }: { action: Offered; record: Row }) {
  const { take, isBusy, dialog } = useTaking(record);
  return (
    <>
      <Button
        variant="outlined"
        color={action.danger ? 'error' : 'inherit'}
        loading={isBusy && dialog === null}
        onClick={() => take(action)}
      >
        {action.label}
      </Button>
      {dialog}
    </>
  );
}
