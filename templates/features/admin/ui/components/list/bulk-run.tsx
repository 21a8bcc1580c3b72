import { Box, Button, LinearProgress } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify, useTranslate, type Identifier } from 'react-admin';
import { runBulk, type BulkFailure, type BulkResult, type BulkTarget } from '../../api/bulk';
import type { Outcomes } from '../../api/data-provider';
import { isSignedIn } from '../../api/session';
import type { RecordId } from '../../application';
import { Dependents, hasDependents } from '../delete-record';
import { RecordLabel } from '../fields';
import { formatList, formatNumber } from '../formats';
import { useSaidChange } from '../said-change';
import { useErrorText, useProblemTexts } from '../texts';
import { useSelection } from './selection';

export interface BulkDialogProps {
  target: BulkTarget;
  onClose: () => void;
}

type Write = (some: readonly Identifier[]) => Promise<Outcomes>;

/** Does something to each row of a target; `said` is the key of the message about how many were done. The rest stays selected. */
export function useBulkRun({ target, onClose }: BulkDialogProps, messageKey: string) {
  const notify = useNotify();
  const say = useSaidChange();
  const errorText = useErrorText();
  const provider = useDataProvider();
  const client = useQueryClient();
  const countText = useCounts(messageKey);
  const { select } = useSelection();
  const [tried, setTried] = useState(0);
  const { isStopped, setStopped } = useStop();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (write: Write) =>
      runBulk(target, provider, write, {
        isStopped: () => isStopped() || !isSignedIn(),
        onProgress: setTried,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [target.resource] }),
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSuccess: (result) => {
      if (!isSignedIn()) return;
      select(result.left);
      if (result.failed.length > 0) return;
      say(countText(result), result.untried > 0 ? 'info' : 'success');
      onClose();
    },
  });
  const run = (write: Write) => {
    setStopped(false);
    setTried(0);
    mutate(write);
  };
  return { run, stop: () => setStopped(true), tried, isRunning: isPending, result: data };
}

/** Leaving the page stops what can no longer be seen. */
function useStop() {
  const stopped = useRef(false);
  const setStopped = useCallback((value: boolean) => {
    stopped.current = value;
  }, []);
  useEffect(() => () => setStopped(true), [setStopped]);
  return { isStopped: useCallback(() => stopped.current, []), setStopped };
}

function useCounts(messageKey: string) {
  const translate = useTranslate();
  const part = (key: string, smart_count: number) =>
    smart_count > 0 ? translate(key, { smart_count }) : [];
  return ({ done, failed, untried }: BulkResult) =>
    formatList(
      [
        translate(messageKey, { smart_count: done }),
        part('bulk.failed', failed.length),
        part('bulk.untried', untried),
      ].flat(),
    );
}

export interface BulkProgressProps {
  tried: number;
  total: number;
  onStop: () => void;
}

/** The progress, and a button to stop. */
export function BulkProgress({ tried, total, onStop }: BulkProgressProps) {
  const translate = useTranslate();
  const numbers = { done: formatNumber(tried), total: formatNumber(total) };
  const text = translate('bulk.progress', numbers);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: 1, pl: 2 }}>
      <Box sx={{ flex: 1 }}>
        <LinearProgress
          variant="determinate"
          aria-label={text}
          value={Math.min(100, (100 * tried) / total)}
        />
        <Box sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}>{text}</Box>
      </Box>
      <Button variant="outlined" autoFocus onClick={onStop}>
        {translate('bulk.stop')}
      </Button>
    </Box>
  );
}

export interface BulkOutcomeProps {
  resource: string;
  result: BulkResult;
  messageKey: string;
}

/** What was done and what was not: which rows, and why. */
export function BulkOutcome({ resource, result, messageKey }: BulkOutcomeProps) {
  const countText = useCounts(messageKey);
  const reasonOf = useReason(resource);
  const reasons = [...new Set(result.failed.map(({ error }) => reasonOf(error)))];
  return (
    <Box role="alert">
      <strong>{countText(result)}</strong>
      {reasons.map((reason) => (
        <Box key={reason} sx={{ mt: 1 }}>
          {reason}
          <Rows
            resource={resource}
            failures={result.failed.filter(({ error }) => reasonOf(error) === reason)}
          />
        </Box>
      ))}
    </Box>
  );
}

function useReason(resource: string): (error: Error) => string {
  const translate = useTranslate();
  const texts = useProblemTexts(resource);
  return (error) => (hasDependents(error) ? translate('depends.many') : texts.ofError(error));
}

const ROWS_SHOWN = 20;

function Rows({ resource, failures }: { resource: string; failures: readonly BulkFailure[] }) {
  const translate = useTranslate();
  const more = failures.length - ROWS_SHOWN;
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25, lineHeight: 2 }}>
      {failures.slice(0, ROWS_SHOWN).map(({ id, error }) => (
        <li key={id}>
          <RecordLabel resource={resource} id={id as RecordId} />
          {hasDependents(error) && ': '}
          <Dependents error={error} />
        </li>
      ))}
      {more > 0 && <li>{translate('bulk.more', { smart_count: more })}</li>}
    </Box>
  );
}
