import type { App } from '../model/model.js';
import { migrationSteps, renderSteps } from '../render/render-migration.js';
import { diffSchema } from '../schema/diff-schema.js';
import { type Loss, lossesOf } from '../schema/losses.js';
import type { Renames } from '../schema/rename-schema.js';
import { type Schema, schemaOf } from '../schema/schema.js';
import type { Step } from '../schema/step.js';
import type { Tree } from '../tree.js';

/** What a new migration is made of. */
export interface MigrationWish {
  readonly before: App;
  readonly after: App;
  readonly now: Date;
  readonly templates: Tree;
  /** Migrations that the project has already. */
  readonly existing: readonly string[];
  /** The tables of its features before and after. */
  readonly featureTables: readonly [before: Schema, after: Schema];
  /** The tables as the migrations make them, where the entities do not tell. */
  readonly schema?: Schema | undefined;
  readonly renames?: Renames | undefined;
  /** What existing rows get in new required columns: by `table.column`. */
  readonly backfills?: ReadonlyMap<string, unknown> | undefined;
}

/** A migration as its steps, its file, which is none where the tables stay, and what the database would forget by it. */
export interface PlannedMigration {
  readonly steps: readonly Step[];
  /** Those of models, and not of features. */
  readonly own: readonly Step[];
  readonly file: Tree;
  readonly losses: readonly Loss[];
}

/** The migration that takes the database from one model to another. */
export function planMigration(wish: MigrationWish): PlannedMigration {
  const { before, after, renames, schema = schemaOf(before), backfills = new Map() } = wish;
  const own = migrationSteps(before, after, renames, schema).map((step) => {
    if (step.do !== 'addColumn' && step.do !== 'changeColumn') return step;
    const key = `${step.table}.${step.column}`;
    return backfills.has(key) ? { ...step, backfill: backfills.get(key) } : step;
  });
  const [had, has] = wish.featureTables;
  const steps = [...own, ...diffSchema(had, has)];
  const losses = lossesOf(steps, new Map([...schema, ...had]));
  return { steps, own, file: renderSteps(steps, wish), losses };
}
