import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { Suspense, lazy, useState } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import {
  useApplication,
  useAppResource,
  useDefinitions,
  type OpenedResource,
} from '../application';
import { formatAgo, formatDatetime, formatNumber } from '../components/formats';
import { MessagePanel } from '../components/messages';
import { PageHeader } from '../components/page-header';
import { useLabels } from '../components/texts';
import { useFirstData } from '../first-paint';
import { shownModels } from './models';
import { useOverview, useRecent, type Change, type Overview } from './use-overview';

const Charts = lazy(() => import('./charts').then((module) => ({ default: module.Charts })));

/** Counts, distributions and recent changes; only what the user may see. */
export function Dashboard() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const seen = shownModels(useApplication());
  const definitions = useDefinitions(seen);
  const visible = seen.map((resource, at) => ({ ...resource, ...definitions[at]! }));
  const overview = useOverview(visible);
  if (!useFirstData(visible.length > 0 && overview.totals === undefined)) return null;
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        aside={
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {identity?.fullName && translate('dashboard.welcome', { name: identity.fullName })}
          </Box>
        }
      />
      {visible.length === 0 ? (
        <Paper variant="outlined">
          <MessagePanel
            icon={InsightsIcon}
            title={translate('dashboard.nothing')}
            help={translate('dashboard.nothing_help')}
          />
        </Paper>
      ) : (
        <>
          <Box sx={CARDS}>
            <CountCards overview={overview} />
          </Box>
          <Box sx={COLUMNS}>
            <Suspense fallback={<Box sx={{ minHeight: 300 }} />}>
              <Charts overview={overview} />
            </Suspense>
            <RecentChanges overview={overview} />
          </Box>
        </>
      )}
    </>
  );
}

const CARDS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fit, minmax(190px, 1fr))' },
  mb: 2,
};

const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(300px, 1fr)' },
};

function CountCards({ overview: { resources, totals, weeks } }: { overview: Overview }) {
  return resources.map((resource) => (
    <CountCard
      key={resource.name}
      resource={resource}
      total={totals?.[resource.name]}
      fresh={weeks?.[resource.name]?.at(-1)}
    />
  ));
}

interface CountCardProps {
  resource: OpenedResource;
  total: number | undefined;
  fresh: number | undefined;
}

/** How many records a model has, and how many are new. */
function CountCard({ resource: { name, icon: Icon }, total, fresh }: CountCardProps) {
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <Paper variant="outlined" component={Link} to={`/${name}`} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Icon aria-hidden sx={{ fontSize: 18 }} />
        <Box component="span" sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {labels.many(name)}
        </Box>
      </Box>
      <Box
        sx={{ fontSize: '1.75rem', fontWeight: 650, letterSpacing: '-0.02em', lineHeight: 1.35 }}
      >
        {total === undefined ? <Skeleton width={48} /> : formatNumber(total)}
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', minHeight: '1.5em' }}>
        {fresh !== undefined &&
          translate(fresh > 0 ? 'dashboard.new_week' : 'dashboard.none_week', {
            smart_count: fresh,
          })}
      </Box>
    </Paper>
  );
}

const CARD = {
  p: 2,
  color: 'text.primary',
  textDecoration: 'none',
  transition: 'border-color 120ms',
  '&:hover': { borderColor: 'primary.main' },
};

/** The most recently written records, over all models. */
export function RecentChanges({ overview: { resources, mayRead } }: { overview: Overview }) {
  const translate = useTranslate();
  const dated = resources.filter(
    ({ name, timestamps }) => timestamps && mayRead(name, 'updated_at'),
  );
  const changes = useRecent(dated.map(({ name }) => name)) ?? [];
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
          <ChangeLine key={`${change.model}:${change.id}`} change={change} />
        ))}
      </Box>
    </Paper>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const translate = useTranslate();
  const labels = useLabels();
  const { model: name, updated_at: at } = change;
  const Icon = useAppResource(name)?.icon;
  const [now] = useState(Date.now);
  const isNew = change.created_at === at;
  const page = sessionMayDo('show', name) ? `/${name}/${change.id}/show` : `/${name}`;
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
      {Icon && <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />}
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
          {change._label}
        </Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          <time dateTime={at} title={formatDatetime(at)}>
            {translate(isNew ? 'dashboard.created' : 'dashboard.updated', {
              name: labels.one(name),
              ago: formatAgo(at, now),
            })}
          </time>
        </Box>
      </Box>
    </Box>
  );
}
