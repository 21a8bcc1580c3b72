import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import type { OpenedResource } from '../application/app-resource';
import { useApplication, useDefinitions } from '../application/application';
import { formatNumber } from '../components/formats';
import { MessagePanel } from '../components/message-panel';
import { PageHeader } from '../components/page-header';
import { useLabels } from '../components/use-labels';
import { RecentChanges } from './recent-changes';
import { useCount, weekStarts } from './use-count';

const Charts = lazy(() => import('./charts').then((module) => ({ default: module.Charts })));

/** Who has more models finds the others in the menu: the page asks the service of each, and fetches what each is made of. */
const MODELS_SHOWN = 12;

/** What there is, how it is spread, and what happened last; only what the user may see. */
export function Dashboard() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const { resources } = useApplication();
  const seen = resources.filter(({ name }) => sessionMayDo('list', name)).slice(0, MODELS_SHOWN);
  const definitions = useDefinitions(seen);
  const visible = seen.map((resource, at) => ({ ...resource, ...definitions[at]! }));
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
            {visible.map((resource) => (
              <CountCard key={resource.name} resource={resource} />
            ))}
          </Box>
          <Box sx={COLUMNS}>
            <Suspense fallback={<Box sx={{ minHeight: 300 }} />}>
              <Charts resources={visible} />
            </Suspense>
            <RecentChanges resources={visible} />
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

/** How many records a model has, and how many are new. */
function CountCard({ resource }: { resource: OpenedResource }) {
  const { name, icon: Icon } = resource;
  const translate = useTranslate();
  const labels = useLabels();
  const [since = ''] = weekStarts(new Date(), 1);
  const { data: total } = useCount(name, {});
  const { data: fresh } = useCount(name, { created_at__gte: since }, resource.timestamps);
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
