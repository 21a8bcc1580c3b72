import { withOwn } from './project-code.js';

/** The migrations that have run on the project's database. */
export const answer = (): Promise<string[]> =>
  withOwn(async (runner) => {
    if (!(await runner.hasTable('migrations'))) return [];
    const rows = await runner.query('SELECT name FROM migrations ORDER BY id');
    return (rows as { name: string }[]).map(({ name }) => name);
  });
