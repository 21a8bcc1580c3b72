import {
  Alert,
  Box,
  Button,
  Radio,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type SxProps,
  type Theme,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  useDataProvider,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import {
  useOwnText,
  useParts,
  type FieldFact,
  type RecordId,
  type Row,
  type Versions,
} from '../../application';
import { changedFields, sameValue, type Values } from '../../api/record-values';
import { formatAgo } from '../ago';
import { DialogFrame } from '../confirm-dialog';
import { RecordLabel, useRecordNames } from '../fields';
import { formatList, plainText } from '../formats';
import { useLabels, useProblemTexts } from '../texts';
import { useFieldFact } from './use-form-input';

export interface ConflictDialogProps {
  mine: Row;
  onSaved: (row: Row) => void;
  /** Goes on with what others have saved, and the user's changes of other fields. */
  onTheirs: (kept: Partial<Row>) => void;
  onClose: () => void;
}

/** Shows what others have saved meanwhile next to the user's changes, and lets the user choose: for each field that both changed, or for all. */
export function ConflictDialog({ mine, onSaved, onTheirs, onClose }: ConflictDialogProps) {
  const translate = useTranslate();
  const read = useRecordContext<Row>() ?? mine;
  const merging = useMerging();
  const { theirs, save } = useVersions({ read, mine, onSaved, onClose });
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const rows = theirs ? conflictRows({ read, theirs, mine }, merging) : [];
  const clashes = rows.filter(({ clash }) => clash);
  const takeTheirs = () => {
    const sources = new Set(clashes.map(({ source }) => source));
    onTheirs(keptChanges({ read, theirs: theirs ?? read, mine }, sources, merging));
    onClose();
  };
  const saved = useSaved(read, theirs);
  const choose = (source: string, isTheirs: boolean) =>
    setTaken(new Set([...taken].filter((one) => one !== source).concat(isTheirs ? source : [])));
  return (
    <DialogFrame
      title={translate('conflict.title')}
      text={`${saved} ${translate(clashes.length > 1 ? 'conflict.help_fields' : 'conflict.help')}`}
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
            onClick={() => void save(taken)}
          >
            {translate(clashes.length > 0 ? 'conflict.keep_chosen' : 'conflict.keep_mine')}
          </Button>
        </>
      }
    >
      {theirs && clashes.length === 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('conflict.no_overlap')}
        </Alert>
      )}
      <ConflictTable rows={rows} taken={taken} onChoose={choose} />
    </DialogFrame>
  );
}

/** That somebody else has saved it, and when: the service keeps the time, not the name. */
function useSaved(read: Row, theirs: Row | undefined): string {
  const translate = useTranslate();
  const [now] = useState(Date.now);
  const at = theirs?.['updated_at'];
  return typeof at === 'string' && at !== read['updated_at']
    ? translate('conflict.saved_ago', { ago: formatAgo(at, now) })
    : translate('conflict.saved');
}

interface Editing extends Omit<ConflictDialogProps, 'onTheirs'> {
  read: Row;
}

/** How versions of a record are compared, and changes of one are made in another. */
interface Merging {
  settled: (values: Values) => Values;
  rebased: (source: string, versions: Versions) => unknown;
}

const FIELD_BY_FIELD: Merging = {
  settled: (values) => values,
  rebased: (source, { mine }) => mine[source],
};

/** Lists that are parts of the record are compared as saving leaves them, and merged part by part. */
export function useMerging(): Merging {
  const resource = useResourceContext() ?? '';
  const parts = useParts();
  if (parts === undefined) return FIELD_BY_FIELD;
  return {
    settled: (values) => parts.settled(resource, values),
    rebased: (source, versions) => parts.rebased(resource, source, versions),
  };
}

