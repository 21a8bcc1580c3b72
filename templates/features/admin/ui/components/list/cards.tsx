import { Box, useMediaQuery, type SxProps, type Theme } from '@mui/material';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  DataTable,
  RecordContextProvider,
  SortButton,
  useListContext,
  useResourceContext,
} from 'react-admin';
import { Link } from 'react-router';
import { recordPath, useAppResource, useDefinition, type Row } from '../../application';
import { CELL } from '../../theme/react-admin';
import { hasTones } from '../../theme/tone';
import { isState } from '../formats';
import { SelectRecord } from './bulk-actions';
import {
  ColumnPlace,
  ChoiceColumn,
  ReferencesColumn,
  type ColumnProps,
  type RecordPage,
} from './columns';
import { RowParts, useRowParts } from './row-parts';

/** Whether the window is a phone's, which has no room for a table. */
export const useIsPhone = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });

/** Whether all columns can be parts of a card: those of react-admin's tables cannot. */
export const fitCards = (columns: ReactNode): boolean =>
  Children.toArray(columns).every(
    (column) =>
      isValidElement(column) &&
      column.type !== DataTable.Col &&
      column.type !== DataTable.NumberCol,
  );

export interface CardsProps {
  /** The fields of visible columns, in the order of the user. */
  shown: readonly string[];
  /** The page that a card links to. */
  page: RecordPage | false;
  /** Whether cards can be selected, for what is done with several. */
  selectable?: boolean;
  empty: ReactNode;
  /** The columns of the table that the cards stand for. */
  children: ReactNode;
}

type Column = ReactElement<ColumnProps>;

/** The rows of a list as cards: each with its label, its state, and the other visible columns by their names. */
export function Cards({ shown, empty, children, ...card }: CardsProps) {
  const { data = [] } = useListContext<Row>();
  const all = Children.toArray(children) as Column[];
  const columns = shown.flatMap((source) => all.find(({ props }) => props.source === source) ?? []);
  // What the labels say already is not said twice; a state has its colour.
  const own = columns.filter(
    ({ type, props }) => type === ChoiceColumn || !isInLabels(props.source, data),
  );
  if (data.length === 0) return empty;
  return (
    <Box component="ul" sx={CARDS}>
      {data.map((row) => (
        <RecordContextProvider key={row.id} value={row}>
          <Card {...card} row={row} columns={own} />
        </RecordContextProvider>
      ))}
    </Box>
  );
}

/** Whether the label of every record with a text in this field has it as a whole part: `Oil` in `WO-1 Oil`. */
export function isInLabels(source: string, rows: readonly Row[]): boolean {
  const filled = rows.filter((row) => (row[source] ?? '') !== '');
  return filled.length > 0 && filled.every((row) => hasPart(row._label, row[source]));
}

/** Not numbers, which may be there by chance, nor parts of words. */
function hasPart(label: string, text: unknown): boolean {
  if (typeof text !== 'string') return false;
  return label.split(text).some((before, at, parts) => {
    const after = parts[at + 1];
    return after !== undefined && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });
}

interface CardProps extends Pick<CardsProps, 'page' | 'selectable'> {
  row: Row;
  columns: readonly Column[];
}

function Card({ row, columns, page, selectable = false }: CardProps) {
  const resource = useResourceContext() ?? '';
  const state = useStateColumn(columns);
  const others = columns.filter((column) => column !== state);
  return (
    <Box component="li" sx={CARD}>
      {selectable && <SelectRecord />}
      <Box sx={HEAD}>
        {page === false ? (
          <strong>{row._label}</strong>
        ) : (
          <Link
            to={recordPath(resource, row.id) + (page === 'show' ? '/show' : '')}
            className={CELL.card}
          >
            {row._label}
          </Link>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}>
          {state && <ColumnPlace value="state">{state}</ColumnPlace>}
          <RowParts parts={useRowParts()} />
        </Box>
      </Box>
      {others.length > 0 && (
        <Box component="dl" sx={FIELDS}>
          <ColumnPlace value="field">{others}</ColumnPlace>
        </Box>
      )}
    </Box>
  );
}

/** The column that says how far a record has come, or else how urgent it is: another choice is one of its values. */
function useStateColumn(columns: readonly Column[]): Column | undefined {
  const resource = useResourceContext() ?? '';
  const facts = useDefinition(resource)?.fields ?? [];
  const tones = useAppResource(resource)?.tones;
  const choices = columns.filter(({ type }) => type === ChoiceColumn);
  const isToned = (source: string) => {
    const values = facts.find((fact) => fact.source === source)?.values ?? [];
    return hasTones(values, tones, source);
  };
  return (
    choices.find(({ props }) => isState(props.source)) ??
    choices.find(({ props }) => isToned(props.source))
  );
}

/** Sorts cards, which have no head to click. */
export function SortCards({ children }: { children: ReactNode }) {
  const sortable = (Children.toArray(children) as Column[]).filter(
    ({ type, props }) => props.source && props.sortable !== false && type !== ReferencesColumn,
  );
  return (
    <Box sx={{ '& .MuiIconButton-root': { color: 'inherit', p: 0.75 } }}>
      <SortButton fields={sortable.map(({ props }) => props.source)} />
    </Box>
  );
}

const CARDS = { listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' };

const CARD: SxProps<Theme> = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 0.5,
  px: 1.25,
  py: 1,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
  [`&:has(.${CELL.box}:checked)`]: { bgcolor: 'action.selected' },
  [`& > :not(.${CELL.box})`]: { gridColumn: 2 },
  // The whole card is the link, except for what can be clicked by itself.
  [`& .${CELL.card}::after`]: { content: '""', position: 'absolute', inset: 0 },
  [`& .${CELL.box}, & button, & dd a`]: { position: 'relative', zIndex: 1 },
};

const HEAD = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  minHeight: 34,
  [`& .${CELL.card}`]: {
    color: 'text.primary',
    fontWeight: 550,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
};

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '6px 16px',
  m: 0,
  pb: 0.5,
  fontSize: '0.8125rem',
  '& dt': { color: 'text.secondary', fontSize: '0.75rem' },
  // There is room for more than one line.
  '& dd > span': { flexWrap: 'wrap' },
  '& dd': { m: 0, minHeight: '1.5em', overflowWrap: 'anywhere' },
};
