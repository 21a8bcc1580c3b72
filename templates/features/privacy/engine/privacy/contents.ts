import type { RowContents, ServiceParts } from '../service/project.js';
import type { Held } from './find-person.js';

/** What rows of tables have outside of the database, by the features of a service. */
export const contentsOf = (parts: ServiceParts): readonly RowContents[] =>
  [...parts.features].flatMap(([feature, own]) => feature.contents?.(parts, own) ?? []);

/** Removes what erased rows had outside of the database; returns what could not be removed. */
export async function clearContents(
  contents: readonly RowContents[],
  { tables }: Held,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { table, clear } of contents) {
    if (!tables.some((found) => found.isWhole && found.table.table === table)) continue;
    await clear().catch((error: unknown) => {
      left.push(
        `what ${table} has outside of the database, until the service removes it within the hour: ${reasonOf(error)}`,
      );
    });
  }
  return left;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
