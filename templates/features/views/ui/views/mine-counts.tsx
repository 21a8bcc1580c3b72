import { ResourceContextProvider, useGetList, useTranslate } from 'react-admin';
import { sessionMayDo } from '../api/session';
import { knownDefinition, useApplication, type AppResource } from '../application';
import { formatNumber } from '../components/formats';
import { useLabels } from '../components/texts';
import { WaitingLink } from '../components/waiting-link';
import { useReadable } from './use-open-view';
import { teamView, type ViewFilter } from './view';

/** How much of one's own is still to be done: the team's view `mine`, of the models that can be late and that are loaded. */
export function MineCounts() {
  const { resources } = useApplication();
  return resources.map((resource) => {
    const { name, overdue } = resource;
    const mine = knownDefinition(name)?.views?.find((view) => view.name === 'mine');
    if (mine?.filter === undefined || overdue === undefined || !sessionMayDo('list', name))
      return null;
    return (
      <ResourceContextProvider key={name} value={name}>
        <MineCount resource={resource} filter={{ ...mine.filter, ...overdue.open }} />
      </ResourceContextProvider>
    );
  });
}

function MineCount({ resource, filter }: { resource: AppResource; filter: ViewFilter }) {
  const { name, icon } = resource;
  const translate = useTranslate();
  const labels = useLabels();
  const { missing } = useReadable()(teamView({ name, label: name, filter }));
  const isReadable = missing.length === 0;
  const { total = 0 } = useGetList(name, { ...COUNTED, filter }, { enabled: isReadable });
  if (!isReadable || total === 0) return null;
  return (
    <WaitingLink
      to={`/${name}?filter=${encodeURIComponent(JSON.stringify(filter))}`}
      icon={icon}
      name={translate('views.mine_open', { name: labels.manyWithin(name) })}
      count={formatNumber(total)}
    />
  );
}

const COUNTED = {
  pagination: { page: 1, perPage: 0 },
  sort: { field: 'id', order: 'ASC' },
} as const;
