import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, Paper, Typography } from '@mui/material';
import { Children, isValidElement, useMemo, type ReactNode } from 'react';
import {
  DataTable,
  ListContextProvider,
  ResourceContextProvider,
  useList,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { CELL } from '../theme/react-admin';
import { awaitedLines, sumOf, type FormLine } from './lines';
import { sessionMayDo, useCanWrite, useFieldRules } from '../api/session';
import { recordPath, useDefinition, useIsClosed, type Row } from '../application';
import { Cards, fitCards, useIsPhone } from '../components/list/cards';
import { useFixedColumns } from '../components/list/column-chooser';
import {
  TableContext,
  columnOf,
  recordPageOf,
  tableColumns,
  type ColumnProps,
} from '../components/list/columns';
import { Nothing, type ValueProps } from '../components/fields';
import {
  CardTotals,
  TotalsContext,
  TotalsRow,
  totalColumns,
  type TotalColumn,
  type TotalValues,
} from '../components/list/totals';
import { withinSentence } from '../components/formats';
import { productText, totalText, totalsByColumn } from './line-totals';
import { TableLoading } from '../components/loading';
import { isEmptyValue } from '../components/show/show-page';
import { useErrorText, useLabels } from '../components/texts';

export interface RecordLinesProps {
  /** The relation of the lines: `lines`. */
  source: string;
  /** The resource of a line. */
  reference: string;
  label?: string;
  /** Products of fields, each a column with its sum beside that of the last field: `quantity * price`. */
  totals?: readonly string[];
  /** Columns, as in a list; `totalBy="sum"` has the sum of the lines below it. */
  children: ReactNode;
}

/** The lines of a record, which are read with it, in their order; absent where the user may not see them. */
export function RecordLines({ source, reference, label, totals, children }: RecordLinesProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const isClosed = useIsClosed(resource, record);
  const canEdit = useCanWrite(resource, 'edit') && mayWrite(reference) && !isClosed;
  const lines = record?.[source] as readonly Row[] | undefined;
  const { error } = useShowContext();
  const errorText = useErrorText();
  if (record === undefined) return null;
  if (lines === undefined && !awaitedLines(resource, record).includes(source)) return null;
  const name = label ?? labels.field(resource, source);
  return (
    <Paper component="section" variant="outlined" aria-label={name} sx={SECTION}>
      <Box sx={HEAD}>
        <Typography variant="h2">{name}</Typography>
        {canEdit && (
          <Button
            component={Link}
            to={recordPath(resource, record.id)}
            variant="outlined"
            startIcon={<EditIcon />}
          >
            {translate('lines.edit', { name: withinSentence(name) })}
          </Button>
        )}
      </Box>
      <ResourceContextProvider value={reference}>
        {lines ? (
          <LinesTable lines={lines} products={totals} storeKey={`${resource}.${source}`}>
            {children}
          </LinesTable>
        ) : error ? (
          <Typography role="alert" sx={{ p: 3, color: 'error.main' }}>
            {errorText(error as Error)}
          </Typography>
        ) : (
          <TableLoading columns={4} />
        )}
      </ResourceContextProvider>
    </Paper>
  );
}

const mayWrite = (resource: string): boolean =>
  ['create', 'edit', 'delete'].some((action) => sessionMayDo(action, resource));

/** Beside the facts of a record there is less room than in a list: texts give way before numbers are cut. */
const SECTION = {
  overflow: 'clip',
  [`& td.${CELL.any}.${CELL.any}, & th.${CELL.any}.${CELL.any}, & tfoot td`]: { px: 1 },
  [`& td.${CELL.any}`]: { maxWidth: 200 },
  [`& td.${CELL.wide}.${CELL.wide}`]: { width: '100%', maxWidth: 0, minWidth: 110 },
  [`& tr > .${CELL.any}.${CELL.any}:first-of-type`]: { pl: 2 },
};

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  px: 2,
  py: 1.25,
};

interface LinesTableProps {
  lines: readonly Row[];
  /** Products of fields that are summed. */
  products: readonly string[] | undefined;
  /** The table's own key in the store, apart from the list of the same records. */
  storeKey: string;
  children: ReactNode;
}

