import { quoteName } from '../../model/quote.js';
import { migrationsTable, withOwn } from './project-code.js';

/** The migrations that have run on the project's database. */
export const answer = (): Promise<string[]> =>
  withOwn(async (runner) => {
    const table = await migrationsTable();
    if (!(await runner.hasTable(table))) return [];
    const rows = await runner.query(`SELECT name FROM ${quoteName(table)} ORDER BY id`);
    return (rows as { name: string }[]).map(({ name }) => name);
  });
