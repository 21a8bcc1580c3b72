import BoardIcon from '@mui/icons-material/ViewWeek';
import { page, type ListLayout, type UiFeature } from '../application';
import type { BoardOptions } from './options';

export type { BoardOptions };

/** Lists as boards. */
export const boardFeature: UiFeature = {
  name: 'board',
  texts: {
    en: {
      layout: 'Board',
      none: 'No %{name}',
      empty: 'Nothing here',
      more: 'Show %{smart_count} more',
      add: 'New %{name}: %{value}',
      move: 'Move %{name}',
      move_to: 'Move to',
      keys: 'Space picks it up, arrow keys move it, Enter puts it down, Escape takes it back.',
      picked_up: '%{name} picked up, in %{value}.',
      over: '%{value}, %{place} of %{total}',
      over_column: '%{value}, %{smart_count} record |||| %{value}, %{smart_count} records',
      put_back: '%{name} is back in %{value}.',
      most: 'Only the %{count} with the most records have a column.',
    },
  },
};

/** A list as a board with a column for each value of an enum, or for each record to which a reference leads. */
export const board = (field: string, options: BoardOptions = {}): ListLayout => ({
  name: 'board',
  icon: BoardIcon,
  label: 'board.layout',
  page: page(async () => {
    const { BoardView } = await import('./board-view');
    return { Board: () => <BoardView field={field} {...options} /> };
  }, 'Board'),
});
