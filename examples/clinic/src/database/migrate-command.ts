import type { Settings } from '../settings.js';
import { withSettings } from '../with-settings.js';

/** `npm run migrate`: applies every pending migration; `npm run migrate -- --revert` takes the newest one back. */
await withSettings('Migrating stops:', migrateOrRevert);

async function migrateOrRevert({ databaseUrl }: Settings): Promise<void> {
  // Only now: entities choose their column types by DATABASE_URL when they are loaded.
  const [{ ACCESS_ENTITIES }, { models }, { migrations }, { openDatabase }, steps] =
    await Promise.all([
      import('../auth/access-control.js'),
      import('../models/models.gen.js'),
      import('./migrations/migrations.gen.js'),
      import('./open-database.js'),
      import('./migrate.js'),
    ]);
  const entities = [...models.map(({ entity }) => entity), ...ACCESS_ENTITIES];
  const database = await openDatabase(databaseUrl, entities, migrations);
  try {
    if (process.argv.includes('--revert')) {
      const reverted = await steps.revertLast(database);
      say(reverted === null ? 'there is nothing to revert' : `reverted ${reverted}`);
    } else {
      const applied = await steps.migrate(database);
      for (const name of applied) say(`applied ${name}`);
      if (applied.length === 0) say('the database is up to date');
    }
  } finally {
    await database.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
