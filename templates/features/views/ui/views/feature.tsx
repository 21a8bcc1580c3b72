import { lazy, Suspense } from 'react';
import type { UiFeature } from '../application';
import { sideIn } from '../components/list/sides';
import { ListFrame } from './list-frame';
import { usePlaces } from './use-places';
import { VIEW } from './view';

const EmptyView = lazy(() =>
  import('./empty-view').then(({ EmptyView: Empty }) => ({ default: Empty })),
);

const MineCounts = lazy(() =>
  import('./mine-counts').then(({ MineCounts: Counts }) => ({ default: Counts })),
);

/** Tabs over a list: all of its records, the views of the team, and one's own. */
export const views: UiFeature = {
  name: 'views',
  ListFrame,
  leadsToSides: (definition, source) =>
    definition?.views?.some(({ filter = {} }) => sideIn(source, filter) !== null) ?? false,
  ListEmpty: ({ children }) => (
    <Suspense fallback={children}>
      <EmptyView>{children}</EmptyView>
    </Suspense>
  ),
  usePlaces,
  dashboard: [{ key: 'views', place: 'waiting', Card: MineCounts }],
  listParameters: [VIEW],
  texts: {
    en: {
      title: 'Views',
      all: 'All',
      mine: 'Mine',
      overdue: 'Overdue',
      mine_overdue: 'Mine, overdue',
      upcoming: 'Upcoming',
      past: 'Past',
      add: 'Save as a view',
      add_help:
        'It has the filters, the columns and the order that the list has now. Only you see it.',
      name: 'Name',
      save: 'Save',
      save_changes: 'Save changes',
      reset: 'Reset',
      changed: 'Changed',
      actions: 'What to do with the view %{name}',
      rename: 'Rename',
      delete: 'Delete',
      delete_title: 'Delete the view %{name}?',
      delete_help: 'The records stay.',
      promote: 'Share with the team',
      promote_help:
        'Views of the team are code: a developer puts these lines into `views` of the resource file of this list.',
      copy: 'Copy',
      copied: 'Copied',
      close: 'Close',
      unavailable:
        'This view names what you may not see, or what is no longer there: %{names}. The rest is shown.',
      mine_open: 'My open %{name}',
      none_of: 'No %{name} in “%{view}”',
      none_mine: 'You have no %{name}',
      none_overdue: 'No overdue %{name}',
      none_mine_overdue: 'You have no overdue %{name}',
      none_upcoming: 'No upcoming %{name}',
      none_past: 'No past %{name}',
      none_help: 'They appear here as soon as there are any.',
      see_all: 'All %{name}',
      failed: 'Your own views could not be loaded.',
      only: 'Only %{name}: %{value}',
      only_missing: 'Only without %{name}',
    },
  },
};