function LinesTable({ lines, products, storeKey, children: own }: LinesTableProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const multiplied = useReadProducts(products);
  const filled = useFilled(own, lines);
  const children = withProducts(filled, multiplied, translate('lines.amount'));
  const page = recordPageOf(resource);
  const columns = useFixedColumns(children);
  const isPhone = useIsPhone() && fitCards(children);
  const data = useMemo(() => [...lines], [lines]);
  const list = useList<Row>({ data, resource, perPage: ALL });
  const totals = useLineTotals(lines, multiplied, totalColumns(children, columns));
  const empty = (
    <Typography sx={{ px: 3, py: 5, textAlign: 'center', color: 'text.secondary' }}>
      {translate('show.none', { name: labels.manyWithin(resource) })}
    </Typography>
  );
  return (
    <ListContextProvider value={list}>
      <TableContext value={tableColumns(columns, page)}>
        <TotalsContext value={totals}>
          {isPhone ? (
            <>
              <Cards shown={columns.map(({ source }) => source)} page={page} empty={empty}>
                {children}
              </Cards>
              <CardTotals>{children}</CardTotals>
            </>
          ) : (
            <DataTable
              rowClick={page}
              storeKey={storeKey}
              bulkActionButtons={false}
              empty={empty}
              foot={TotalsRow}
            >
              {children}
            </DataTable>
          )}
        </TotalsContext>
      </TableContext>
    </ListContextProvider>
  );
}

/** Products by the last of their fields, all of which the user may read. */
function useReadProducts(products: readonly string[] = []): ReadonlyMap<string, string> {
  const resource = useResourceContext() ?? '';
  const rules = useFieldRules()?.[resource];
  return totalsByColumn(products, (field) => rules?.[field]?.read !== false);
}

/** The columns in which any line has a value: dashes alone would take their width from texts. */
const useFilled = (columns: ReactNode, lines: readonly Row[]): ReactNode =>
  useMemo(() => {
    const all = Children.toArray(columns);
    const isFilled = (column: ReactNode) =>
      !isValidElement<ColumnProps>(column) ||
      lines.some((line) => !isMissing(line, column.props.source));
    const filled = all.filter(isFilled);
    return filled.length > 0 ? filled : all;
  }, [columns, lines]);

/** Whether a line has a field without a value; a column of something else shows what it likes. */
const isMissing = (line: Row, source: string): boolean =>
  source in line && isEmptyValue(line[source]);

/** Columns with those of products, each beside the column of its last field. */
const withProducts = (
  columns: ReactNode,
  products: ReadonlyMap<string, string>,
  label: string,
): ReactNode =>
  Children.toArray(columns).flatMap((column) => {
    const source = isValidElement<ColumnProps>(column) ? column.props.source : '';
    const product = products.get(source);
    return product === undefined
      ? column
      : [column, <ProductColumn key={product} source={product} label={label} sortable={false} />];
  });

/** A product of fields of the line; in the row of totals its sum, which is a text already. */
function ProductValue({ source }: ValueProps) {
  const facts = useDefinition(useResourceContext())?.fields ?? [];
  const line = useRecordContext<FormLine & Row>();
  const text = line?.[source] ?? (line && productText(line, source, facts));
  return text == null ? <Nothing /> : <span>{text as string}</span>;
}

const ProductColumn = columnOf(ProductValue, { align: 'right', plain: true });

/** The sums by column: of amounts where there are several lines, and of products; null without any. */
function useLineTotals(
  lines: readonly Row[],
  products: ReadonlyMap<string, string>,
  columns: readonly TotalColumn[],
): TotalValues | null {
  const facts = useDefinition(useResourceContext())?.fields ?? [];
  const summed = lines.length > 1 ? columns.filter(({ totalBy }) => totalBy === 'sum') : [];
  const multiplied = lines.length > 0 ? [...products.values()] : [];
  const values = [
    ...summed.map(({ source, digits }) => [source, sumOf(lines, source, digits)] as const),
    ...multiplied.map((product) => [product, totalText(lines, product, facts)] as const),
  ];
  return values.length > 0 ? Object.fromEntries(values) : null;
}

/** More than a record can have. */
const ALL = 10_000;