function useVersions({ read, mine, onSaved, onClose }: Editing) {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const texts = useProblemTexts(resource);
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const merging = useMerging();
  const { data: theirs, refetch: readAgain } = useQuery({
    queryKey: ['conflict', resource, mine.id],
    queryFn: async () => (await dataProvider.getOne<Row>(resource, { id: mine.id })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const save = async (taken: ReadonlySet<string>) => {
    if (theirs === undefined) return;
    const data = { ...theirs, ...keptChanges({ read, theirs, mine }, taken, merging) };
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
  return { theirs, save };
}

interface ConflictTableProps {
  rows: readonly ConflictRow[];
  /** The fields that both changed and that get their value. */
  taken: ReadonlySet<string>;
  onChoose: (source: string, isTheirs: boolean) => void;
}

function ConflictTable({ rows, taken, onChoose }: ConflictTableProps) {
  const translate = useTranslate();
  return (
    <Table size="small" sx={STACKED_ON_PHONES}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('conflict.field')}</TableCell>
          <TableCell>{translate('conflict.theirs')}</TableCell>
          <TableCell>{translate('conflict.mine')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <ConflictLine
            key={row.source}
            row={row}
            isTheirs={taken.has(row.source)}
            onChoose={(isTheirs) => onChoose(row.source, isTheirs)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

/** A phone has no room for three columns: there a field's name is above its two values, which are equally wide. */
const STACKED_ON_PHONES: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down('sm')]: {
    '&, thead, tbody': { display: 'block' },
    tr: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    'tr > th:first-of-type': { gridColumn: '1 / -1', pb: 0, border: 0, color: 'text.secondary' },
  },
});

interface ConflictLineProps {
  row: ConflictRow;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

function ConflictLine({ row, isTheirs, onChoose }: ConflictLineProps) {
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const field = labels.field(resource, row.source);
  const sides = [
    { key: 'theirs', isChanged: row.theyChanged, value: row.theirs, isChosen: isTheirs },
    { key: 'mine', isChanged: row.iChanged, value: row.mine, isChosen: !isTheirs },
  ] as const;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {field}
      </TableCell>
      {sides.map(({ key, isChanged, value, isChosen }) => (
        <TableCell key={key} sx={{ overflowWrap: 'anywhere' }}>
          {row.clash ? (
            <Choice
              source={row.source}
              field={field}
              side={key}
              isChosen={isChosen}
              onChoose={() => onChoose(key === 'theirs')}
            >
              <ConflictValue source={row.source} value={value} read={row.read} />
            </Choice>
          ) : isChanged ? (
            <ConflictValue source={row.source} value={value} read={row.read} />
          ) : (
            <Unchanged />
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}

interface ChoiceProps {
  source: string;
  /** The label of the field. */
  field: string;
  side: 'theirs' | 'mine';
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of the two values of a field that both changed. */
function Choice({ source, field, side, isChosen, onChoose, children }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <Box component="label" sx={{ ...CHOICE, fontWeight: isChosen ? 600 : 400 }}>
      <Radio
        size="small"
        name={`conflict-${source}`}
        checked={isChosen}
        onChange={onChoose}
        slotProps={{
          input: { 'aria-label': `${field}: ${translate(`conflict.${side}`)}` },
        }}
      />
      <span>{children}</span>
    </Box>
  );
}

const CHOICE = { display: 'flex', alignItems: 'center', gap: 0.5, ml: -1, cursor: 'pointer' };

interface ConflictValueProps {
  source: string;
  value: unknown;
  /** What it was when the user read it. */
  read: unknown;
}

function ConflictValue({ source, value, read }: ConflictValueProps) {
  const translate = useTranslate();
  const fact = useFieldFact(source);
  const resource = useResourceContext() ?? '';
  const parts = useParts();
  const ownText = useOwnText();
  if (value === null || value === undefined || value === '') return translate('app.nothing');
  if (parts?.isList(resource, source))
    return <parts.Changes source={source} read={read} side={value} />;
  if (fact?.type === 'ref')
    return (
      <RecordLabel
        resource={fact.reference ?? ''}
        keyField={fact.keyField}
        id={value as RecordId}
      />
    );
  if (Array.isArray(value) && fact?.type === 'refs') return <Names fact={fact} values={value} />;
  if (typeof value === 'object') return ownText(value) ?? JSON.stringify(value);
  return plainText(value, fact, translate, resource);
}

/** The records that a field lists: as text, as a click on them chooses their side. */
function Names({ fact, values }: { fact: FieldFact; values: readonly unknown[] }) {
  const { reference = '', keyField } = fact;
  const translate = useTranslate();
  const ids = keyField === undefined ? (values as RecordId[]) : [];
  const names = useRecordNames(reference, ids);
  if (values.length === 0) return translate('app.nothing');
  return formatList(keyField === undefined ? names : values.map(String));
}

function Unchanged() {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {translate('conflict.unchanged')}
    </Box>
  );
}

/** One field that somebody else, or the user, has changed since it was read. */
export interface ConflictRow {
  source: string;
  read: unknown;
  theirs: unknown;
  mine: unknown;
  theyChanged: boolean;
  iChanged: boolean;
  /** Whether both changed it, to different values. */
  clash: boolean;
}

/** The differences between the version that was read, the one saved since, and the user's. */
export function conflictRows(
  versions: Versions,
  { settled }: Pick<Merging, 'settled'> = FIELD_BY_FIELD,
): ConflictRow[] {
  const [read, theirs, mine] = [versions.read, versions.theirs, versions.mine].map(settled) as [
    Values,
    Values,
    Values,
  ];
  const theirChanges = changedFields(read, theirs);
  const myChanges = changedFields(read, mine);
  const sources = [...new Set([...Object.keys(myChanges), ...Object.keys(theirChanges)])];
  return sources.map((source) => ({
    source,
    read: read[source],
    theirs: theirs[source],
    mine: mine[source],
    theyChanged: source in theirChanges,
    iChanged: source in myChanges,
    clash:
      source in theirChanges && source in myChanges && !sameValue(theirs[source], mine[source]),
  }));
}

/** The user's changes, without those of fields that both changed and whose other value is taken. */
export function keptChanges(
  versions: Versions,
  taken: ReadonlySet<string>,
  merging: Merging = FIELD_BY_FIELD,
): Values {
  const kept = conflictRows(versions, merging).filter(
    ({ source, iChanged, clash }) => iChanged && !(clash && taken.has(source)),
  );
  return Object.fromEntries(kept.map(({ source }) => [source, merging.rebased(source, versions)]));
}
