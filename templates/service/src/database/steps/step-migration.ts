import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { LiveObject } from '../dialect.js';
import { dialectOf } from '../dialect-of.js';
import { inlineForeignKeys } from './inline-foreign-keys.js';
import { inverseOf } from './inverse.js';
import { applyStep, replay } from './replay.js';
import type { Schema } from './schema.js';
import type { Step } from './step.js';

/** A migration that says what changes as a list of steps; each database gets its own statements, and the way back is free. */
export abstract class StepMigration implements MigrationInterface {
  abstract readonly name: string;
  abstract readonly steps: readonly Step[];

  async up(runner: QueryRunner): Promise<void> {
    await run(inlineForeignKeys(this.steps), schemaBefore(this, runner), runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = schemaBefore(this, runner);
    await run(this.#stepsBack(before), replay(this.steps, before), runner);
  }

  #stepsBack(before: Schema): readonly Step[] {
    const back: Step[] = [];
    let schema = before;
    for (const step of this.steps) {
      const inverse = inverseOf(step, schema);
      if (!inverse)
        throw new Error(`${this.name} has SQL without a way back, so it cannot be reverted`);
      back.unshift(...inverse);
      schema = applyStep(schema, step);
    }
    return back;
  }
}

/** What the migrations before this one have made. */
export function schemaBefore(migration: StepMigration, runner: QueryRunner): Schema {
  const all = runner.dataSource.migrations.filter((other) => other instanceof StepMigration);
  const at = all.findIndex((other) => other.name === migration.name);
  return replay(all.slice(0, Math.max(at, 0)).flatMap((other) => other.steps));
}

async function run(steps: readonly Step[], before: Schema, runner: QueryRunner): Promise<void> {
  const dialect = dialectOf(runner.dataSource);
  let schema = before;
  for (const step of steps) {
    const live = dialect.name === 'sqlite' ? await readLiveObjects(runner) : [];
    for (const statement of dialect.compileStep(step, schema, live)) await runner.query(statement);
    schema = applyStep(schema, step);
  }
}

/** Everything in a SQLite database, in the order in which it was made. */
async function readLiveObjects(runner: QueryRunner): Promise<readonly LiveObject[]> {
  const sql = 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid';
  return (await runner.query(sql)) as LiveObject[];
}
