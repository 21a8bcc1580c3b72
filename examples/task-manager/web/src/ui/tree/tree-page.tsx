import TableRowsIcon from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { useDefinition } from '../application/application';
import { isOnlyStale, RecordError } from '../components/record-error';
import { PageHeader } from '../components/page-header';
import { useLabels } from '../components/use-labels';
import { NotFound } from '../layout/messages';
import { MillerColumns } from './miller-columns';
import { TreeDetail } from './tree-detail';
import type { Tree } from './tree-query';
import { useLineage } from './tree-query';

/** The records of a self-referencing model as columns: `/task/tree/9` stands at task 9. */
export function TreePage() {
  const resource = useResourceContext() ?? '';
  const parentField = useDefinition(resource)?.parent;
  if (parentField == null) return <NotFound />;
  return <Columns resource={resource} parentField={parentField} />;
}

function Columns({ resource, parentField }: Tree) {
  const { id } = useParams();
  const navigate = useNavigate();
  const tree = { resource, parentField };
  const selected = id === undefined ? null : Number(id);
  const { data, error } = useLineage(tree, selected);
  const lineage = data ?? [];
  const select = (next: number | null) =>
    void navigate(`/${resource}/tree${next === null ? '' : `/${next}`}`, {
      preventScrollReset: true,
      // Walking through a tree is one visit: Back leads out of it.
      replace: true,
    });
  return (
    <>
      <TreeHeader />
      {error && !isOnlyStale(error, data) ? (
        <RecordError error={error} />
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <MillerColumns tree={tree} lineage={lineage} onSelect={select} />
          <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
            <TreeDetail tree={tree} lineage={lineage} />
          </Box>
        </Paper>
      )}
    </>
  );
}

function TreeHeader() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <PageHeader
      title={translate('tree.title', { name: labels.many(resource) })}
      crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
      aside={
        <Box component="span" sx={KEYS}>
          {translate('tree.keys')}
        </Box>
      }
    >
      <Button component={Link} to={`/${resource}`} variant="outlined" startIcon={<TableRowsIcon />}>
        {translate('tree.table')}
      </Button>
    </PageHeader>
  );
}

/** Who has a narrow screen has no arrow keys. */
const KEYS = {
  display: { xs: 'none', sm: 'inline' },
  color: 'text.secondary',
  fontSize: '0.8125rem',
};
