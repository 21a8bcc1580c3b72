import type { Dialect } from '../database/dialect.js';

/** The id of a row in a table without a model, as the driver returns it: a number, or a UUID. */
export type TableId = number | string;

/** Ids of one statement. */
const CHUNK = 500;

/** Runs a statement for some ids at a time; their placeholders come behind those of so many other values. */
export async function forIds(
  ids: readonly TableId[],
  { placeholder }: Pick<Dialect, 'placeholder'>,
  others: number,
  run: (placeholders: string, some: readonly TableId[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK);
    await run(some.map((_, index) => placeholder(others + index + 1)).join(', '), some);
  }
}
