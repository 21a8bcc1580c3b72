import type { UiFeature } from '../application';
import { ChangedToast } from './changed-toast';
import { Cell, Grid } from './grid';
import { takeChange, withUndo } from './last-change';

/** Lists are edited where they stand, and the last change of records can be undone. */
export const inPlace: UiFeature = {
  name: 'in-place',
  cells: { Grid, Cell },
  provider: withUndo,
  changed: (text) => <ChangedToast text={text} change={takeChange()} />,
  keys: [{ keys: 'F2', label: 'in-place.cell' }],
  texts: {
    en: {
      cell: 'Edit the cell of a list',
      edit: '%{field} of %{name}',
      no_input: '%{field} is changed elsewhere: its form has no input for it.',
      undo: 'Undo',
      undone: 'Undone',
      undone_some: '%{smart_count} record undone |||| %{smart_count} records undone',
      kept: 'Not undone: %{names}. %{reason}',
      since: 'Somebody has changed this since.',
      too_many: 'Changes of more than %{most} records cannot be undone.',
    },
  },
};
