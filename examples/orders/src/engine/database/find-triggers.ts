import type { Database } from './database.js';

/** The tables that have triggers: what these do to a row is not in what the statement that wrote it returns. */
export async function findTriggers({
  dataSource,
  dialect,
}: Database): Promise<ReadonlySet<string>> {
  const rows: { table: string }[] = await dataSource.query(dialect.catalog.triggers);
  return new Set(rows.map(({ table }) => table));
}
