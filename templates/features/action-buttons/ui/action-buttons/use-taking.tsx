import { lazy, useState } from 'react';
import { useNotify, useRefresh, useResourceContext } from 'react-admin';
import { isSignedIn } from '../api/session';
import type { Row } from '../application';
import { OnDemand } from '../components/messages';
import { problemsOf, useProblemTexts } from '../components/texts';
import { send, type Body } from './send';
import { asksForBody, type Offered } from './use-offered';

const ActionDialog = lazy(() =>
  import('./action-dialog').then((module) => ({ default: module.ActionDialog })),
);

/** How actions of a record are taken: at once, unless one is dangerous or asks for something, which its dialog does. */
export function useTaking(record: Row) {
  const [asked, setAsked] = useState<Offered | null>(null);
  const close = () => setAsked(null);
  const { run, isBusy } = useRun(record, close);
  const take = (action: Offered) => {
    if (action.danger === true || asksForBody(action)) setAsked(action);
    else void run(action).catch(() => undefined);
  };
  const dialog = asked && (
    <OnDemand onClose={close}>
      <ActionDialog
        action={asked}
        title={`${asked.label}: ${record._label}`}
        busy={isBusy}
        onRun={(body) => run(asked, body)}
        onClose={close}
      />
    </OnDemand>
  );
  return { take, isBusy, dialog };
}

/** Calls the endpoint; afterwards the record is read again, as only the service knows what became of it. */
function useRun({ id, _label: name }: Row, onDone: () => void) {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const refresh = useRefresh();
  const texts = useProblemTexts(resource);
  const [isBusy, setBusy] = useState(false);
  const run = async (action: Offered, body?: Body) => {
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
