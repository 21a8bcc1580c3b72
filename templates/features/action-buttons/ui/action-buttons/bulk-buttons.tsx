import { Button } from '@mui/material';
import { lazy, useState } from 'react';
import { OnDemand } from '../components/messages';
import { useSelection } from '../components/list/selection';
import { useOffered, type Offered } from './use-offered';

const BulkActionDialog = lazy(() =>
  import('./bulk-action-dialog').then((module) => ({ default: module.BulkActionDialog })),
);

/** The actions for the selected rows. */
export function BulkButtons() {
  const offered = useOffered();
  const { target } = useSelection();
  const [asked, setAsked] = useState<Offered | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action.name}
          variant="outlined"
          color={action.danger ? 'error' : 'inherit'}
          onClick={() => setAsked(action)}
        >
          {action.label}
        </Button>
      ))}
      {asked && (
        <OnDemand onClose={close}>
          <BulkActionDialog action={asked} target={target} onClose={close} />
        </OnDemand>
      )}
    </>
  );
}
