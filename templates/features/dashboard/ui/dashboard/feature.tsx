import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { lazy, Suspense } from 'react';
import { loadSession } from '../api/session';
import { loadDefinition, page, type Application, type UiFeature } from '../application';
import { shownModels } from './models';

const OverdueCount = lazy(() =>
  import('./overdue-count').then((module) => ({ default: module.OverdueCount })),
);

/** A start page with figures, states, what is due, and recent changes. */
export const dashboard: UiFeature = {
  name: 'dashboard',
  home: page(
    () => import('./dashboard'),
    'Dashboard',
    (application) => [fetchDefinitions(application)],
  ),
  menu: { to: '/', icon: DashboardIcon, label: 'dashboard.title' },
  EntryPart: ({ resource }) =>
    resource.overdue && (
      <Suspense fallback={null}>
        <OverdueCount resource={resource} />
      </Suspense>
    ),
  texts: {
    en: {
      title: 'Dashboard',
      welcome: 'Good to see you, %{name}.',
      sum: '%{one} %{field}',
      new: 'New %{name}',
      over_time: '%{name} over time',
      waiting: 'What waits',
      so_far: '%{month} so far · %{last} by then: %{before}',
      by: '%{name} by %{field}',
      months: 'Last 12 months',
      weeks: 'Last 13 weeks',
      last_days: 'Last 30 days',
      range: 'Range',
      month: 'Month',
      days: '30 days',
      quarter: 'Quarter',
      year: 'Year',
      in_days: 'Last 30 days · the 30 before: %{before}',
      in_quarter: 'Quarter so far · last quarter by then: %{before}',
      in_year: 'Year so far · last year by then: %{before}',
      arrange: 'Arrange',
      arranged: 'Done',
      arrange_help: 'Drag cards to their places, or use their buttons. This browser keeps it.',
      hidden: 'Hidden cards',
      usual: 'As at first',
      move_back: 'Move “%{name}” back',
      move_on: 'Move “%{name}” on',
      hide: 'Hide “%{name}”',
      due: '%{name} due',
      upcoming: 'Upcoming %{name}',
      ahead: '%{name}: %{field}',
      late: '%{smart_count} overdue |||| %{smart_count} overdue',
      late_of: '%{name}: %{smart_count} overdue |||| %{name}: %{smart_count} overdue',
      next: '%{smart_count} in the next 7 days |||| %{smart_count} in the next 7 days',
      none_due: 'Nothing is due',
      low_on: '%{name} low on %{field}',
      low: '%{smart_count} low |||| %{smart_count} low',
      level: '%{field} %{value}',
      none_low: 'There is enough of everything',
      no_field: '%{name} have no field “%{field}”.',
      records: 'Records',
      recent: 'Recent changes',
      created: '%{name} created %{ago}',
      updated: '%{name} changed %{ago}',
      nothing: 'Nothing to show yet',
      nothing_help: 'Records will appear here as soon as there are any.',
      other: 'Other values',
      unset: 'Not set',
      open: '%{smart_count} open |||| %{smart_count} open',
      over: '%{smart_count} day overdue |||| %{smart_count} days overdue',
      created_by: '%{name} created %{ago} by %{who}',
      updated_by: '%{name} changed %{ago} by %{who}',
    },
  },
};

/** For the models that the user may list, which the session knows. */
async function fetchDefinitions(application: Application): Promise<void> {
  await loadSession();
  await Promise.all(shownModels(application).map(loadDefinition));
}
