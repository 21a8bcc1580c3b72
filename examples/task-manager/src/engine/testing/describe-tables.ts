import type { Database } from '../database/database.js';
import { entitySchema } from '../database/steps/entity-schema.js';
import { replay } from '../database/steps/replay.js';
import { StepMigration } from '../database/steps/step-migration.js';
import { factsOf } from './table-facts.js';

/** Tables as lists of facts, which can be compared line by line. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/** The tables of all entities: as the migrations make them, and as the entities describe them. */
export function describeTables({ dataSource }: Database): { made: Tables; described: Tables } {
  const steps = dataSource.migrations.flatMap((migration) =>
    migration instanceof StepMigration ? migration.steps : [],
  );
  const { tables } = replay(steps);
  const made: Record<string, readonly string[]> = {};
  const described: Record<string, readonly string[]> = {};
  for (const entity of dataSource.entityMetadatas) {
    const table = tables[entity.tableName];
    made[entity.tableName] = table ? factsOf(table) : [];
    described[entity.tableName] = factsOf(entitySchema(entity));
  }
  return { made, described };
}
