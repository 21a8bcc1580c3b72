import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import {
  useDataProvider,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { Row } from '../../api/data-provider';
import { changedFields, sameValue } from '../../api/data-provider';
import { RecordLabel } from '../fields/reference-field';
import { plainText } from '../formats';
import { useLabels } from '../use-labels';
import { useProblemTexts } from '../use-problem-texts';
import { useFieldFact } from './field-facts';

export interface ConflictDialogProps {
  mine: Row;
  onSaved: (row: Row) => void;
  /** What others saved shall stand. */
  onTheirs: () => void;
  onClose: () => void;
}

/** Shows what others saved meanwhile beside what the user wanted, and lets them choose. */
export function ConflictDialog({ mine, onSaved, onTheirs, onClose }: ConflictDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const read = useRecordContext<Row>() ?? mine;
  const { theirs, saveMine } = useChoices({ read, mine, onSaved, onClose });
  const takeTheirs = () => {
    onTheirs();
    onClose();
  };
  const rows = theirs ? conflictRows(read, theirs, mine) : [];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('conflict.help')}</DialogContentText>
        {theirs && !rows.some(({ clash }) => clash) && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('conflict.no_overlap')}
          </Alert>
        )}
        <ConflictTable rows={rows} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('conflict.keep_editing')}</Button>
        <Button variant="outlined" disabled={!theirs} onClick={takeTheirs}>
          {translate('conflict.keep_theirs')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!theirs}
          onClick={() => void saveMine()}
        >
          {translate('conflict.keep_mine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface Choice extends Omit<ConflictDialogProps, 'onTheirs'> {
  read: Row;
}

function useChoices({ read, mine, onSaved, onClose }: Choice) {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const texts = useProblemTexts(resource);
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const { data: theirs, refetch: readAgain } = useQuery({
    queryKey: ['conflict', resource, mine.id],
    queryFn: async () => (await dataProvider.getOne<Row>(resource, { id: mine.id })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const saveMine = async () => {
    if (theirs === undefined) return;
    const data = { ...theirs, ...changedFields(read, mine) };
    try {
      const saved = await dataProvider.update<Row>(resource, {
        id: mine.id,
        data,
        previousData: theirs,
      });
      await client.invalidateQueries({ queryKey: [resource] });
      onClose();
      onSaved(saved.data);
    } catch (error) {
      notify(texts.ofError(error as Error), { type: 'error' });
      void readAgain();
    }
  };
  return { theirs, saveMine };
}

function ConflictTable({ rows }: { rows: readonly ConflictRow[] }) {
  const translate = useTranslate();
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{translate('conflict.field')}</TableCell>
          <TableCell>{translate('conflict.theirs')}</TableCell>
          <TableCell>{translate('conflict.mine')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <ConflictLine key={row.source} row={row} />
        ))}
      </TableBody>
    </Table>
  );
}

function ConflictLine({ row }: { row: ConflictRow }) {
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const weight = row.clash ? 600 : 400;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {labels.field(resource, row.source)}
      </TableCell>
      <TableCell sx={{ fontWeight: weight, overflowWrap: 'anywhere' }}>
        {row.theyChanged ? <ConflictValue source={row.source} value={row.theirs} /> : <Unchanged />}
      </TableCell>
      <TableCell sx={{ fontWeight: weight, overflowWrap: 'anywhere' }}>
        {row.iChanged ? <ConflictValue source={row.source} value={row.mine} /> : <Unchanged />}
      </TableCell>
    </TableRow>
  );
}

function ConflictValue({ source, value }: { source: string; value: unknown }) {
  const translate = useTranslate();
  const fact = useFieldFact(source);
  if (value === null || value === undefined || value === '') return translate('app.nothing');
  if (fact?.type === 'ref')
    return <RecordLabel resource={fact.reference ?? ''} id={Number(value)} />;
  return typeof value === 'object' ? JSON.stringify(value) : plainText(value, fact);
}

function Unchanged() {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {translate('conflict.unchanged')}
    </Box>
  );
}

type Values = Record<string, unknown>;

/** One field that somebody else, or I, changed since it was read. */
export interface ConflictRow {
  source: string;
  theirs: unknown;
  mine: unknown;
  theyChanged: boolean;
  iChanged: boolean;
  /** Whether both changed it, to different values. */
  clash: boolean;
}

/** What differs between the version that was read, the one now saved, and mine. */
export function conflictRows(read: Values, theirs: Values, mine: Values): ConflictRow[] {
  const theirChanges = changedFields(read, theirs);
  const myChanges = changedFields(read, mine);
  const sources = [...new Set([...Object.keys(myChanges), ...Object.keys(theirChanges)])];
  return sources.map((source) => ({
    source,
    theirs: theirs[source],
    mine: mine[source],
    theyChanged: source in theirChanges,
    iChanged: source in myChanges,
    clash:
      source in theirChanges && source in myChanges && !sameValue(theirs[source], mine[source]),
  }));
}
