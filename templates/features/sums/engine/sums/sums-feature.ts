import type { Feature } from '../service/project.js';
import { refusals } from './check-totals.js';
import { overflow } from './overflow.js';
import { runSums } from './sums-command.js';
import { keepersAmong, setsOf } from './totals.js';

/** Keeps `@Field({ total: 'sum(items.amount)' })` equal to the lines, and recomputes it by `npm run sums`. */
export const sums: Feature = {
  name: 'sums',
  totals: { keepers: keepersAmong, sets: setsOf, refusals, overflow },
  commands: { sums: runSums },
};
