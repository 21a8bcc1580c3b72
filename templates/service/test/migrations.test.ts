import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_ENTITIES } from '../src/auth/access-control.js';
import type { Database } from '../src/database/database.js';
import { migrate, revertLast } from '../src/database/migrate.js';
import { migrations } from '../src/database/migrations/migrations.gen.js';
import { openDatabase } from '../src/database/open-database.js';
import { entitySchema } from '../src/database/steps/entity-schema.js';
import { replay } from '../src/database/steps/replay.js';
import { StepMigration } from '../src/database/steps/step-migration.js';
import { models } from '../src/models/models.gen.js';
import { readSettings } from '../src/settings.js';
import { factsOf } from './table-facts.js';

let database: Database;
beforeAll(async () => {
  const entities = [...models.map(({ entity }) => entity), ...ACCESS_ENTITIES];
  database = await openDatabase(readSettings(process.env).databaseUrl, entities, migrations);
});
afterAll(() => database.close());

describe('migrations', () => {
  it('make the tables that the entities describe', () => {
    const steps = database.dataSource.migrations.flatMap((migration) =>
      migration instanceof StepMigration ? migration.steps : [],
    );
    const { tables } = replay(steps);
    const made: Record<string, readonly string[]> = {};
    const needed: Record<string, readonly string[]> = {};
    for (const entity of database.dataSource.entityMetadatas) {
      const table = tables[entity.tableName];
      made[entity.tableName] = table ? factsOf(table) : [];
      needed[entity.tableName] = factsOf(entitySchema(entity));
    }
    expect(made).toEqual(needed);
  });

  it('apply, and revert, and apply again', async () => {
    const applied = await migrate(database);
    expect(applied).toHaveLength(migrations.length);
    expect(await revertLast(database)).toBe(applied.at(-1));
    expect(await migrate(database)).toEqual(applied.slice(-1));
  });
});
