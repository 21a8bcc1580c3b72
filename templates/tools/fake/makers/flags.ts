import type { Make } from '../scene.js';
import { entries, lookUp, type Field, type Maker } from '../table.js';

const mostly =
  (chance: number): Maker<boolean> =>
  () =>
  ({ dice }) =>
    dice.chance(chance);

/** How often something is so, by the words that end the name of a field. */
const FLAGS = entries<boolean>({
  'active|enabled|visible|available|published|in_stock|open|verified|valid|current|public|insured|employed|accepted|approved|confirmed|agreed|consent|terms_accepted|working|online':
    mostly(0.85),
  'deleted|archived|blocked|hidden|disabled|locked|banned|suspended|cancell?ed|discontinued|urgent|vip|warranty|pinned|featured|sticky|private|spam|flagged|deceased|refunded|returned|no_show|test|gift|critical|overdue|failed|rejected|exempt|tax_exempt|smoker|internal|draft|defective|broken|fragile|hazardous|recurring|all_day':
    mostly(0.12),
});

/**
 * Mostly the default of a field that has one, and what the state of the row says where it is called after one. Null only where
 * it may be and there is no default.
 */
export function flagMaker(field: Omit<Field, 'role'>): Make<boolean> {
  const { column, subject, name } = field;
  const usual = column.default?.kind === 'value' ? column.default.value : null;
  const reached = subject.lifecycle?.reached(name.replace(/^is_/, '')) ?? null;
  if (reached) return reached;
  if (typeof usual === 'boolean') return ({ dice }) => dice.chance(0.85) === usual;
  return lookUp(FLAGS, field) ?? (({ dice }) => dice.chance(0.5));
}
