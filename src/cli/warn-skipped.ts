import { warning } from '../problem.js';
import { type Skipped, skippedText } from '../pull/skipped.js';
import { type Context, warn } from './context.js';

/** Names what of a dump was not read, where no spec names it. */
export function warnSkipped(context: Context, skipped: readonly Skipped[], shown: string): void {
  if (skipped.length === 0) return;
  const parts = skipped.length === 1 ? 'a statement was' : `${skipped.length} statements were`;
  warn(context, [
    warning('skipped', `${shown}: ${parts} not read`, skipped.map(skippedText).join('\n')),
  ]);
}
