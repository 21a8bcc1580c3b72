import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import type { SortPayload } from 'react-admin';
import {
  DataTable,
  ListBase,
  Pagination,
  useCanAccess,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import type { FieldFact } from '../../application/app-resource';
import { useDefinition } from '../../application/application';
import { isOnlyStale, StaleNote } from '../record-error';
import { FeatureParts, PageHeader } from '../page-header';
import { useLabels } from '../use-labels';
import { BulkActions } from './bulk-actions';
import type { RecordPage } from './columns';
import { LinkedColumnContext, linkedSource, recordPageOf } from './columns';
import { FilterChips } from './filter-chips';
import { ListEmpty, ListError } from './list-empty';
import { ListToolbar } from './list-toolbar';
import { SelectColumn } from './select-column';
import { useColumns } from './use-columns';

export interface ListPageProps {
  /** The fields to filter by, to export and to edit in bulk; those of the model by default. */
  fields?: readonly FieldFact[];
  sort?: SortPayload;
  /** Columns that are hidden until somebody asks for them. */
  hidden?: string[];
  /** Whether the list has a search box (a `q` parameter). */
  searchable?: boolean;
  /** The page that a row leads to. */
  rowPage?: RecordPage;
  /** More buttons in the page's header. */
  actions?: ReactNode;
  children: ReactNode;
}

/** All records of a resource: search, filters, columns, bulk actions, export, paging. */
export function ListPage({ sort = NEWEST_FIRST, ...props }: ListPageProps) {
  return (
    <ListBase sort={sort} perPage={25} exporter={false} queryOptions={QUERY_OPTIONS}>
      <ListView {...props} />
    </ListBase>
  );
}

const NEWEST_FIRST: SortPayload = { field: 'id', order: 'DESC' };
/** The list shows its errors itself. */
const QUERY_OPTIONS = { retry: false, onError: () => undefined };

function ListView({
  fields: own,
  hidden = [],
  searchable = true,
  rowPage = 'show',
  actions,
  children,
}: ListPageProps) {
  const resource = useResourceContext() ?? '';
  const known = useDefinition(resource)?.fields ?? [];
  const fields = own ?? known;
  const labels = useLabels();
  const { error, data, selectedIds } = useListContext();
  const stale = isOnlyStale(error, data);
  return (
    <>
      <PageHeader title={labels.many(resource)} aside={<Total />}>
        {actions}
        <FeatureParts of="ListAction" />
        <CreateButton />
      </PageHeader>
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        {selectedIds.length > 0 ? (
          <BulkActions fields={fields} />
        ) : (
          <ListToolbar fields={fields} searchable={searchable} hidden={hidden}>
            {children}
          </ListToolbar>
        )}
        <FilterChips fields={fields} />
        {stale && <StaleNote error={error} />}
        {error && !stale ? (
          <ListError error={error} />
        ) : (
          <>
            <Table hidden={hidden} rowPage={rowPage}>
              {children}
            </Table>
            <ListFooter />
          </>
        )}
      </Paper>
    </>
  );
}

interface TableProps {
  hidden: string[];
  rowPage: RecordPage;
  children: ReactNode;
}

function Table({ hidden, rowPage, children }: TableProps) {
  const resource = useResourceContext() ?? '';
  const { canAccess: canEdit } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: canDelete } = useCanAccess({ resource, action: 'delete' });
  const bulk = canEdit || canDelete;
  const { selectedIds } = useListContext();
  const { columns } = useColumns(resource, children, hidden);
  const page = recordPageOf(resource, rowPage);
  const source = linkedSource(columns.filter(({ shown }) => shown));
  return (
    <LinkedColumnContext value={page && source !== undefined ? { source, page } : null}>
      <DataTable
        rowClick={page}
        rowSx={({ id }) => (selectedIds.includes(id) ? SELECTED : {})}
        hiddenColumns={hidden}
        bulkActionButtons={false}
        empty={<ListEmpty />}
        sx={TABLE_STYLE}
      >
        <SelectColumn enabled={bulk ?? false} />
        {children}
      </DataTable>
    </LinkedColumnContext>
  );
}

const SELECTED = { bgcolor: 'action.selected' };

const TABLE_STYLE = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .RaDataTable-clickableRow': { cursor: 'pointer' },
  '& .RaDataTable-rowCell': { py: 0.9 },
  '& .RaDataTable-headerCell': {
    bgcolor: 'background.default',
    borderTop: 1,
    borderTopColor: 'divider',
  },
  '& td:first-of-type, & th:first-of-type': { pl: 2 },
  '& .MuiTableCell-paddingCheckbox': { pl: 1, width: 40 },
};

function Total() {
  const translate = useTranslate();
  const { total } = useListContext();
  if (total === undefined) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }} role="status">
      {translate('list.count', { smart_count: total })}
    </Box>
  );
}

function CreateButton() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const { canAccess } = useCanAccess({ resource, action: 'create' });
  if (!canAccess) return null;
  return (
    <Button
      component={Link}
      to={`/${resource}/create`}
      variant="contained"
      color="primary"
      startIcon={<AddIcon />}
    >
      {translate('list.create', { name: labels.one(resource).toLowerCase() })}
    </Button>
  );
}

/** Paging below a table. */
function ListFooter() {
  return <Pagination rowsPerPageOptions={[10, 25, 50, 100]} />;
}
