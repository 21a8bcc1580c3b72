import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../api/data-provider';
import { listQuery, request } from '../api/http';
import { sessionMayDo } from '../api/session';
import type { OpenedResource } from '../application/app-resource';
import { formatAgo, formatDatetime } from '../components/formats';
import { useLabels } from '../components/use-labels';

const SHOWN = 10;
const PER_MODEL = 5;

interface Change {
  resource: OpenedResource;
  row: Row;
  at: string;
}

/** The records that were written last, over all models. */
export function RecentChanges({ resources }: { resources: readonly OpenedResource[] }) {
  const translate = useTranslate();
  const changes = useChanges(resources);
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2, pb: 1 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('dashboard.recent')}
      </Typography>
      {changes.length === 0 && (
        <Typography sx={{ color: 'text.secondary', pb: 1 }}>
          {translate('dashboard.nothing')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {changes.map((change) => (
          <ChangeLine key={`${change.resource.name}:${change.row.id}`} change={change} />
        ))}
      </Box>
    </Paper>
  );
}

function useChanges(resources: readonly OpenedResource[]): Change[] {
  const dated = resources.filter(({ timestamps }) => timestamps);
  const answers = useQueries({
    queries: dated.map(({ name }) => ({
      queryKey: [name, 'recent'],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchRecent(name, signal),
      staleTime: 15_000,
    })),
  });
  return dated
    .flatMap((resource, index) =>
      (answers[index]?.data ?? []).map((row) => ({ resource, row, at: String(row['updated_at']) })),
    )
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, SHOWN);
}

async function fetchRecent(resource: string, signal: AbortSignal): Promise<Row[]> {
  const query = listQuery({
    pagination: { page: 1, perPage: PER_MODEL },
    sort: { field: 'updated_at', order: 'DESC' },
  });
  return (await request<Row[]>(`/${resource}?${query}`, { signal })).data;
}

function ChangeLine({ change: { resource, row, at } }: { change: Change }) {
  const translate = useTranslate();
  const labels = useLabels();
  const { icon: Icon, name } = resource;
  const [now] = useState(Date.now);
  const isNew = row['created_at'] === row['updated_at'];
  const page = sessionMayDo('show', name) ? `/${name}/${row.id}/show` : `/${name}`;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.25,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'center',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box
          component={Link}
          to={page}
          sx={{
            display: 'block',
            color: 'text.primary',
            fontWeight: 500,
            fontSize: '0.8438rem',
            textDecoration: 'none',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          {row._label}
        </Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {labels.one(name)} {translate(isNew ? 'dashboard.created' : 'dashboard.updated')}{' '}
          <time dateTime={at} title={formatDatetime(at)}>
            {formatAgo(at, now)}
          </time>
        </Box>
      </Box>
    </Box>
  );
}
