import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Paper, Tab, Tabs, Typography } from '@mui/material';
import { Children, Suspense, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  DataTable,
  Pagination,
  ReferenceManyFieldBase,
  ResourceContextProvider,
  useGetManyReference,
  useListContext,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type Identifier,
  type SortPayload,
} from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { sessionMayDo, useCanWrite } from '../../api/session';
import { tenantOfOther } from '../../api/tenants';
import { recordPath, useAppResource, useDefinition, usualSort, type Row } from '../../application';
import { Cards, fitCards, useIsPhone } from '../list/cards';
import { TableContext, recordPageOf, tableColumns, useShownRelations } from '../list/columns';
import { useIsRestricted } from '../list/list-empty';
import { sourcesOf, useFixedColumns } from '../list/column-chooser';
import { isOnlyStale } from '../messages';
import { TableLoading } from '../loading';
import { useRowTrail } from '../row-trail';
import { useErrorText, useLabels } from '../texts';

export interface RelatedTabProps {
  /** The name of the relation, which is the tab's label and its part of the URL. */
  relation: string;
  /** The resource of the related records. */
  reference: string;
  /** Their field that refers to this record. */
  target: string;
  /** The field of this record that it holds; the id by default. */
  source?: string;
  /** Whether the field holds several references. */
  many?: boolean;
  /** Their order until somebody chooses another; the newest first by default. */
  sort?: SortPayload;
  /** Columns, as in a list. */
  children: ReactNode;
}

