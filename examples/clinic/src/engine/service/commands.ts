import { migrate, revertLast } from '../database/migrate.js';
import { openProjectDatabase } from './compose.js';
import type { Project } from './project.js';
import { withSettings } from './start.js';
import { parseArgs } from 'node:util';
import { prepareAccess, resetRoles } from '../auth/first-start.js';
import { createPasswords } from '../auth/passwords.js';
import { runSeeds } from './run-seeds.js';
import { createWorkbench } from './workbench.js';

/** `npm run migrate`: applies every pending migration; `npm run migrate -- --revert` reverts the newest one. */
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

/**
 * `npm run seed`: creates the tables, the roles and the administrator, then runs the project's own seeds. `--reset-roles`
 * resets the preset roles. For demo rows use `crudgen seed --fake 50`.
 */
export async function runSeed(project: Project, args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
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
      const workbench = createWorkbench(project, database, passwords, settings);
      const note = (line: string) => void process.stderr.write(`${line}\n`);
      const seeds = await runSeeds(workbench, project.seeds ?? [], note);
      const roles = options['reset-roles'] ? ['the preset roles have been reset'] : [];
      const applied = migrations.map((name) => `applied ${name}`);
      const lines = [...applied, ...roles, DONE, ...seeds.map((name) => `seeded ${name}`)];
      const summary = JSON.stringify({ migrations, seeds, seed: null, results: [] });
      process.stdout.write(`${options.json ? summary : lines.join('\n')}\n`);
    } finally {
      await passwords.close();
      await database.close();
    }
  });
}

const DONE = 'tables, roles and the administrator are ready';
