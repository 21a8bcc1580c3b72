import type { Database } from '../database.js';

/** Frees the former versions of rows in some tables. Returns what the files of the server keep. */
export async function clean(
  database: Database,
  tables: readonly string[],
): Promise<readonly string[]> {
  const names = tables.map((table) => database.dialect.quote(table));
  if (names.length > 0)
    await database.changeSchema((runner) => runner.query(`VACUUM ${names.join(', ')}`), {
      apart: true,
    });
  return [
    `files of the server, until \`VACUUM FULL ${names.join(', ')}\` writes them anew, and its archived log`,
  ];
}
