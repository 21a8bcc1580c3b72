import { timeOf } from '../calendar.js';
import type { Make } from '../scene.js';
import { entries, lookUp, type Field, type Maker } from '../table.js';

/** A whole or half hour, in hours. */
const between =
  (least: number, most: number): Maker<string> =>
  () =>
  ({ dice }) =>
    timeOf(dice.between(least * 2, most * 2) * 30);

/** Times of day by the words that end the name of a field; closing times are after opening times. */
const TIMES = entries<string>({
  'opens?|opens_at|opening|opening_time|from|starts?|starts_at|start_time|begins?|begins_at|check_in':
    between(6, 9),
  'closes?|closes_at|closing|closing_time|to|until|ends?|ends_at|end_time|check_out': between(
    17,
    20,
  ),
  'reminder|reminder_at|wake_up|alarm': between(7, 9),
});

/** The times of a field, `HH:MM:SS`. */
export const timeMaker = (field: Omit<Field, 'role'>): Make<string> =>
  lookUp(TIMES, field) ?? (({ dice }) => timeOf(dice.between(8 * 4, 18 * 4) * 15));
