import { join } from 'node:path';
import { stepsOfMigration } from '../../code/read-migrations.js';
import { readTree } from '../../disk/read-tree.js';
import { askProject } from '../../disk/project-process.js';
import { placeBefore } from '../../schema/losses.js';
import { quoteName } from '../../model/quote.js';
import type { TableStep } from '../../schema/engine/schema.js';
import { isPending, readAppliedMigrations } from './migration-files.js';

/** A table, or its rows with a value in a column, or those of them for which a condition on the column holds. */
export interface CountedRows {
  readonly table: string;
  readonly column: string | null;
  /** The condition as SQL for both databases, given the quoted column. */
  readonly where?: (column: string) => string;
}

/** A number of rows; `none-yet` where pending migrations create their table or column; or why it is unknown. */
export type RowCount = number | 'none-yet' | { readonly unknown: string };

/**
 * Counts rows in the project's database. Migrations may not have run there yet: a column that one of them renames is counted
 * by its old name.
 */
export async function countRows(
  root: string,
  counted: readonly CountedRows[],
): Promise<readonly RowCount[]> {
  if (counted.length === 0) return [];
  const steps = await pendingSteps(root);
  const places = counted.map((one) => {
    const place = placeBefore(one, steps ?? []);
    return place && { ...place, where: one.where?.(quoteName(place.column ?? '')) ?? null };
  });
  const asked = places.filter((place) => place !== null);
  const counts = await askProject<(number | null)[]>(root, 'count-rows', asked);
  return places.map((place): RowCount => {
    if (place === null || (!counts.ok && counts.noDatabase === true)) return 'none-yet';
    if (!counts.ok) return { unknown: `the database cannot be reached: ${counts.why}` };
    const count = counts.value[asked.indexOf(place)];
    return count ?? { unknown: steps === null ? PENDING : 'it is not in the database' };
  });
}

const PENDING =
  'crudgen cannot count rows before migrations with custom code have run on the database';

/** The steps of migrations that have not run on the database, oldest first; null where one of them cannot be read. */
async function pendingSteps(root: string): Promise<readonly TableStep[] | null> {
  const applied = await readAppliedMigrations(root);
  if (applied.kind !== 'known') return [];
  const folder = 'src/database/migrations';
  const pending = [...readTree(join(root, folder))]
    .map(([name, text]) => [`${folder}/${name}`, text] as const)
    .filter(([path]) => isPending(path, applied.names))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const steps = pending.map(([path, text]) => stepsOfMigration(path, text));
  return steps.every((some) => some !== null) ? steps.flat() : null;
}
