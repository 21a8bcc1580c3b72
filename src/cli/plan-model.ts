import type { App, Model } from '../model/model.js';
import type { Change, Plan, Tree } from '../plan/plan.js';
import type { Loss } from '../render/migration/losses.js';
import type { Renames } from '../render/migration/rename-schema.js';
import type { Schema } from '../render/migration/schema.js';
import type { Step } from '../render/migration/step.js';
import { readTemplates, type OpenProject } from './project.js';
import { renameFiles } from './rename-files.js';

/** What a plan depends on besides the two models. */
export interface ModelPlanOptions {
  readonly now: Date;
  /** What the derived files were made of, where that is not what the entities say now. */
  readonly before?: App;
  /** The tables as the migrations make them, where the entities do not tell. */
  readonly schema?: Schema;
  readonly renames?: Renames;
  /** What existing rows get in new required columns: by `table.column`. */
  readonly backfills?: ReadonlyMap<string, unknown>;
  readonly removed?: 'refuse' | 'delete' | 'keep';
  /** A model under another name, before and after: its files go with it. */
  readonly renamed?: readonly [Model, Model];
  /** Everything that this crudgen writes otherwise than the one before, too. */
  readonly everything?: boolean;
}

/** A plan with the migration in it, and what that does to rows. */
export interface ModelPlan {
  readonly plan: Plan;
  /** The whole render that the plan comes from, by the paths of the kept copies. */
  readonly next: Tree;
  readonly steps: readonly Step[];
  readonly losses: readonly Loss[];
}

/** What is to be done to a project so that it has another model: files, migration, and what the database forgets. */
export async function planModel(
  given: OpenProject,
  after: App,
  options: ModelPlanOptions,
): Promise<ModelPlan> {
  const [renderer, migration, { schemaOf }, { lossesOf }, { planChanges }] = await Promise.all([
    import('../render/render-project.js'),
    import('../render/migration/render-migration.js'),
    import('../render/migration/schema.js'),
    import('../render/migration/losses.js'),
    import('../plan/plan-changes.js'),
  ]);
  const { now, before = given.app, renames } = options;
  const templates = await readTemplates();
  const existing = migrationsOf(given, templates);
  const schema = options.schema ?? schemaOf(before);
  const steps = withBackfills(
    migration.migrationSteps(before, after, renames, schema),
    options.backfills,
  );
  const file = migration.renderSteps(steps, { now, templates, existing });
  const tables = new Map(Object.entries(renames?.tables ?? {}));
  const render = (app: App, migrations: readonly string[], exported = given.exported) =>
    renderer.renderApp(app, { templates, migrations, exported });
  const all = [...existing, ...file.keys()];
  const first = render(before, existing, new Map());
  const kept = await asKept(given.base, first, new Map());
  const moved =
    options.renamed === undefined || given.base === null
      ? null
      : await renameFiles(
          given,
          given.base,
          { before: first, kept, after: render(after, all), tables },
          options.renamed,
        );
  const { mine, base, exported, merging } = moved?.project ?? given;
  const rendered = await asKept(base, render(after, all, exported), tables);
  const was = moved?.was ?? kept;
  const next =
    base === null || options.everything === true
      ? rendered
      : causedBy({ was, rendered, base, templates, merging });
  const plan = planChanges({
    base,
    mine,
    next: new Map([...next, ...file]),
    paths: moved?.paths ?? given.settings.paths,
    renamedTables: tables,
    ...(options.removed === undefined ? {} : { removed: options.removed }),
  });
  const copies = new Map([...plan.base].filter(([path]) => renderer.keepsBase(path)));
  const landed = (moved?.land ?? same)({ ...plan, base: copies });
  return { plan: withSettled(landed, given), next, steps, losses: lossesOf(steps, schema) };
}

const same = (plan: Plan): Plan => plan;

/** What is to be done to a project so that it has another model, and no more. */
export async function planApp(project: OpenProject, after: App, now: Date): Promise<Plan> {
  return (await planModel(project, after, { now })).plan;
}

/** The migrations of a project, without those that every project has. */
export function migrationsOf({ mine }: Pick<OpenProject, 'mine'>, templates: Tree): string[] {
  return [...mine.keys()].filter(
    (path) =>
      /^src\/database\/migrations\/\d{14}-[^/]*\.ts$/.test(path) &&
      !templates.has(`service/${path}`),
  );
}

/** A render under the paths that the kept copies have: files of a renamed class stay where they are. */
async function asKept(
  base: Tree | null,
  rendered: Tree,
  tables: ReadonlyMap<string, string>,
): Promise<Tree> {
  if (base === null) return rendered;
  const { underKeptPaths } = await import('../plan/plan-changes.js');
  const { findRenamed } = await import('../plan/find-moves.js');
  return underKeptPaths(rendered, findRenamed(base, rendered, tables));
}

interface Cause {
  readonly was: Tree;
  readonly rendered: Tree;
  readonly base: Tree;
  readonly templates: Tree;
  readonly merging: ReadonlySet<string>;
}

/** The render with only what the change of the model caused: what a newer crudgen writes otherwise waits for `upgrade`. */
function causedBy({ was, rendered, base, templates, merging }: Cause): Tree {
  const isStatic = (path: string) => templates.has(path) || templates.has(`service/${path}`);
  const caused = [...rendered].flatMap(([path, text]): [string, string][] => {
    if (was.get(path) !== text || merging.has(path)) return [[path, text]];
    const kept = base.get(path);
    if (kept !== undefined) return [[path, kept]];
    return isStatic(path) ? [] : [[path, text]];
  });
  const kept = [...base].filter(([path]) => !rendered.has(path) && !was.has(path));
  return new Map([...kept, ...caused]);
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

/** The plan with what git could not merge and structure could: its files are changed from what is on disk. */
export function withSettled(plan: Plan, { settled, onDisk }: OpenProject): Plan {
  if (settled.size === 0) return plan;
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
  return { ...plan, conflicts, changes: [...changes, ...others] };
}
