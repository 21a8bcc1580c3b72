import type { App } from '../../model/model.js';
import { migrationSteps, renderSteps } from '../../render/render-migration.js';
import { asLossOfTrash } from '../../render/trash-rules.js';
import { diffSchema } from '../../schema/diff-schema.js';
import { type Loss, lossesOf } from '../../schema/losses.js';
import type { Schema, TableStep } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import type { Tree } from '../../tree.js';
import type { Told } from '../change/project-change.js';

/** The input of a new migration. */
interface MigrationInput extends Told {
  readonly before: App;
  readonly after: App;
  readonly now: Date;
  readonly templates: Tree;
  /** The existing migrations. */
  readonly existing: readonly string[];
  /** The tables of its features before and after. */
  readonly featureTables: readonly [before: Schema, after: Schema];
  /** The tables as the migrations create them, where that differs from the entities. */
  readonly schema?: Schema | undefined;
  /** Whether others have changed a database so already. */
  readonly isPulled?: boolean;
}

/** A migration with its steps, its file (empty without steps), and the data it would lose. */
export interface PlannedMigration {
  readonly steps: readonly TableStep[];
  /** The steps of models, without the steps of features. */
  readonly own: readonly TableStep[];
  readonly file: Tree;
  readonly losses: readonly Loss[];
}

const NONE: ReadonlySet<string> = new Set();

/** The migration that takes the database from one model to another. */
export function planMigration(input: MigrationInput): PlannedMigration {
  const { before, after, renames, schema = schemaOf(before), backfills = new Map() } = input;
  const own = migrationSteps(before, after, renames, schema).map((step) => {
    if (step.do !== 'addColumn' && step.do !== 'changeColumn') return step;
    const key = `${step.table}.${step.column}`;
    return backfills.has(key) ? { ...step, backfill: backfills.get(key) } : step;
  });
  const [had, has] = input.featureTables;
  const steps = [...own, ...diffSchema(had, has)];
  const lists = input.isPulled ? listedTables(own, before, after) : NONE;
  const lossy = steps.filter((step) => step.do !== 'dropTable' || !lists.has(step.table));
  const losses = lossesOf(lossy, { tables: { ...schema.tables, ...had.tables } }).map((loss) =>
    asLossOfTrash(loss, before),
  );
  return { steps, own, file: renderSteps(steps, { ...input, lists: [...lists] }), losses };
}

/** The tables that steps make or drop although they are there: their rows are a list of others before or after. */
function listedTables(steps: readonly TableStep[], before: App, after: App): ReadonlySet<string> {
  const isList = ({ models }: App, table: string) =>
    models.some((model) => model.table === table && model.readOnly === true);
  return new Set(
    steps.flatMap((step) => {
      if (step.do !== 'dropTable' && step.do !== 'createTable') return [];
      return isList(step.do === 'dropTable' ? after : before, step.table) ? [step.table] : [];
    }),
  );
}
