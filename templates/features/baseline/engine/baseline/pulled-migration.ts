import type { QueryRunner } from 'typeorm';
import { readLiveSchema } from '../database/find-drift.js';
import type { LiveSchema } from '../database/schema-dialect.js';
import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { Schema, Step } from '../database/steps/schema.js';
import { quoteTable } from '../database/steps/step.js';
import { RowsRefused, StepMigration } from '../database/steps/step-migration.js';
import { isThere } from './is-there.js';
import { readDefaults } from './read-defaults.js';
import { readRules } from './read-rules.js';

/**
 * Changes that others have made in a database, and that the service follows. In their database the migration changes nothing, and
 * is recorded as applied; any other one, such as that of a test, gets what it lacks.
 */
export abstract class PulledMigration extends StepMigration {
  /**
   * Tables that others have, and whose rows were a list without ids or are one now. The steps make and drop them, as lists are no tables
   * of the service; in the database they stay.
   */
  readonly lists: readonly string[] = [];

  protected override async isDone(
    step: Step,
    before: Schema,
    runner: QueryRunner,
  ): Promise<boolean> {
    const { dialect } = runner.dataSource as ScopedDataSource;
    const live = await readLiveSchema(runner, dialect);
    const defaultOf = await readDefaults(runner, dialect.catalog);
    const hasRule = await readRules(runner, dialect.catalog);
    if ('table' in step && this.lists.includes(step.table)) {
      if (step.do === 'dropTable') return true;
      if (step.do === 'createTable') return hasTable(step, live, runner);
    }
    return isThere(step, before, { ...live, defaultOf, hasRule }, dialect.catalog);
  }

  /** What others have changed stays: to apply the migration again finds it. */
  override down(): Promise<void> {
    return Promise.resolve();
  }
}

/** Whether a table is there with all columns; an empty one that lacks any, such as that of a test, is dropped to be made anew. */
async function hasTable(
  { table, columns }: Extract<Step, { readonly do: 'createTable' }>,
  live: LiveSchema,
  runner: QueryRunner,
): Promise<boolean> {
  const found = live.tables.get(table);
  if (found === undefined) return false;
  const lacking = Object.keys(columns).filter((column) => !found.columns.has(column));
  if (lacking.length === 0) return true;
  const name = quoteTable(table);
  const rows = (await runner.query(`SELECT 1 FROM ${name} LIMIT 1`)) as readonly unknown[];
  if (rows.length > 0)
    throw new RowsRefused(
      `table \`${table}\` has rows and no column ${lacking.join(', ')}: give it the key that it has in the database from which it was pulled`,
    );
  await runner.query(`DROP TABLE ${name}`);
  return false;
}
