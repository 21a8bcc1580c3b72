import { page } from '../application/app-resource';
import type { UiFeature } from '../application/feature';
import { OpenTree, ShowInTree } from './tree-buttons';

/** The records of a model that refers to itself, as columns. */
export const tree: UiFeature = {
  name: 'tree',
  modelPages: [{ path: 'tree/:id?', page: page(() => import('./tree-page'), 'TreePage') }],
  ListAction: OpenTree,
  ShowAction: ShowInTree,
  texts: {
    en: {
      title: '%{name}: tree',
      top: 'Top level',
      children: 'Below %{name}',
      add: 'Add below',
      add_top: 'Add at the top',
      move: 'Move…',
      move_title: 'Move %{name}',
      move_help: 'Pick the record that it should stand below.',
      new_parent: 'New parent',
      to_top: 'To the top level',
      move_submit: 'Move',
      moved: '%{name} moved',
      cycle: '“%{name}” stands below what you are moving, so it cannot be its parent.',
      itself: 'A record cannot be its own parent.',
      empty: 'Nothing below this.',
      empty_top: 'Nothing here yet.',
      count: '%{smart_count} below',
      select: 'Select a record to see what it holds.',
      keys: 'Arrow keys move, Enter opens.',
      open: 'Tree view',
      table: 'Table view',
      show: 'Show in tree',
    },
  },
};
