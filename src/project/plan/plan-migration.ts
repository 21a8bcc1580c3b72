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
  /** Those of models, without those of features. */
  readonly own: readonly TableStep[];
  readonly file: Tree;
  readonly losses: readonly Loss[];
}

/** The migration that takes the database from one model to another. */
export function planMigration(input: MigrationInput): PlannedMigration {
  const { before, after, renames, schema = schemaOf(before), backfills = new Map() } = input;
  const made = migrationSteps(before, after, renames, schema);
  const own = (input.isPulled ? withoutListedTables(made, before, after) : made).map((step) => {
    if (step.do !== 'addColumn' && step.do !== 'changeColumn') return step;
    const key = `${step.table}.${step.column}`;
    return backfills.has(key) ? { ...step, backfill: backfills.get(key) } : step;
  });
  const [had, has] = input.featureTables;
  const steps = [...own, ...diffSchema(had, has)];
  const losses = lossesOf(steps, { tables: { ...schema.tables, ...had.tables } }).map((loss) =>
    asLossOfTrash(loss, before),
  );
  return { steps, own, file: renderSteps(steps, input), losses };
}

/**
 * The steps without those that make or drop a table whose rows are a list of others before or after: it is there, with the columns of
 * the list.
 */
function withoutListedTables(
  steps: readonly TableStep[],
  before: App,
  after: App,
): readonly TableStep[] {
  const listOf = ({ models }: App, table: string) =>
    models.find((model) => model.table === table && model.readOnly === true);
  return steps.flatMap((step): readonly TableStep[] => {
    if (step.do === 'dropTable') return listOf(after, step.table) ? [] : [step];
    const list = step.do === 'createTable' ? listOf(before, step.table) : undefined;
    if (step.do !== 'createTable' || list === undefined) return [step];
    const known = new Set(list.fields.map(({ column }) => column));
    return Object.entries(step.columns).flatMap(([column, spec]): TableStep[] =>
      known.has(column) ? [] : [{ do: 'addColumn', table: step.table, column, spec }],
    );
  });
}
