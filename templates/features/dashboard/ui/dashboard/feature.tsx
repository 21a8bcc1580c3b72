import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { loadSession } from '../api/session';
import { loadDefinition, page, type Application, type UiFeature } from '../application';
import { shownModels } from './models';

/** A start page with counts, distributions and recent changes. */
export const dashboard: UiFeature = {
  name: 'dashboard',
  home: page(
    () => import('./dashboard'),
    'Dashboard',
    (application) => [fetchDefinitions(application)],
  ),
  menu: { to: '/', icon: DashboardIcon, label: 'dashboard.title' },
  texts: {
    en: {
      title: 'Dashboard',
      welcome: 'Good to see you, %{name}.',
      new_week: '%{smart_count} new this week |||| %{smart_count} new this week',
      none_week: 'No new ones this week',
      by: '%{name} by %{field}',
      over_time: 'New records per week',
      recent: 'Recent changes',
      created: '%{name} created %{ago}',
      updated: '%{name} changed %{ago}',
      nothing: 'Nothing to show yet',
      nothing_help: 'Records will appear here as soon as there are any.',
      other: 'Other values',
      unset: 'Not set',
      model: 'Model',
    },
  },
};

/** For the models that the user may list, which the session knows. */
async function fetchDefinitions(application: Application): Promise<void> {
  await loadSession();
  await Promise.all(shownModels(application).map(loadDefinition));
}
