import type { QueryRunner } from 'typeorm';
import { readLiveSchema } from '../database/find-drift.js';
import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { Schema, Step } from '../database/steps/schema.js';
import { StepMigration } from '../database/steps/step-migration.js';
import { isThere } from './is-there.js';
import { readDefaults } from './read-defaults.js';
import { readRules } from './read-rules.js';

/**
 * Changes that others have made in a database, and that the service follows. In their database the migration changes nothing, and
 * is recorded as applied; any other one, such as that of a test, gets what it lacks.
 */
export abstract class PulledMigration extends StepMigration {
  protected override async isDone(
    step: Step,
    before: Schema,
    runner: QueryRunner,
  ): Promise<boolean> {
    const { dialect } = runner.dataSource as ScopedDataSource;
    const live = await readLiveSchema(runner, dialect);
    const defaultOf = await readDefaults(runner, dialect.catalog);
    const hasRule = await readRules(runner, dialect.catalog);
    return isThere(step, before, { ...live, defaultOf, hasRule }, dialect.catalog);
  }

  /** What others have changed stays: to apply the migration again finds it. */
  override down(): Promise<void> {
    return Promise.resolve();
  }
}
