import type { DataSource } from 'typeorm';
import type { Dialect } from '../database/dialect.js';
import { StepMigration } from '../database/steps/step-migration.js';
import type { Step } from '../database/steps/schema.js';

/** The name of a table in a database without schemas: `sales.customer` is `sales_customer`. */
export const flatName = (table: string): string => table.replace('.', '_');

/** The steps of all migrations get the names of tables without schemas. */
export function flattenSteps({ migrations }: DataSource): void {
  for (const migration of migrations)
    if (migration instanceof StepMigration)
      Object.assign(migration, { steps: migration.steps.map(flatStep) });
}

/** A dialect that compiles any other step with the names of tables without schemas. */
export const withFlatSteps = (dialect: Dialect): Dialect => ({
  ...dialect,
  compileStep: (step, before, live) => dialect.compileStep(flatStep(step), before, live),
});

function flatStep(step: Step): Step {
  if (step.do === 'sql') return step;
  const table = flatName(step.table);
  switch (step.do) {
    case 'renameTable':
      return { ...step, table, to: flatName(step.to) };
    case 'addForeignKey':
    case 'dropForeignKey':
      return { ...step, table, key: { ...step.key, table: flatName(step.key.table) } };
    default:
      return { ...step, table };
  }
}
