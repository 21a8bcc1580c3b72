import {
  Alert,
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useDataProvider,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { Row } from '../../application';
import { changedFields, sameValue } from '../../api/data-provider';
import { DialogFrame } from '../confirm-dialog';
import { RecordLabel } from '../fields';
import { plainText } from '../formats';
import { useLabels, useProblemTexts } from '../texts';
import { useFieldFact } from './use-form-input';

export interface ConflictDialogProps {
  mine: Row;
  onSaved: (row: Row) => void;
  /** Keeps what others have saved. */
  onTheirs: () => void;
  onClose: () => void;
}

/** Shows what others have saved meanwhile next to the user's changes, and lets the user choose. */
export function ConflictDialog({ mine, onSaved, onTheirs, onClose }: ConflictDialogProps) {
  const translate = useTranslate();
  const read = useRecordContext<Row>() ?? mine;
  const { theirs, saveMine } = useChoices({ read, mine, onSaved, onClose });
  const takeTheirs = () => {
    onTheirs();
    onClose();
  };
  const rows = theirs ? conflictRows(read, theirs, mine) : [];
  return (
    <DialogFrame
      title={translate('conflict.title')}
      text={translate('conflict.help')}
      wide
      onClose={onClose}
      actions={
        <>
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
        </>
      }
    >
      {theirs && !rows.some(({ clash }) => clash) && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('conflict.no_overlap')}
        </Alert>
      )}
      <ConflictTable rows={rows} />
    </DialogFrame>
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
  const resource = useResourceContext() ?? '';
  if (value === null || value === undefined || value === '') return translate('app.nothing');
  if (fact?.type === 'ref')
    return <RecordLabel resource={fact.reference ?? ''} id={Number(value)} />;
  if (typeof value === 'object') return JSON.stringify(value);
  return plainText(value, fact, translate, resource);
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

/** One field that somebody else, or the user, has changed since it was read. */
export interface ConflictRow {
  source: string;
  theirs: unknown;
  mine: unknown;
  theyChanged: boolean;
  iChanged: boolean;
  /** Whether both changed it, to different values. */
  clash: boolean;
}

/** The differences between the version that was read, the one saved since, and the user's. */
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
