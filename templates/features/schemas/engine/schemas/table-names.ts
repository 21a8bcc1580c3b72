import type { DataSource } from 'typeorm';
import { StepMigration } from '../database/steps/step-migration.js';
import type { Step } from '../database/steps/schema.js';

/** `sales` of `sales.customer`; null of a table without a schema. */
export const schemaOf = (table: string): string | null =>
  table.includes('.') ? table.slice(0, table.indexOf('.')) : null;

/** `customer` of `sales.customer`. */
export const bareName = (table: string): string => table.slice(table.indexOf('.') + 1);

/** The tables of entities get the names that statements of the service give them, by their names with a schema. */
export function nameTables(
  { driver, entityMetadatas }: DataSource,
  named: (table: string) => string,
): void {
  for (const meta of entityMetadatas) {
    const { schema, tableNameWithoutPrefix } = meta;
    // A table of `public` is found by its name alone.
    if (schema === undefined || schema === 'public') continue;
    meta.tableName = named(`${schema}.${tableNameWithoutPrefix}`);
    meta.tablePath =
      driver.options.type === 'postgres' ? `${schema}.${tableNameWithoutPrefix}` : meta.tableName;
  }
  for (const relation of entityMetadatas.flatMap((meta) => meta.manyToManyRelations))
    relation.joinTableName = relation.junctionEntityMetadata!.tableName;
}

/** The tables with a schema that entities or migrations name. */
export const tablesInSchemas = ({
  entityMetadatas,
  migrations,
}: DataSource): ReadonlySet<string> => {
  const steps = migrations.flatMap((one) => (one instanceof StepMigration ? one.steps : []));
  const names = [...entityMetadatas.map(({ tableName }) => tableName), ...steps.flatMap(tablesOf)];
  return new Set(names.filter((name) => schemaOf(name) !== null));
};

/** The tables that a step names. */
function tablesOf(step: Step): readonly string[] {
  if (step.do === 'sql') return [];
  return step.do === 'renameTable' ? [step.table, step.to] : [step.table];
}
