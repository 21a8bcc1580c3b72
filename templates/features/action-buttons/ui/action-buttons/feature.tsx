import type { UiFeature } from '../application';
import { BulkButtons } from './bulk-buttons';
import { RecordButtons } from './record-buttons';
import { RowMenu } from './row-menu';

/** Endpoints of the project's own as buttons: of the page of a record, of a row, and of selected rows. */
export const actionButtons: UiFeature = {
  name: 'action-buttons',
  ShowAction: RecordButtons,
  BulkAction: BulkButtons,
  rowPart: ({ actions = [] }) => (actions.length > 0 ? RowMenu : undefined),
  texts: {
    en: {
      of: 'What to do with %{name}',
      title_some: '%{label}: %{smart_count} record |||| %{label}: %{smart_count} records',
      ask: 'Do you want to go on?',
      fill: 'It needs this from you:',
      fill_some: 'It needs this from you, the same for each of these records:',
      done_some: '%{smart_count} record done |||| %{smart_count} records done',
    },
  },
};
