import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, LinearProgress, Paper, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { formatNumber } from '../components/formats';
import { ToListButton } from '../components/messages';
import { useErrorText } from '../components/texts';
import { FailedRows } from './failed-rows';
import { hasRun, isWorking, saveFailedRows, type Import, type ImportState } from './imports';
import type { TheImport } from './use-import';

export interface OutcomeProps {
  all: TheImport;
  one: Import;
}

/** What can be done next, how far it is, and what would come or came of it. */
export function Outcome({ all, one }: OutcomeProps) {
  const translate = useTranslate();
  const place = useFocusAfter(one.state);
  if (isWorking(one)) return <Progress all={all} one={one} />;
  if (one.state === 'new') return <Actions all={all} one={one} />;
  const isOver = hasRun(one);
  return (
    <>
      <Paper
        ref={place}
        tabIndex={-1}
        variant="outlined"
        component="section"
        aria-label={translate(isOver ? 'import.came' : 'import.would')}
        sx={{ p: 2, outline: 'none' }}
      >
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          {translate(isOver ? 'import.came' : 'import.would')}
        </Typography>
        <Counts one={one} isOver={isOver} />
        <Remark one={one} />
        <Actions all={all} one={one} />
      </Paper>
      {one.failed > 0 && <FailedRows one={one} />}
    </>
  );
}

/** What has come is read out, and keys go on there: the button that had the focus is gone. */
function useFocusAfter(state: ImportState) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) place.current?.focus();
    before.current = state;
  }, [state]);
  return place;
}

function Counts({ one, isOver }: { one: Import; isOver: boolean }) {
  const translate = useTranslate();
  const [created, updated, failed] = isOver
    ? ['created', 'updated', 'failed']
    : ['would_create', 'would_update', 'would_fail'];
  const counts = [
    [one.created, created],
    [one.updated, updated],
    ...(one.unchanged > 0 ? ([[one.unchanged, 'unchanged']] as const) : []),
    [one.failed, failed],
  ] as const;
  return (
    <Box component="ul" sx={COUNTS}>
      {counts.map(([count, text]) => (
        <li key={text}>
          <Box
            component="strong"
            sx={text === failed && count > 0 ? { '&&': { color: 'error.main' } } : {}}
          >
            {formatNumber(count)}
          </Box>{' '}
          {translate(`import.${text}`)}
        </li>
      ))}
    </Box>
  );
}

const COUNTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 0.5,
  m: 0,
  mb: 1.5,
  p: 0,
  listStyle: 'none',
  color: 'text.secondary',
  '& strong': { fontSize: '1.25rem', color: 'text.primary' },
};

function Remark({ one }: { one: Import }) {
  const translate = useTranslate();
  const { state, failed, error } = one;
  if (state === 'stopped') return <Note text={translate('import.stopped')} />;
  if (state === 'failed') return <Note text={`${translate('import.broken')} ${error ?? ''}`} />;
  if (state !== 'checked') return null;
  if (failed === 0)
    return one.rows > 0 && !isWorthIt(one) ? (
      <Note severity="info" text={translate('import.all_unchanged')} />
    ) : null;
  const text = isWorthIt(one) ? 'import.left_out' : 'import.nothing_left';
  return <Note text={translate(text)} />;
}

interface NoteProps {
  text: string;
  severity?: 'warning' | 'info';
}

const Note = ({ text, severity = 'warning' }: NoteProps) => (
  <Alert severity={severity} sx={{ mb: 1.5 }}>
    {text}
  </Alert>
);

const isWorthIt = ({ created, updated }: Import): boolean => created + updated > 0;

function Actions({ all, one }: OutcomeProps) {
  const translate = useTranslate();
  const { state, problems } = one;
  const disabled = all.isBusy || problems.length > 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {state === 'new' && (
        <>
          <Button variant="contained" color="primary" disabled={disabled} onClick={all.check}>
            {translate('import.check')}
          </Button>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('import.check_help')}
          </Box>
        </>
      )}
      {state === 'checked' && (
        <>
          <Button
            variant="contained"
            color="primary"
            disabled={disabled || !isWorthIt(one)}
            onClick={all.run}
          >
            {translate('import.run')}
          </Button>
          <Button variant="outlined" disabled={disabled} onClick={all.check}>
            {translate('import.check_again')}
          </Button>
        </>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <Button variant="contained" color="primary" disabled={disabled} onClick={all.run}>
          {translate('import.go_on')}
        </Button>
      )}
      {hasRun(one) && <ToListButton />}
      {one.failed > 0 && state !== 'new' && <SaveFailedRows one={one} />}
    </Box>
  );
}

function SaveFailedRows({ one }: { one: Import }) {
  const translate = useTranslate();
  const notify = useNotify();
  const errorText = useErrorText();
  const save = () =>
    saveFailedRows(one).catch((error: Error) => notify(errorText(error), { type: 'error' }));
  return (
    <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => void save()}>
      {translate('import.failed_csv')}
    </Button>
  );
}

function Progress({ all, one }: OutcomeProps) {
  const translate = useTranslate();
  const { state, done, rows } = one;
  const numbers = { done: formatNumber(done), total: formatNumber(rows) };
  const text = translate(state === 'checking' ? 'import.checking' : 'import.running', numbers);
  return (
    <Paper variant="outlined" sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2 }}>
      <Box sx={{ flex: 1 }}>
        <LinearProgress
          variant="determinate"
          aria-label={text}
          value={Math.min(100, (100 * done) / Math.max(1, rows))}
        />
        <Box role="status" sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {text}
        </Box>
      </Box>
      <Button variant="outlined" autoFocus disabled={all.isBusy} onClick={all.stop}>
        {translate('import.stop')}
      </Button>
    </Paper>
  );
}
