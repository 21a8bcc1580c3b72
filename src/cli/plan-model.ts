import type { App } from '../model/model.js';
import type { Change, Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import type { Schema } from '../schema/schema.js';
import type { Step } from '../schema/step.js';
import { isWithin } from '../code/unread-files.js';
import { migrationMoment } from './migration-moment.js';
import { type FilesOptions, planFiles } from './plan-files.js';
import { readTemplates, type OpenProject } from './project.js';

/** What a plan depends on besides the two models. */
export interface ModelPlanOptions extends FilesOptions {
  readonly now: Date;
  /** What the derived files were made of, where that is not what the entities say now. */
  readonly before?: App;
  /** The tables as the migrations make them, where the entities do not tell. */
  readonly schema?: Schema;
  /** What existing rows get in new required columns: by `table.column`. */
  readonly backfills?: ReadonlyMap<string, unknown>;
}

/** A plan with the migration in it. */
export interface ModelPlan {
  readonly plan: Plan;
  /** The whole render that the plan comes from, by the paths of the kept copies. */
  readonly next: Tree;
  readonly steps: readonly Step[];
}

/** What is to be done to a project so that it has another model: files, migration, and what the database forgets. */
export async function planModel(
  project: OpenProject,
  after: App,
  options: ModelPlanOptions,
): Promise<ModelPlan> {
  const [migration, { schemaOf }, { lossesOf }] = await Promise.all([
    import('../render/render-migration.js'),
    import('../schema/schema.js'),
    import('../schema/losses.js'),
  ]);
  const { now, before = project.app, renames } = options;
  const all = await readTemplates();
  const templates = options.everything === true ? all : withoutNewMigrations(all, project);
  const existing = migrationsOf(project, templates);
  const schema = options.schema ?? schemaOf(before);
  const steps = withBackfills(
    migration.migrationSteps(before, after, renames, schema),
    options.backfills,
  );
  const file = migration.renderSteps(steps, { now, templates, existing });
  const wanted = { before, after, templates, existing, file };
  const { plan, next } = await planFiles(project, wanted, options);
  const settled = withSettled(withoutLeftOut(plan, project), project);
  return { plan: { ...settled, losses: lossesOf(steps, schema) }, next, steps };
}

/** What is to be done to a project so that it has another model, and no more. */
export async function planApp(project: OpenProject, after: App, now: Date): Promise<Plan> {
  return (await planModel(project, after, { now })).plan;
}

/** The migrations of a project, without those that every project has. */
export function migrationsOf({ mine }: Pick<OpenProject, 'mine'>, templates: Tree): string[] {
  return [...mine.keys()].filter(
    (path) => migrationMoment(path) !== null && !templates.has(`service/${path}`),
  );
}

/** A migration that a newer crudgen gives every project comes with `upgrade`: no list names it before it is there. */
function withoutNewMigrations(templates: Tree, { mine, base }: OpenProject): Tree {
  if (base === null) return templates;
  const isNew = (path: string): boolean => {
    const own = path.slice('service/'.length);
    return migrationMoment(own) !== null && !mine.has(own) && !base.has(own);
  };
  return new Map([...templates].filter(([path]) => !isNew(path)));
}

function withBackfills(
  steps: readonly Step[],
  backfills: ReadonlyMap<string, unknown> = new Map(),
): Step[] {
  return steps.map((step) => {
    if (step.do !== 'addColumn' && step.do !== 'changeColumn') return step;
    const key = `${step.table}.${step.column}`;
    return backfills.has(key) ? { ...step, backfill: backfills.get(key) } : step;
  });
}

/** The plan without the files that cannot be read as they are. */
function withoutLeftOut(plan: Plan, { leftOut }: OpenProject): Plan {
  const isThere = (path: string): boolean => ![...leftOut].some((one) => isWithin(path, one));
  const isRead = ({ path }: { readonly path: string }): boolean => isThere(path);
  return {
    ...plan,
    changes: plan.changes.filter(isRead),
    conflicts: plan.conflicts.filter(isRead),
    refused: plan.refused.filter(isRead),
    stayDeleted: plan.stayDeleted.filter(isThere),
  };
}

/** The plan with what git could not merge and structure could: its files and copies are changed from what is on disk. */
export function withSettled(plan: Plan, { settled, onDisk, mended }: OpenProject): Plan {
  const base = new Map([...mended, ...plan.base]);
  if (settled.size === 0) return { ...plan, base };
  const place = (one: { path: string; from?: string }): string => one.from ?? one.path;
  const before = (path: string) => (settled.has(path) ? onDisk.get(path) : undefined);
  const conflicts = plan.conflicts.map((one) => {
    const mine = before(place(one));
    return mine === undefined ? one : { ...one, mine };
  });
  const touched = new Set([...plan.changes, ...conflicts, ...plan.refused].map(place));
  const changes = plan.changes.map((change) => {
    const mine = before(place(change));
    return mine === undefined || change.kind === 'create' ? change : { ...change, mine };
  });
  const others = [...settled]
    .filter(([path]) => !touched.has(path))
    .map(([path, next]): Change => ({ kind: 'merge', path, mine: onDisk.get(path)!, next }));
  return { ...plan, conflicts, changes: [...changes, ...others], base };
}
