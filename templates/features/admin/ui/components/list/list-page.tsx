import { Box, Paper, type SxProps, type Theme } from '@mui/material';
import { Suspense, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import {
  DataTable,
  ListBase,
  Pagination,
  useListContext,
  useResourceContext,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import { Navigate } from 'react-router';
import { isRefused, useCanWrite } from '../../api/session';
import {
  useAppResource,
  useApplication,
  useDefinition,
  useFeaturePart,
  usualSort,
  type CellParts,
  type FieldFact,
  type ListFrameProps,
  type ListLayout,
} from '../../application';
import { useFirstData } from '../../first-paint';
import { MEASURES, VISUALLY_HIDDEN } from '../../theme/theme';
import { formatNumber } from '../formats';
import { PageLoading, TableLoading } from '../loading';
import { StaleNote, isOnlyStale } from '../messages';
import { FeatureParts, PageHeader } from '../page-header';
import { useRowTrail } from '../row-trail';
import { useLabels } from '../texts';
import { BulkActions, SelectColumn } from './bulk-actions';
import { Cards, fitCards, useIsPhone } from './cards';
import { useColumns } from './column-chooser';
import { useColumnWidths } from './column-widths';
import {
  TableContext,
  recordPageOf,
  tableColumns,
  useShownRelations,
  type RecordPage,
} from './columns';
import { FilterChips } from './filter-chips';
import { CreateRecordButton, ListEmpty, ListError } from './list-empty';
import { ListBar } from './list-toolbar';
import { RowPartsColumn, useRowParts } from './row-parts';
import { useSelection } from './selection';
import { sideOf } from './sides';
import { useTableKey } from './table-store';
import { CardTotals, TotalsContext, TotalsRow, totalColumns, useTotals } from './totals';

export interface ListPageProps {
  /** The fields to filter by, to export and to edit in bulk; those of the model by default. */
  fields?: readonly FieldFact[];
  sort?: SortPayload;
  /** The datetime at which a record takes place: the list opens at today's, and buttons lead to the past ones. */
  upcoming?: string;
  /** Columns that are hidden by default. */
  hidden?: string[];
  /** Whether the list has a search box (a `q` parameter). */
  searchable?: boolean;
  /** The page that a row links to. */
  rowPage?: RecordPage;
  /** More buttons in the page header. */
  actions?: ReactNode;
  children: ReactNode;
}

/** All records of a resource: search, filters, columns, bulk actions, export, pagination. */
export function ListPage({ sort, ...props }: ListPageProps) {
  const ahead = props.upcoming === undefined ? undefined : sideOf(props.upcoming, 'ahead');
  const resource = useResourceContext() ?? '';
  const model = useAppResource(resource);
  const order = sort ?? ahead?.sort ?? usualSort(model);
  const filter = useShownRelations((source) => !props.hidden?.includes(source));
  // The features are the same in every render, and so is the hook.
  const { useLayout = useTable } = useFeaturePart('layouts') ?? {};
  const layout = useLayout();
  if (isRefused('list', resource)) return <Navigate to="/access-denied" />;
  return (
    <ListBase
      // The session is known, and each check by react-admin itself would delay the request.
      disableAuthentication
      sort={order}
      {...(ahead && { filterDefaultValues: ahead.filter })}
      perPage={25}
      exporter={false}
      filter={filter}
      queryOptions={layout ? UNASKED : QUERY_OPTIONS}
    >
      <ListView {...props} sort={order} layout={layout} />
    </ListBase>
  );
}

const useTable = (): undefined => undefined;

/** The list shows its own errors. */
const QUERY_OPTIONS = { retry: false, onError: () => undefined };
/** A layout asks for the records that it shows. */
const UNASKED = { enabled: false };

interface ListViewProps extends ListPageProps {
  sort: SortPayload;
  layout: ListLayout | undefined;
}

function ListView({ sort, layout, ...props }: ListViewProps) {
  const resource = useResourceContext() ?? '';
  const definition = useDefinition(resource);
  const known = definition?.fields ?? [];
  const { fields = known, hidden = [], searchable = true, rowPage = 'show', children } = props;
  const { data, isPending } = useListContext();
  useRowTrail(resource, data);
  const leadsToSides = useFeaturePart('leadsToSides');
  if (!useFirstData(isPending && layout === undefined)) return null;
  const { upcoming: start = '' } = props;
  const isLedTo = layout?.date === start || leadsToSides?.(definition, start) === true;
  const upcoming = isLedTo ? undefined : props.upcoming;
  const bar = <ListBar {...{ fields, searchable, hidden, upcoming, layout }}>{children}</ListBar>;
  return (
    <>
      <ListHeader actions={props.actions} layout={layout} />
      <ListFrames {...{ sort, fields, hidden }} columns={children}>
        {layout ? (
          <>
            <Box sx={{ mb: 1.5, '& > div': { p: 0 } }}>{bar}</Box>
            <Suspense fallback={<PageLoading />}>
              <layout.page />
            </Suspense>
          </>
        ) : (
          <TableView {...{ fields, hidden, rowPage, bar }}>{children}</TableView>
        )}
      </ListFrames>
    </>
  );
}

function ListHeader({ actions, layout }: Pick<ListViewProps, 'actions' | 'layout'>) {
  const labels = useLabels();
  const layouts = useFeaturePart('layouts');
  return (
    <PageHeader title={labels.many(useResourceContext() ?? '')} aside={layout ? null : <Total />}>
      {layouts && <layouts.Switch layout={layout} />}
      {actions}
      <FeatureParts of="ListAction" />
      <CreateRecordButton isCompact />
    </PageHeader>
  );
}

interface TableViewProps extends TableProps {
  fields: readonly FieldFact[];
  bar: ReactNode;
}

function TableView({ fields, bar, ...table }: TableViewProps) {
  const { error, data, selectedIds } = useListContext();
  const stale = isOnlyStale(error, data);
  return (
    <Paper variant="outlined" sx={{ overflow: 'clip' }}>
      {selectedIds.length > 0 ? (
        <>
          <BulkActions fields={fields} />
          <Box sx={CHIPS}>
            <FilterChips fields={fields} />
          </Box>
        </>
      ) : (
        bar
      )}
      {stale && <StaleNote error={error} />}
      {error && !stale ? (
        <ListError error={error} />
      ) : (
        <>
          <Table {...table} />
          <ListFooter />
        </>
      )}
    </Paper>
  );
}

/** A list within what features put around it. */
function ListFrames({ children, ...props }: ListFrameProps) {
  const { features } = useApplication();
  return features.reduceRight<ReactNode>(
    (inner, { ListFrame }) => (ListFrame ? <ListFrame {...props}>{inner}</ListFrame> : inner),
    children,
  );
}

/** Below the actions on what is selected, the line of filters has its chips alone. */
const CHIPS: SxProps<Theme> = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  alignItems: 'center',
  '&:not(:empty)': { px: 1.25, pt: 0.75, pb: 1.25 },
};

interface TableProps {
  hidden: string[];
  rowPage: RecordPage;
  children: ReactNode;
}

function Table({ hidden, rowPage, children }: TableProps) {
  const resource = useResourceContext() ?? '';
  const canEdit = useCanWrite(resource, 'edit');
  const canDelete = useCanWrite(resource, 'delete');
  const bulk = canEdit || canDelete;
  const { target } = useSelection();
  const { isPending } = useListContext();
  const { columns } = useColumns(resource, children, hidden);
  const storeKey = useTableKey(resource);
  const page = recordPageOf(resource, rowPage);
  const shown = columns.filter((column) => column.shown);
  const isPhone = useIsPhone();
  const totals = useTotals(totalColumns(children, shown));
  const { Grid, Cell } = useFeaturePart('cells') ?? PLAIN;
  const rowParts = useRowParts();
  if (isPending) return <TableLoading columns={isPhone ? 2 : shown.length} />;
  if (isPhone && fitCards(children))
    return (
      <TotalsContext value={totals}>
        <Cards
          shown={shown.map(({ source }) => source)}
          page={page}
          selectable={bulk}
          empty={<ListEmpty />}
        >
          {children}
        </Cards>
        <CardTotals>{children}</CardTotals>
      </TotalsContext>
    );
  return (
    <TableContext value={{ ...tableColumns(shown, page), Cell }}>
      <StickyHead top={MEASURES.header + (target.total > 0 ? MEASURES.bar : 0)}>
        <TotalsContext value={totals}>
          <Grid sources={shown.map(({ source }) => source)}>
            <DataTable
              storeKey={storeKey}
              rowClick={page}
              hiddenColumns={hidden}
              bulkActionButtons={false}
              empty={<ListEmpty />}
              foot={TotalsRow}
            >
              <SelectColumn enabled={bulk} />
              {children}
              {rowParts.length > 0 && <RowPartsColumn parts={rowParts} />}
            </DataTable>
          </Grid>
        </TotalsContext>
      </StickyHead>
    </TableContext>
  );
}

/** A table without a feature's part in it. */
const PLAIN: { Grid: CellParts['Grid']; Cell?: undefined } = { Grid: ({ children }) => children };

function Total() {
  const translate = useTranslate();
  const { total } = useListContext();
  if (total === undefined) return null;
  return (
    <Box component="span" sx={TOTAL} role="status">
      {translate('list.count', { smart_count: total, count: formatNumber(total) })}
    </Box>
  );
}

/** A phone has no room for it beside the buttons, and tells it below the list. */
const TOTAL: SxProps<Theme> = (theme) => ({
  color: 'text.secondary',
  fontSize: '0.8125rem',
  [theme.breakpoints.down('sm')]: VISUALLY_HIDDEN,
});

const PAGES = [10, 25, 50, 100];

/** Pagination below a table; the head of the list counts what fits into the shortest page. */
function ListFooter() {
  const { total, page } = useListContext();
  if (total !== undefined && total <= PAGES[0]! && page === 1) return null;
  return <Pagination rowsPerPageOptions={PAGES} />;
}

export interface StickyHeadProps {
  /** Distance of the sticky header from the top of the window. */
  top: number;
  /** A table of react-admin's. */
  children: ReactNode;
}

/** Makes a table's header sticky: within the page, or within a scroll container where the table is wider than the page. */
export function StickyHead({ top, children }: StickyHeadProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { sx, ...resizing } = useColumnWidths(useResourceContext() ?? '');
  const [fits, setFits] = useState(true);
  const measure = useEffectEvent(() => {
    const table = frame.current?.querySelector('table');
    setFits(!table || table.offsetWidth <= (frame.current?.clientWidth ?? 0));
  });
  // Columns may change without a resize.
  useLayoutEffect(() => measure());
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => measure());
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <Box
      ref={frame}
      {...resizing}
      sx={{ ...(fits ? { ...HEAD(top), ...OPEN } : { ...HEAD(0), ...WINDOW }), ...sx }}
    >
      {children}
    </Box>
  );
}

const HEAD = (top: number): SxProps<Theme> & object => ({
  '&& .RaDataTable-headerCell': {
    position: { md: 'sticky' },
    // The line above a cell belongs to the table, and scrolls away: nothing must show through there.
    top: top - 1,
    zIndex: 2,
    borderRadius: 0,
    // A table's borders do not move with a sticky cell.
    boxShadow: ({ palette }: Theme) => `inset 0 -1px ${palette.divider}`,
  },
});

const WRAPPER = '&& .RaDataTable-tableWrapper';
const OPEN = { [WRAPPER]: { overflow: 'visible' } };
const WINDOW = { [WRAPPER]: { overflow: 'auto', maxHeight: { md: '75vh' } } };
