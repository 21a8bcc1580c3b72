import type { Database } from '../database/database.js';
import { entitySchema } from '../database/find-drift.js';
import { replay } from '../database/steps/replay.js';
import { keyColumns, own, type ColumnSpec, type TableSchema } from '../database/steps/schema.js';
import { StepMigration } from '../database/steps/step-migration.js';
import type { RecordId } from '../fields/record-id.js';
import type { Client } from './test-service.js';

/** A table as a list of facts, so that two can be compared line by line. */
export function factsOf({ columns, primaryKey, uniques, indexes, foreignKeys }: TableSchema) {
  return [
    ...Object.entries(columns).map(([name, spec]) => `column ${name}: ${specText(spec)}`),
    `primary key ${primaryKey.join(', ')}`,
    ...uniques.map((names) => `unique ${names.join(', ')}`),
    // The index of the primary key serves its first column, too.
    ...indexes
      .filter((names) => names.join() !== primaryKey[0])
      .map((names) => `index ${names.join(', ')}`),
    ...foreignKeys.map(
      (key) => `${keyColumns(key).join(', ')} -> ${key.table}, on delete ${key.onDelete}`,
    ),
  ].sort();
}

function specText({ type, length, precision, scale, nullable, default: value }: ColumnSpec) {
  const size = [length, precision, scale].filter((number) => number !== undefined).join(',');
  const initial = value === undefined ? '' : ` default ${JSON.stringify(value)}`;
  return `${type}${size && `(${size})`}${nullable ? '' : ' not null'}${initial}`;
}

/** Tables as lists of facts, which can be compared line by line. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/** The tables of all entities: as the migrations create them, and as the entities describe them. */
export function describeTables({ dataSource }: Database): { made: Tables; described: Tables } {
  const steps = dataSource.migrations.flatMap((migration) =>
    migration instanceof StepMigration ? migration.steps : [],
  );
  const { tables } = replay(steps);
  const made: Record<string, readonly string[]> = {};
  const described: Record<string, readonly string[]> = {};
  for (const entity of dataSource.entityMetadatas) {
    // No migration makes a view.
    if (entity.tableType === 'view') continue;
    const table = own(tables, entity.tableName);
    made[entity.tableName] = table ? factsOf(table) : [];
    described[entity.tableName] = factsOf(entitySchema(entity));
  }
  return { made, described };
}

/** Tries every action, with a row and with another one's values; returns those that are allowed, as in `list show`. */
export async function allowedActions(
  user: Client,
  path: string,
  id: RecordId,
  values: object,
): Promise<string> {
  const record = `${path}/${encodeURIComponent(id)}`;
  const answers = {
    list: await user.get(path),
    show: await user.get(record),
    create: await user.post(path, values),
    edit: await user.patch(record, {}),
    delete: await user.delete(record),
  };
  const allowed = Object.entries(answers).filter(([, { status }]) => status !== 403);
  return allowed.map(([action]) => action).join(' ');
}
