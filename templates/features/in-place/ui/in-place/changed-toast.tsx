import { Box, Button, SnackbarContent, type SnackbarContentProps } from '@mui/material';
import { useState } from 'react';
import {
  useCloseNotification,
  useNotify,
  useRefresh,
  useTranslate,
  type HttpError,
} from 'react-admin';
import { knownDefinition, type Row } from '../application';
import { formatList } from '../components/formats';
import { useNextValues } from '../components/next-values';
import { useErrorText, useProblemTexts } from '../components/texts';
import { MOST, undo, type Change, type Kept } from './last-change';

export interface ChangedToastProps extends SnackbarContentProps {
  text: string;
  /** What can be undone; null where nothing can. */
  change: Change | null;
}

/** Says what was changed, and takes it back. */
export function ChangedToast({ text, change, ...props }: ChangedToastProps) {
  const translate = useTranslate();
  const isTooLarge = change !== null && change.total > MOST;
  const mayGoBack = useMayGoBack();
  const isWhole = change !== null && !isTooLarge && mayGoBack(change);
  return (
    <SnackbarContent
      {...props}
      message={
        <>
          {text}
          {isTooLarge && <Box>{translate('in-place.too_many', { most: MOST })}</Box>}
        </>
      }
      action={isWhole && <UndoButton change={change} />}
    />
  );
}

/** Whether steps of states lead back, at least for some of the records. */
function useMayGoBack(): (change: Change) => boolean {
  const nextValues = useNextValues();
  return ({ resource, rows }) => {
    const states = (knownDefinition(resource)?.fields ?? []).filter(({ steps }) => steps);
    return rows.some(({ before, after }) =>
      states
        .filter(({ source }) => source in before)
        .every((state) => nextValues(state, after as Row).includes(String(before[state.source]))),
    );
  };
}

function UndoButton({ change }: { change: Change }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const keptText = useKeptText(change.resource);
  const close = useCloseNotification();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const kept = await undo(change);
      const done = change.rows.length - kept.length;
      if (kept.length > 0) notify(keptText(kept, done), { type: 'warning', ...LONG });
      else if (done === 1) notify('in-place.undone', { type: 'success' });
      else notify(translate('in-place.undone_some', { smart_count: done }), { type: 'success' });
    } catch (error) {
      notify(errorText(error as Error), { type: 'error', ...LONG });
    }
    refresh();
    close();
  };
  return (
    <Button color="inherit" size="small" disabled={isBusy} onClick={() => void run()}>
      {translate('in-place.undo')}
    </Button>
  );
}

const LONG = { autoHideDuration: 10_000, multiLine: true };
/** So many records are named. */
const NAMED = 10;
const CHANGED_SINCE = 412;

/** What was not undone, by its reasons, after what was. */
function useKeptText(resource: string): (kept: readonly Kept[], done: number) => string {
  const translate = useTranslate();
  const texts = useProblemTexts(resource);
  const reasonOf = (error: Error) =>
    (error as HttpError).status === CHANGED_SINCE
      ? translate('in-place.since')
      : texts.ofError(error);
  return (kept, done) => {
    const reasons = [...new Set(kept.map(({ error }) => reasonOf(error)))];
    const sentences = reasons.map((reason) => {
      const all = kept.filter(({ error }) => reasonOf(error) === reason).map(({ name }) => name);
      const more = all.length - NAMED;
      const rest = more > 0 ? [translate('bulk.more', { smart_count: more })] : [];
      const names = formatList([...all.slice(0, NAMED), ...rest]);
      return translate('in-place.kept', { names, reason });
    });
    const undone = done > 0 ? [translate('in-place.undone_some', { smart_count: done })] : [];
    return [...undone.map((text) => `${text}.`), ...sentences].join(' ');
  };
}
