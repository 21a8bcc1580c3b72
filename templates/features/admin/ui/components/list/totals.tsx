import { Box, type SxProps, type Theme } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  useContext,
  type ReactElement,
  type ReactNode,
} from 'react';
import {
  RecordContextProvider,
  useListContext,
  useResourceContext,
  useTranslate,
  type FilterPayload,
} from 'react-admin';
import { OUTDATED_BY_WRITES, request } from '../../api/http';
import { foundQuery } from '../../api/persons';
import { useFieldRules } from '../../api/session';
import { ofTenant } from '../../api/tenants';
import { useLabels } from '../texts';
import { SelectColumn } from './bulk-actions';
import { ColumnPlace, TOTAL_TEXTS, TableContext, type ColumnProps, type Total } from './columns';

/** The properties of a column with a total. */
export interface TotalColumn extends ColumnProps {
  totalBy: Total;
  /** Decimals, as a column of numbers has them. */
  digits?: number;
}

/** The columns with a total among those that are shown. */
export const totalColumns = (
  columns: ReactNode,
  shown: readonly { source: string }[],
): TotalColumn[] =>
  Children.toArray(columns)
    .flatMap((column) => (isColumn(column) ? column.props : []))
    .filter((props): props is TotalColumn => props.totalBy !== undefined)
    .filter(({ source }) => shown.some((one) => one.source === source));

const isColumn = (child: ReactNode): child is ReactElement<ColumnProps> =>
  isValidElement<Partial<ColumnProps>>(child) && child.props.source !== undefined;

/** What the service answers of all rows: the figures by kind, then by field. */
export type Figures = Partial<Record<Total, Readonly<Record<string, unknown>>>>;

/** Field -> its total. */
export type TotalValues = Readonly<Record<string, unknown>>;

const KINDS: readonly Total[] = ['sum', 'avg', 'min', 'max'];

/** The totals of the list's visible columns over all rows that match; null where there are none, or the service tells none. */
export function useTotals(columns: readonly TotalColumn[]): TotalValues | null {
  const resource = useResourceContext() ?? '';
  const { filterValues, total = 0 } = useListContext();
  const rules = useFieldRules();
  const filter = totalsFilter(columns, { ...ofTenant(resource), ...filterValues });
  const isAsked = rules !== null && columns.length > 0 && total > 1;
  const { data, isError } = useQuery({
    // Not below the resource: what outdates a list outdates this as a write, and would ask twice.
    queryKey: ['totals', resource, filter],
    queryFn: async ({ signal }) => {
      const query = await foundQuery({ resource, filter });
      const answer = await request<Figures[]>(`/${resource}/_aggregate?${query}`, { signal });
      return answer.data[0] ?? {};
    },
    enabled: isAsked,
    // A list is complete without them, as where its endpoint was replaced by one without totals.
    retry: false,
    placeholderData: keepPreviousData,
    meta: OUTDATED_BY_WRITES,
  });
  return isAsked && !isError && data !== undefined ? totalValues(columns, data) : null;
}

/** What to ask of all rows that match a filter. */
export function totalsFilter(
  columns: readonly TotalColumn[],
  filter: FilterPayload,
): FilterPayload {
  const measures = KINDS.flatMap((kind): [string, string][] => {
    const fields = columns.filter(({ totalBy }) => totalBy === kind).map(({ source }) => source);
    return fields.length > 0 ? [[`_${kind}`, fields.join()]] : [];
  });
  return { ...filter, ...Object.fromEntries(measures) };
}

/** The total of each column. */
export const totalValues = (columns: readonly TotalColumn[], figures: Figures): TotalValues =>
  Object.fromEntries(
    columns.map((column) => [
      column.source,
      rounded(figures[column.totalBy]?.[column.source], column),
    ]),
  );

/** Where a column has no decimals of its own: a sum without the noise of doubles, an average with as many as can be read. */
function rounded(value: unknown, { totalBy, digits }: TotalColumn): unknown {
  if (typeof value !== 'number' || digits !== undefined) return value;
  return Number(totalBy === 'avg' ? value.toFixed(2) : value.toPrecision(15));
}

/** The totals of the current list. */
export const TotalsContext = createContext<TotalValues | null>(null);

/** The last row of a table: the total of each column below it. */
export function TotalsRow({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const totals = useContext(TotalsContext);
  const shown = useContext(TableContext)?.shown;
  if (totals === null) return null;
  const cells = Children.toArray(children).filter(
    (cell) => !isHiddenCell(cell) && (!isColumn(cell) || shown?.has(cell.props.source)),
  );
  const first = cells.findIndex((cell) => hasTotal(cell, totals));
  const isSelected = cells[0] !== undefined && isSelection(cells[0]);
  return (
    <tfoot>
      <tr aria-label={translate('list.totals')}>
        {first > (isSelected ? 1 : 0) ? (
          <th scope="row" colSpan={first}>
            {translate('list.totals')}
          </th>
        ) : (
          isSelected && <td />
        )}
        {cells.slice(first).map((cell, at) => (
          <TotalCell key={at} cell={cell} totals={totals} />
        ))}
      </tr>
    </tfoot>
  );
}

const isSelection = (cell: ReactNode): cell is ReactElement<{ enabled: boolean }> =>
  isValidElement(cell) && cell.type === SelectColumn;

const isHiddenCell = (cell: ReactNode): boolean => isSelection(cell) && !cell.props.enabled;

const hasTotal = (cell: ReactNode, totals: TotalValues): cell is ReactElement<ColumnProps> =>
  isColumn(cell) && Object.hasOwn(totals, cell.props.source);

function TotalCell({ cell, totals }: { cell: ReactNode; totals: TotalValues }) {
  if (!hasTotal(cell, totals)) return <td />;
  return (
    <ColumnPlace value="total">
      <RecordContextProvider value={totals}>{cell}</RecordContextProvider>
    </ColumnPlace>
  );
}

export interface CardTotalsProps {
  /** The columns of the table that the cards stand for. */
  children: ReactNode;
}

/** The totals below the cards of a phone's list, each with its name. */
export function CardTotals({ children }: CardTotalsProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const totals = useContext(TotalsContext);
  if (totals === null) return null;
  const columns = Children.toArray(children).filter((column) => hasTotal(column, totals));
  const labelOf = ({ source, label, totalBy }: ColumnProps) => {
    const name = label ?? labels.field(resource, source);
    const kind = totalBy && TOTAL_TEXTS[totalBy];
    return kind === undefined ? name : `${name} (${translate(kind)})`;
  };
  return (
    <Box component="section" aria-label={translate('list.totals')} sx={LINE}>
      <strong>{translate('list.totals')}</strong>
      <dl>
        <ColumnPlace value="field">
          <RecordContextProvider value={totals}>
            {columns.map((column) => cloneElement(column, { label: labelOf(column.props) }))}
          </RecordContextProvider>
        </ColumnPlace>
      </dl>
    </Box>
  );
}

const LINE: SxProps<Theme> = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 16px',
  px: 1.25,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  fontSize: '0.8125rem',
  '& dl': { display: 'flex', flexWrap: 'wrap', gap: '2px 16px', m: 0 },
  '& dl > div': { display: 'flex', gap: 0.75 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, fontWeight: 600 },
};
