import { Button } from '@mui/material';
import { lazy, useState } from 'react';
import { useNotify, useRecordContext, useRefresh, useResourceContext } from 'react-admin';
import { isSignedIn } from '../api/session';
import type { Row } from '../application';
import { OnDemand } from '../components/messages';
import { problemsOf, useProblemTexts } from '../components/texts';
import { send, type Body } from './send';
import { asksForBody, useOffered, type Offered } from './use-offered';

const ActionDialog = lazy(() =>
  import('./action-dialog').then((module) => ({ default: module.ActionDialog })),
);

/** The actions of the record on the page. */
export function RecordButtons() {
  const record = useRecordContext<Row>();
  const offered = useOffered(record);
  if (record === undefined) return null;
  return offered.map((action) => (
    <ActionButton key={action.name} action={action} record={record} />
  ));
}

/** Does it at once, unless it is dangerous or asks for something. */
function ActionButton({ action, record }: { action: Offered; record: Row }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, isBusy } = useAction(action, record, close);
  const asks = action.danger === true || asksForBody(action);
  const act = (body?: Body) => run(body).catch(() => undefined);
  return (
    <>
      <Button
        variant="outlined"
        color={action.danger ? 'error' : 'inherit'}
        loading={isBusy && !isAsking}
        onClick={() => (asks ? setAsking(true) : void act())}
      >
        {action.label}
      </Button>
      {isAsking && (
        <OnDemand onClose={close}>
          <ActionDialog
            action={action}
            title={`${action.label}: ${record._label}`}
            busy={isBusy}
            onRun={run}
            onClose={close}
          />
        </OnDemand>
      )}
    </>
  );
}

/** Calls the endpoint; afterwards the record is read again, as only the service knows what became of it. */
function useAction(action: Offered, { id, _label: name }: Row, onDone: () => void) {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const refresh = useRefresh();
  const texts = useProblemTexts(resource);
  const [isBusy, setBusy] = useState(false);
  const run = async (body: Body) => {
    setBusy(true);
    try {
      await send(resource, id, action, body);
      if (!isSignedIn()) return;
      notify(`${action.label}: ${name}`, { type: 'success' });
      onDone();
    } catch (error) {
      // Problems of what was entered stand at its inputs.
      if (!asksForBody(action) || problemsOf(error as Error).length === 0)
        notify(texts.ofError(error as Error), { type: 'error', autoHideDuration: 10_000 });
      throw error;
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { run, isBusy };
}
