import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Suspense, lazy } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import { sessionMayDo } from '../api/session';
import { useApplication, useDefinitions } from '../application/application';
import { MessagePanel } from '../components/message-panel';
import { PageHeader } from '../components/page-header';
import { CountCard } from './count-card';
import { RecentChanges } from './recent-changes';

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
