import { join } from 'node:path';
import { stepsOfMigration } from '../code/read-migrations.js';
import { readTree } from '../disk/read-tree.js';
import { runChild } from '../disk/run-child.js';
import { type Loss, placeBefore } from '../schema/losses.js';
import type { StepCall } from '../schema/step.js';
import { isPending, readAppliedMigrations } from './migration-files.js';

/** The rows that a loss is about; `none-yet` where pending migrations create its table or column; or why they are unknown. */
export type LostRows = number | 'none-yet' | { readonly unknown: string };

/**
 * Counts the rows of each loss in the project's database. Migrations may not have run there yet: a column that one of them renames is
 * counted by its old name.
 */
export async function countLosses(
  root: string,
  losses: readonly Loss[],
): Promise<readonly LostRows[]> {
  const steps = await pendingSteps(root);
  const places = losses.map((loss) => placeBefore(loss, steps ?? []));
  const asked = places.filter((place) => place !== null);
  const counts = await runChild<(number | null)[]>(root, 'count-rows', asked);
  return places.map((place): LostRows => {
    if (place === null) return 'none-yet';
    if (!counts.ok) return { unknown: `the database cannot be reached: ${counts.why}` };
    const count = counts.value[asked.indexOf(place)];
    return count ?? { unknown: steps === null ? PENDING : 'the database does not have it' };
  });
}

const PENDING =
  'migrations with code of their own have not run on the database, so its rows cannot be counted';

/** The steps of migrations that have not run on the database, oldest first; null where one of them cannot be read. */
async function pendingSteps(root: string): Promise<readonly StepCall[] | null> {
  const applied = await readAppliedMigrations(root);
  if (applied.kind !== 'known') return [];
  const folder = 'src/database/migrations';
  const pending = [...readTree(join(root, folder))]
    .map(([name, text]) => [`${folder}/${name}`, text] as const)
    .filter(([path]) => isPending(path, applied.names))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const steps = pending.map(([path, text]) => stepsOfMigration(path, text));
  return steps.every((calls) => calls !== null) ? steps.flat() : null;
}
