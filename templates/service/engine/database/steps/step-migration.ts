import type { MigrationInterface, QueryRunner } from 'typeorm';
import { safeMessage } from '../serialize-error.js';
import type { LiveObject } from '../schema-dialect.js';
import type { ScopedDataSource } from '../scoped-data-source.js';
import type { Schema, Step } from './schema.js';
import { applyStep, inverseOf, replay } from './replay.js';

/** The change was refused because of existing rows, and rolled back completely. */
export class RowsRefused extends Error {}

/** A step of a migration that the database refused. */
export class StepFailed extends RowsRefused {
  constructor(
    readonly migration: string,
    readonly step: Step,
    /** The schema that it was to change. */
    readonly before: Schema,
    cause: unknown,
  ) {
    const place = 'table' in step ? ` on \`${step.table}\`` : '';
    super(`${migration}, ${step.do}${place}: ${safeMessage(cause)}`, { cause });
  }
}

/** A migration that lists its changes as steps; each database gets its own statements, and the revert is derived. */
export abstract class StepMigration implements MigrationInterface {
  abstract readonly name: string;
  abstract readonly steps: readonly Step[];

  /** Whether the database has what a step makes; absent where only migrations change it. */
  protected isDone?(step: Step, before: Schema, runner: QueryRunner): Promise<boolean>;

  async up(runner: QueryRunner): Promise<void> {
    const isDone = this.isDone?.bind(this);
    await run(this.name, this.steps, schemaBefore(this, runner), runner, isDone);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = schemaBefore(this, runner);
    await run(this.name, this.#stepsBack(before), replay(this.steps, before), runner);
  }

  #stepsBack(before: Schema): readonly Step[] {
    const back: Step[] = [];
    let schema = before;
    for (const step of this.steps) {
      const inverse = inverseOf(step, schema);
      if (!inverse)
        throw new Error(`${this.name} has SQL without \`down\`, so it cannot be reverted`);
      back.unshift(...inverse);
      schema = applyStep(schema, step);
    }
    return back;
  }
}

/** The schema that the migrations before this one result in. */
export function schemaBefore(migration: StepMigration, runner: QueryRunner): Schema {
  const all = runner.dataSource.migrations.filter((other) => other instanceof StepMigration);
  const at = all.findIndex((other) => other.name === migration.name);
  return replay(all.slice(0, Math.max(at, 0)).flatMap((other) => other.steps));
}

async function run(
  name: string,
  steps: readonly Step[],
  before: Schema,
  runner: QueryRunner,
  isDone: StepMigration['isDone'] = () => Promise.resolve(false),
): Promise<void> {
  const { dialect } = runner.dataSource as ScopedDataSource;
  const query = dialect.liveObjects?.(dialect.catalog);
  const readLive = async (): Promise<LiveObject[]> =>
    query === undefined ? [] : ((await runner.query(query)) as LiveObject[]);
  let schema = before;
  for (const step of dialect.arrangeSteps(steps)) {
    const reached = schema;
    schema = applyStep(schema, step);
    if (await isDone(step, reached, runner)) continue;
    for (const statement of dialect.compileStep(step, reached, await readLive())) {
      await runner.query(statement).catch((error: unknown) => {
        throw new StepFailed(name, step, reached, error);
      });
    }
  }
}
