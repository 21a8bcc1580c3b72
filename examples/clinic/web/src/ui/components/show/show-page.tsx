import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import {
  ShowBase,
  useCanAccess,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../../api/data-provider';
import { sendable } from '../../api/data-provider';
import { CompactButton } from '../compact-button';
import { DeleteButton } from '../delete-button';
import { LoadingPage } from '../loading-page';
import { isOnlyStale, RecordError, StaleNote } from '../record-error';
import { FeatureParts, PageHeader } from '../page-header';
import { useLabels } from '../use-labels';

export interface ShowPageProps {
  /** Lists of related records, each a `RelatedTab`, in a `RelatedTabs`. */
  related?: ReactNode;
  /** More buttons in the page's header. */
  actions?: ReactNode;
  children: ReactNode;
}

const QUERY_OPTIONS = { onError: () => undefined, retry: false };

/** One record: its fields, what can be done with it, and what is related to it. */
export function ShowPage(props: ShowPageProps) {
  return (
    <ShowBase queryOptions={QUERY_OPTIONS}>
      <ShowView {...props} />
    </ShowBase>
  );
}

function ShowView({ related, actions, children }: ShowPageProps) {
  const { error, isPending, record } = useShowContext();
  const stale = isOnlyStale(error, record);
  if (error && !stale) return <RecordError error={error as Error} />;
  if (isPending) return <LoadingPage />;
  return (
    <>
      <ShowHeader actions={actions} />
      {stale && <StaleNote error={error} />}
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <Box component="dl" sx={GRID}>
          {children}
        </Box>
      </Paper>
      {related}
    </>
  );
}

const GRID = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(4, 1fr)' },
  columnGap: 3,
  rowGap: 2.25,
  // A title above a long text is as wide as the text.
  '& > .wide, & > :first-of-type:has(+ .wide)': { gridColumn: '1 / -1' },
};

function ShowHeader({ actions }: { actions: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const record = useRecordContext<Row>();
  if (record === undefined) return null;
  return (
    <PageHeader
      title={record._label}
      crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
    >
      {actions}
      <FeatureParts of="ShowAction" />
      <DeleteButton />
      <CloneButton record={record} />
      <EditButton record={record} />
    </PageHeader>
  );
}

function CloneButton({ record }: { record: Row }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const { canAccess: canClone } = useCanAccess({ resource, action: 'clone' });
  const { canAccess: canCreate } = useCanAccess({ resource, action: 'create' });
  if (!canClone || !canCreate) return null;
  return (
    <CompactButton
      icon={CopyIcon}
      label={translate('form.clone')}
      to={`/${resource}/create`}
      state={{ record: sendable(record) }}
      variant="outlined"
    />
  );
}

function EditButton({ record }: { record: Row }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource, action: 'edit' });
  if (!canAccess) return null;
  return (
    <Button
      component={Link}
      to={`/${resource}/${record.id}`}
      variant="contained"
      color="primary"
      startIcon={<EditIcon />}
    >
      {translate('form.edit')}
    </Button>
  );
}
