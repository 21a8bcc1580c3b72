import { migrate, revertLast } from '../database/migrate.js';
import { openProjectDatabase } from './compose.js';
import type { Project } from './project.js';
import { withSettings } from './with-settings.js';

/** `npm run migrate`: applies every pending migration; `npm run migrate -- --revert` takes the newest one back. */
export const runMigrate = (project: Project, args: readonly string[]): Promise<void> =>
  withSettings(project, 'Migrating stops:', async ({ databaseUrl }) => {
    const database = await openProjectDatabase(project, databaseUrl);
    try {
      if (args.includes('--revert')) {
        const reverted = await revertLast(database);
        say(reverted === null ? 'there is nothing to revert' : `reverted ${reverted}`);
      } else {
        const applied = await migrate(database);
        for (const name of applied) say(`applied ${name}`);
        if (applied.length === 0) say('the database is up to date');
      }
    } finally {
      await database.close();
    }
  });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
