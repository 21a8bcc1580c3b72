import type { UiFeature } from '../application';
import { parts } from './parts';
import { withLines } from './with-lines';

/** Records that are lines of another: read, shown, changed and saved with it. */
export const lines: UiFeature = {
  name: 'lines',
  parts,
  provider: withLines,
  keys: [
    { keys: 'Enter', label: 'lines.next' },
    { keys: 'Alt ↑', label: 'lines.up' },
    { keys: 'Alt ↓', label: 'lines.down' },
  ],
  texts: {
    en: {
      number: 'Line',
      one: 'Line %{place}',
      gone: 'Line %{place}, removed',
      field: 'Line %{place}, %{name}',
      move: 'Move line %{place}',
      moved: 'Line %{from} is now line %{place} of %{total}',
      remove: 'Remove line %{place}',
      removed: 'Line %{place} is removed when you save',
      restored: 'Line %{place} is back',
      undo: 'Undo',
      keys: 'Enter goes to the next line.',
      keys_move: 'Enter goes to the next line, Alt+↑ and Alt+↓ move it.',
      next: 'Next line',
      up: 'Move the line up',
      down: 'Move the line down',
      edit: 'Edit %{name}',
      count: '%{smart_count} line |||| %{smart_count} lines',
      wrong: '%{smart_count} line has a problem. |||| %{smart_count} lines have a problem.',
      amount: 'Amount',
      reordered: 'In a different order',
      more: 'and %{smart_count} more line |||| and %{smart_count} more lines',
    },
  },
};
