import AddIcon from '@mui/icons-material/Add';
import { Box, Button, IconButton, Skeleton, Typography } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { useListContext, useResourceContext, useTranslate, type SortPayload } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useCanWrite } from '../api/session';
import type { Row } from '../application';
import { ToneChip } from '../components/fields';
import { formatNumber, numberIn } from '../components/formats';
import { useErrorText, useLabels } from '../components/texts';
import { DROP, SCROLLS } from '../layouts/drag';
import { useBoardContext, type Board } from './board-context';
import { ROWS_PER_PAGE, useColumnRows, type BoardColumn } from './board-query';
import { Card, DropMark } from './card';

export interface ColumnProps {
  column: BoardColumn;
}

/** A column of a board: what its records have in common, how many they are, and the first of them. */
export function Column({ column }: ColumnProps) {
  const board = useBoardContext();
  const titleId = useId();
  const { fact, held, over, isOpen, columnOf } = board;
  const element = useRef<HTMLElement>(null);
  const isOver = over?.key === column.key;
  const isClosed = held !== null && columnOf(held) !== column.key && !isOpen(held, column.key);
  useEffect(() => {
    if (isOver) element.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [isOver]);
  return (
    <Box
      ref={element}
      component="section"
      aria-labelledby={titleId}
      {...{ [DROP]: column.key }}
      sx={COLUMN}
      aria-disabled={isClosed || undefined}
      data-state={isClosed ? 'closed' : isOver ? 'over' : undefined}
    >
      <Box sx={HEAD}>
        <Typography variant="h2" id={titleId} sx={TITLE}>
          {column.tone === undefined ? (
            column.label
          ) : (
            <ToneChip value={String(column.value)} label={column.label} tone={column.tone} />
          )}
        </Typography>
        <Figures column={column} />
        <AddButton column={column} />
      </Box>
      <Rows key={fact.source} column={column} />
    </Box>
  );
}

function Figures({ column: { count, sum } }: ColumnProps) {
  const resource = useResourceContext() ?? '';
  const { summed } = useBoardContext();
  const labels = useLabels();
  const total = numberIn(sum, summed?.unit);
  return (
    <>
      {count !== undefined && <span>{formatNumber(count)}</span>}
      {summed && total !== null && count !== 0 && (
        <Box component="span" sx={SUM} title={labels.field(resource, summed.source)}>
          {formatNumber(total, summed.digits, summed.unit)}
        </Box>
      )}
    </>
  );
}

/** Leads to the form of a new record of this column. */
function AddButton({ column }: ColumnProps) {
  const resource = useResourceContext() ?? '';
  const { fact } = useBoardContext();
  const translate = useTranslate();
  const labels = useLabels();
  const { pathname, search } = useLocation();
  if (!useCanWrite(resource, 'create') || column.value === null) return null;
  const source = JSON.stringify({ [fact.source]: column.value });
  const query = new URLSearchParams({ source, back: pathname + search });
  const name = labels.oneWithin(resource);
  return (
    <IconButton
      component={Link}
      to={`/${resource}/create?${query}`}
      size="small"
      aria-label={translate('board.add', { name, value: column.label })}
      sx={{ ml: 'auto' }}
    >
      <AddIcon fontSize="small" />
    </IconButton>
  );
}

function Rows({ column }: ColumnProps) {
  const board = useBoardContext();
  const translate = useTranslate();
  const errorText = useErrorText();
  const { sort } = useListContext();
  const order: SortPayload =
    board.place === undefined ? sort : { field: board.place, order: 'ASC' };
  const asked = useColumnRows(board.fact.source, column, order);
  const rows = shownRows(asked.data?.pages.flatMap((page) => page.rows) ?? [], column, board);
  const index = board.over?.key === column.key ? board.over.index : undefined;
  const left = (asked.data?.pages.at(-1)?.total ?? 0) - rows.length;
  return (
    <Box component="ul" sx={ROWS} {...{ [SCROLLS]: 'y' }}>
      {asked.isPending && <Waiting />}
      {rows.map((row, at) => (
        <Card key={row.id} row={row} isBefore={isMark(rows, at, index, board.held)} />
      ))}
      {index !== undefined && index >= withoutHeld(rows, board.held).length && <DropMark />}
      {asked.isError && asked.data === undefined && (
        <Box component="li" role="alert" sx={NOTE}>
          {errorText(asked.error)}
        </Box>
      )}
      {asked.data && rows.length === 0 && index === undefined && (
        <Box component="li" sx={NOTE}>
          {translate('board.empty')}
        </Box>
      )}
      {asked.hasNextPage && (
        <li>
          <Button
            fullWidth
            loading={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage()}
          >
            {translate('board.more', { smart_count: Math.min(ROWS_PER_PAGE, Math.max(1, left)) })}
          </Button>
        </li>
      )}
    </Box>
  );
}

/** The records of a column, with those that were just put there, and without those that were just taken away. */
function shownRows(read: readonly Row[], column: BoardColumn, board: Board): readonly Row[] {
  const { moved, columnOf, place } = board;
  const isHere = (row: Row) => columnOf(row) === column.key;
  const now = read.map((row) => moved.get(row.id) ?? row).filter(isHere);
  const known = new Set(read.map(({ id }) => id));
  const fresh = [...moved.values()].filter((row) => isHere(row) && !known.has(row.id));
  const all = [...fresh, ...now];
  if (place === undefined) return all;
  return all.toSorted((one, other) => Number(one[place] ?? 0) - Number(other[place] ?? 0));
}

const withoutHeld = (rows: readonly Row[], held: Row | null) =>
  rows.filter(({ id }) => id !== held?.id);

/** Whether what is held would come before this row. */
function isMark(
  rows: readonly Row[],
  at: number,
  index: number | undefined,
  held: Row | null,
): boolean {
  if (index === undefined || rows[at]?.id === held?.id) return false;
  return withoutHeld(rows, held)[index]?.id === rows[at]?.id;
}

function Waiting() {
  const label = useTranslate()('app.loading');
  return (
    <Box component="li" aria-busy aria-label={label}>
      <Skeleton variant="rounded" height={68} />
    </Box>
  );
}

const COLUMN = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  maxHeight: { xs: 'calc(100dvh - 210px)', sm: 'calc(100dvh - 226px)' },
  minHeight: 240,
  borderRadius: 2,
  bgcolor: 'action.hover',
  transition: 'opacity 120ms, box-shadow 120ms',
  '&[data-state="closed"]': { opacity: 0.4 },
  '&[data-state="over"]': {
    boxShadow: ({ palette }: { palette: { primary: { main: string } } }) =>
      `inset 0 0 0 2px ${palette.primary.main}`,
  },
};

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  minHeight: 40,
  px: 1.25,
  pt: 0.5,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
};
const TITLE = { fontSize: '0.8125rem', fontWeight: 600, overflowWrap: 'anywhere' };
/** Below the others: in a narrow column there is no room beside them. */
const SUM = { order: 1, flexBasis: '100%', pb: 0.5, color: 'text.primary', fontWeight: 550 };
const ROWS = {
  listStyle: 'none',
  m: 0,
  px: 1,
  pt: 0.5,
  pb: 1,
  flex: 1,
  minHeight: 0,
  overflowX: 'hidden',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  '& > *': { flex: 'none' },
};
const NOTE = { px: 0.5, py: 1, color: 'text.secondary', fontSize: '0.8125rem' };
