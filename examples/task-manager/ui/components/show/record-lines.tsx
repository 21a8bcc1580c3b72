import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
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
import { awaitedLines, factorsOf, sumOf } from '../../api/lines';
import { sessionMayDo, useCanWrite, useFieldRules } from '../../api/session';
import { useDefinition, type Row } from '../../application';
import { Cards, fitCards, useIsPhone } from '../list/cards';
import { useFixedColumns } from '../list/column-chooser';
import { TableContext, recordPageOf, tableColumns } from '../list/columns';
import {
  CardTotals,
  TotalsContext,
  TotalsRow,
  totalColumns,
  type TotalColumn,
  type TotalValues,
} from '../list/totals';
import { withinSentence } from '../formats';
import { totalText, totalsByColumn } from '../line-totals';
import { TableLoading } from '../loading';
import { useErrorText, useLabels } from '../texts';

export interface RecordLinesProps {
  /** The relation of the lines: `lines`. */
  source: string;
  /** The resource of a line. */
  reference: string;
  label?: string;
  /** Products of fields, whose sums stand below the column of the last one: `quantity * price`. */
  totals?: readonly string[];
  /** Columns, as in a list; `totalBy="sum"` has the sum of the lines below it. */
  children: ReactNode;
}

/** The lines of a record, which are read with it, in their order; absent where the user may not see them. */
export function RecordLines({ source, reference, label, totals, children }: RecordLinesProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const canEdit = useCanWrite(resource, 'edit') && mayWrite(reference);
  const record = useRecordContext<Row>();
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
            to={`/${resource}/${record.id}`}
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

const SECTION = { mt: 2.5, overflow: 'clip' };

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

function LinesTable({ lines, products, storeKey, children }: LinesTableProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const page = recordPageOf(resource);
  const columns = useFixedColumns(children);
  const isPhone = useIsPhone() && fitCards(children);
  const data = useMemo(() => [...lines], [lines]);
  const list = useList<Row>({ data, resource, perPage: ALL });
  const totals = useLineTotals(lines, products, totalColumns(children, columns));
  const empty = (
    <Typography sx={{ px: 3, py: 5, textAlign: 'center', color: 'text.secondary' }}>
      {translate('show.none')}
    </Typography>
  );
  return (
    <ListContextProvider value={list}>
      <TableContext value={tableColumns(columns, page)}>
        <TotalsContext value={totals.values}>
          {isPhone ? (
            <>
              <Cards shown={columns.map(({ source }) => source)} page={page} empty={empty}>
                {children}
              </Cards>
              <CardTotals labels={totals.labels}>{children}</CardTotals>
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

interface LineTotals {
  /** By the fields of the columns below which they stand; null where there are none. */
  values: TotalValues | null;
  /** Their names where they stand below no column, but for those that are named like it. */
  labels: Readonly<Record<string, string>>;
}

/** The sums of columns, where there are several lines, and of products of fields, which no line shows. */
function useLineTotals(
  lines: readonly Row[],
  products: readonly string[] = [],
  columns: readonly TotalColumn[],
): LineTotals {
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const facts = useDefinition(resource)?.fields ?? [];
  const rules = useFieldRules()?.[resource];
  const isRead = (field: string) => rules?.[field]?.read !== false;
  const summed = lines.length > 1 ? columns.filter(({ totalBy }) => totalBy === 'sum') : [];
  const multiplied = lines.length > 0 ? [...totalsByColumn(products, isRead)] : [];
  const values = [
    ...summed.map(({ source, digits }) => [source, sumOf(lines, source, digits)] as const),
    // As text: a unit that its column has may not be that of the product.
    ...multiplied.map(([source, total]) => [source, totalText(lines, total, facts)] as const),
  ];
  const nameOf = (total: string) =>
    factorsOf(total)
      .map((field) => labels.field(resource, field))
      .join(' × ');
  return {
    values: values.length > 0 ? Object.fromEntries(values) : null,
    labels: Object.fromEntries(multiplied.map(([source, total]) => [source, nameOf(total)])),
  };
}

/** More than a record can have. */
const ALL = 10_000;
