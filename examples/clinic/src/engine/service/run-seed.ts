import { parseArgs } from 'node:util';
import { prepareAccess, resetRoles } from '../auth/first-start.js';
import { createPasswords } from '../auth/passwords.js';
import { migrate } from '../database/migrate.js';
import { openProjectDatabase } from './compose.js';
import type { Project } from './project.js';
import { withSettings } from './with-settings.js';

/**
 * `npm run seed`: makes the tables, the roles and the administrator. `--reset-roles` brings the preset roles back. Rows to try
 * things with come from `crudgen seed --fake 50`.
 */
export async function runSeed(project: Project, args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      'reset-roles': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  await withSettings(project, 'Nothing is seeded:', async (settings) => {
    const database = await openProjectDatabase(project, settings.databaseUrl);
    const passwords = createPasswords({ threads: 1 });
    try {
      const migrations = await migrate(database);
      await prepareAccess(database, passwords, settings);
      if (options['reset-roles']) await resetRoles(database);
      const roles = options['reset-roles'] ? ['the preset roles are as they are defined'] : [];
      const lines = [...migrations.map((name) => `applied ${name}`), ...roles, DONE];
      const summary = JSON.stringify({ migrations, seed: null, results: [] });
      process.stdout.write(`${options.json ? summary : lines.join('\n')}\n`);
    } finally {
      await passwords.close();
      await database.close();
    }
  });
}

const DONE = 'tables, roles and the administrator are there';
