import type { MigrationCall } from '../schema/step-call.js';

/** SQL that is the same on both databases, and takes the place of other SQL when the migration is reverted. */
export function onBoth(
  up: string | readonly string[],
  down: string | readonly string[],
): MigrationCall {
  const [there, back] = [up, down].map((sql) => ({ sqlite: sql, postgres: sql }));
  return { call: 'sql', args: [there, back] };
}