/** Tabs of related records; those that the user may not list are absent. */
export function RelatedTabs({ children }: { children: ReactNode }) {
  const tabs = useVisibleTabs(children);
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const [query, setQuery] = useSearchParams();
  const current = tabs.find(({ props }) => props.relation === query.get('tab')) ?? tabs[0];
  if (current === undefined) return null;
  const choose = (relation: string) =>
    setQuery({ tab: relation }, { replace: true, preventScrollReset: true });
  return (
    <Paper variant="outlined" className="on-screen" sx={{ overflow: 'clip' }}>
      <Tabs
        value={current.props.relation}
        onChange={(_, relation: string) => choose(relation)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={translate('show.related')}
        sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
      >
        {tabs.map(({ props }) => (
          <Tab
            key={props.relation}
            value={props.relation}
            label={<TabLabel {...props} text={labels.field(resource, props.relation)} />}
            id={`tab-${props.relation}`}
            aria-controls={`panel-${props.relation}`}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`panel-${current.props.relation}`}
        aria-labelledby={`tab-${current.props.relation}`}
      >
        <Suspense fallback={<TableLoading columns={4} />}>{current}</Suspense>
      </Box>
    </Paper>
  );
}

function useVisibleTabs(children: ReactNode): ReactElement<RelatedTabProps>[] {
  const record = useRecordContext<Row>();
  const all = Children.toArray(children).filter((child) => isValidElement<RelatedTabProps>(child));
  // Nothing refers to a record by a value that it has not.
  return all.filter(
    ({ props: { reference, source = 'id' } }) =>
      sessionMayDo('list', reference) && record?.[source] !== null,
  );
}

function TabLabel({ text, reference, target, source = 'id' }: RelatedTabProps & { text: string }) {
  const record = useRecordContext<Row>();
  const sort = usualSort(useAppResource(reference));
  const { total } = useGetManyReference(
    reference,
    {
      target,
      id: record?.[source] as Identifier,
      pagination: { page: 1, perPage: 0 },
      sort,
      filter: {},
    },
    { enabled: record !== undefined },
  );
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      {text}
      {total !== undefined && (
        <Box component="span" sx={COUNT}>
          {total}
        </Box>
      )}
    </Box>
  );
}

const COUNT = {
  px: 0.75,
  borderRadius: 1,
  fontSize: '0.6875rem',
  lineHeight: 1.6,
  bgcolor: 'action.hover',
  color: 'text.secondary',
};

/** The records that refer to this one through `target`, with a button that adds another. */
export function RelatedTab({ children, sort: own, ...relation }: RelatedTabProps) {
  const { relation: name, reference, target, source = 'id' } = relation;
  const usual = usualSort(useAppResource(reference));
  const sort = own ?? usual;
  const parent = useResourceContext() ?? '';
  const columns = sourcesOf(children);
  const filter = useShownRelations((column) => columns.includes(column), reference);
  return (
    <ReferenceManyFieldBase
      reference={reference}
      target={target}
      source={source}
      filter={filter}
      sort={sort}
      perPage={10}
    >
      <ResourceContextProvider value={reference}>
        <RelatedBar {...relation} parent={parent} />
        <RelatedRows
          add={<AddRelated {...relation} parent={parent} />}
          storeKey={`${parent}.${name}`}
        >
          {children}
        </RelatedRows>
      </ResourceContextProvider>
    </ReferenceManyFieldBase>
  );
}

interface RelatedRowsProps {
  /** The button that adds a record, which a tab without any has in its middle. */
  add: ReactNode;
  /** The table's own key in the store, apart from the list of the same records. */
  storeKey: string;
  children: ReactNode;
}

function RelatedRows({ add, storeKey, children }: RelatedRowsProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const resource = useResourceContext() ?? '';
  const page = recordPageOf(resource);
  const columns = useFixedColumns(children);
  const isPhone = useIsPhone() && fitCards(children);
  const { total, perPage, error, data, isPending } = useListContext();
  useRowTrail(resource, data);
  const rows = useDefinition(resource)?.rows ?? [];
  // What belongs to a record that the user sees is of its tenant: only a rule of another kind hides some of it.
  const hidesSome = useIsRestricted() && rows.some((rule) => rule !== 'tenant');
  if (error && !isOnlyStale(error, data)) {
    return (
      <Typography role="alert" sx={{ p: 3, color: 'error.main' }}>
        {errorText(error as Error)}
      </Typography>
    );
  }
  const empty = (
    <Box sx={{ px: 3, py: 5, textAlign: 'center' }}>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        {translate(hidesSome ? 'show.none_seen' : 'show.none', {
          name: labels.manyWithin(resource),
        })}
      </Typography>
      {add}
    </Box>
  );
  if (isPhone && isPending) return <TableLoading columns={2} />;
  return (
    <TableContext value={tableColumns(columns, page)}>
      {isPhone ? (
        <Cards shown={columns.map(({ source }) => source)} page={page} empty={empty}>
          {children}
        </Cards>
      ) : (
        <DataTable rowClick={page} storeKey={storeKey} bulkActionButtons={false} empty={empty}>
          {children}
        </DataTable>
      )}
      {(total ?? 0) > perPage && <Pagination rowsPerPageOptions={[10, 25, 50]} />}
    </TableContext>
  );
}

interface RelatedLinkProps extends Omit<RelatedTabProps, 'children' | 'sort'> {
  parent: string;
}

/** What is above the rows of a tab that has any. */
function RelatedBar(relation: RelatedLinkProps) {
  const { reference, target, source = 'id' } = relation;
  const translate = useTranslate();
  const key = useRecordContext<Row>()?.[source];
  const { total } = useListContext();
  const filter = encodeURIComponent(JSON.stringify({ [target]: [key] }));
  if (total === 0) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', p: 1 }}>
      <Button component={Link} to={`/${reference}?filter=${filter}`}>
        {translate('show.all')}
      </Button>
      <AddRelated {...relation} />
    </Box>
  );
}

/** Leads to the form for a record that refers to this one, and back; absent where the user may not create any. */
function AddRelated({
  parent,
  relation,
  reference,
  target,
  source = 'id',
  many = false,
}: RelatedLinkProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const record = useRecordContext<Row>();
  const key = record?.[source];
  const own = tenantOfOther(reference, parent, record ?? {});
  const filled = encodeURIComponent(JSON.stringify({ ...own, [target]: many ? [key] : key }));
  const back = encodeURIComponent(`${recordPath(parent, record?.id ?? '')}/show?tab=${relation}`);
  if (!useCanWrite(reference, 'create')) return null;
  return (
    <Button
      component={Link}
      to={`/${reference}/create?source=${filled}&back=${back}`}
      variant="outlined"
      startIcon={<AddIcon />}
    >
      {translate('show.add', { name: labels.oneWithin(reference) })}
    </Button>
  );
}
