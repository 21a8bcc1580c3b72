import { isDeepStrictEqual } from 'node:util';
import { exportedNames } from '../code/read-project.js';
import { isWithin } from '../code/unread-files.js';
import type { App, Model } from '../model/model.js';
import { filesAfter } from '../plan/files-after.js';
import { planChanges, underKeptPaths } from '../plan/plan-changes.js';
import type { OnRemoved } from '../plan/plan-file.js';
import type { Plan } from '../plan/plan.js';
import type { Problem } from '../problem.js';
import { findRenamed } from '../refactor/find-moves.js';
import type { Moves } from '../refactor/relocate.js';
import type { ExportNames } from '../refactor/rename-exports.js';
import { featureTables } from '../render/features.js';
import type { Registered } from '../render/render-registry.js';
import { keepsBase } from '../render/render-project.js';
import type { Schema } from '../schema/schema.js';
import type { Step } from '../schema/step.js';
import type { Tree } from '../tree.js';
import { demandListed } from './feature-changes.js';
import { unroutedModels } from './gone-parts.js';
import { landPlan } from './land-plan.js';
import { type LayoutMove, movedSince } from './layout-moves.js';
import { migrationsOf, withoutNewMigrations } from './migration-files.js';
import { movedKeys, moveFiles } from './move-files.js';
import { findOldExports, findOldNames, type OldName } from './old-names.js';
import { findOldPaths } from './old-paths.js';
import type { OpenProject } from './open-project.js';
import { type MigrationWish, planMigration } from './plan-migration.js';
import { type Known, readSynced } from './read-known.js';
import { type RenamedMembers, renameMembersIn } from './rename-members.js';
import { renameModelFiles } from './rename-model.js';
import { renderModels, withRegistry } from './render-models.js';
import { readTemplates } from './templates.js';
import { type Mode, threeTrees } from './three-trees.js';
import { type Edit, workOn, type Workspace } from './workspace.js';

/** What a command wants of a project. */
export interface ProjectChange extends Pick<MigrationWish, 'renames' | 'backfills'> {
  readonly mode: Mode;
  readonly after: App;
  readonly now: Date;
  /** What the kept copies and the migrations say; of no use to a `change`, which starts from what the code says. */
  readonly known?: Known;
  /** The tables as the migrations make them, where the entities do not tell. */
  readonly schema?: Schema;
  /** A model under another name, before and after: its files go with it. */
  readonly renamed?: readonly [Model, Model];
  /** Properties of a model under other names. */
  readonly members?: RenamedMembers;
  /** What becomes of files that crudgen no longer wants. */
  readonly removed?: OnRemoved;
  /** Changes of files that only their developer writes, such as `config/search.json`. */
  readonly edits?: readonly Edit[];
  /** Names that members of models lose, to be looked for in the developer's own code. */
  readonly oldNames?: readonly OldName[];
  /** What is to be said beside the plan. */
  readonly warnings?: readonly Problem[];
  /** Changes of the layout that `upgrade` brings; all that there are where nothing is said. */
  readonly layouts?: readonly LayoutMove[];
}

/** A plan with the migration in it. */
export interface ProjectPlan {
  readonly plan: Plan;
  /** The whole render that the plan comes from, by the paths of the kept copies. */
  readonly next: Tree;
  readonly steps: readonly Step[];
}

/**
 * What is to be done to a project so that it has another model, or says what its model says: the files are edited, both
 * models rendered, three trees compared, and the plan brought back to what is on disk. Nothing changes a plan after that.
 */
export async function planProject(
  project: OpenProject,
  change: ProjectChange,
): Promise<ProjectPlan> {
  const templates = templatesFor(project, change.mode);
  const { mode, after, known } = change;
  demandListed(project, templates);
  const before = mode === 'change' ? project.app : (known?.before ?? project.app);
  const existing = migrationsOf(project, templates);
  const { steps, own, file, losses } = planMigration({
    ...change,
    before: mode === 'sync' ? before : project.app,
    schema: change.schema ?? (mode === 'sync' ? known?.schema : undefined),
    templates,
    existing,
    featureTables: [tablesBefore(before, after, templates, known), featureTables(after, templates)],
  });
  if (mode === 'change' && own.length > 0) await readSynced(project);
  const models = { before, after, templates, existing, file, isWhole: mode === 'upgrade' };
  const rendered = renderModels(project, models);
  const isStatic = (path: string) =>
    [path, `service/${path}`, `service/${path}.ejs`].some((one) => templates.has(one));
  const stage = { project, change, ...editFiles(project, change, rendered), isStatic, file };
  const { plan, next } = compareNamed(stage, rendered.after);
  const landed = { ...landPlan(plan, project, stage.work), losses };
  const warnings = [
    ...landed.warnings,
    ...(change.warnings ?? []),
    ...findOldNames(landed, project, change.oldNames ?? []),
    ...findOldExports(landed, project, stage.exports ?? new Map()),
    ...(mode === 'upgrade' ? findOldPaths(filesAfter(landed, project.onDisk), stage.copies) : []),
  ];
  const completes = new Set(mode === 'upgrade' ? ['crudgen.json'] : []);
  return { plan: { ...landed, warnings, completes }, next, steps };
}

/** The tables that features have so far: as the migrations make them where those were read, else as the features say. */
function tablesBefore(before: App, after: App, templates: Tree, known?: Known): Schema {
  const had = featureTables(before, templates);
  const made = known?.migrated;
  if (made === undefined) return had;
  const names = new Set([...had.keys(), ...featureTables(after, templates).keys()]);
  return new Map([...made].filter(([name]) => names.has(name)));
}

/** The templates that a project is rendered from: without what only `upgrade` brings. */
function templatesFor(project: OpenProject, mode: Mode): Tree {
  const all = readTemplates();
  return mode === 'upgrade' ? all : withoutNewMigrations(all, project);
}

const NO_MOVES: Moves = new Map();

/** The files to plan over, and what goes with them. */
interface Edited {
  readonly work: Workspace;
  /** The render of the model before, under the paths of the copies to plan over. */
  readonly before: Tree;
  readonly paths: Readonly<Record<string, string>>;
  readonly exported: ReadonlyMap<string, string>;
  /** Path of a kept copy -> its path here, of those that have another one here. */
  readonly copies: Moves;
  /** What modules export under other names. */
  readonly exports?: ExportNames;
}

/** The files as the command edits them: a project that crudgen has no copies of is taken as it is first. */
function editFiles(
  project: OpenProject,
  { mode, edits, renamed, members, renames, layouts }: ProjectChange,
  rendered: { readonly before: Tree; readonly after: Tree },
): Edited {
  const { base, settings, exported } = project;
  const edited = workOn(project, base === null ? [] : edits);
  const moves =
    mode === 'upgrade' ? movedSince(settings.version, base?.keys() ?? [], layouts) : NO_MOVES;
  const work = moveFiles(edited, moves, rendered.after);
  const before = underKept(work.base, rendered.before);
  if (renamed === undefined || base === null) {
    const paths = movedKeys(settings.paths, moves);
    const files = { work, before, paths, exported, copies: moves };
    return members === undefined ? files : renameMembersIn(files, members);
  }
  const renders = { before: rendered.before, kept: before, after: rendered.after };
  const tables = new Map(Object.entries(renames?.tables ?? {}));
  return renameModelFiles(project, { ...work, base }, { ...renders, tables }, renamed);
}

interface Stage extends Edited {
  readonly project: OpenProject;
  readonly change: ProjectChange;
  readonly isStatic: (path: string) => boolean;
  /** The new migration. */
  readonly file: Tree;
}

interface Compared {
  readonly plan: Plan;
  readonly next: Tree;
}

/** The plan; what is merged may give a part of a model another name than the registry was rendered with, or a file. */
function compareNamed(stage: Stage, after: Tree): Compared {
  const { project, change, exported, work } = stage;
  const render = (registered: Registered) =>
    compare(stage, withRegistry(after, change.after, registered));
  // Endpoints may stand in what cannot be read.
  const base = project.leftOut.size === 0 ? work.base : null;
  const first = { exported, unrouted: unroutedModels(base, work.mine) };
  const planned = render(first);
  const classes = change.after.models.map(({ name }) => name);
  const files = filesAfter(planned.plan, work.mine);
  const then = {
    exported: exportedNames(files, classes),
    unrouted: unroutedModels(base, files),
  };
  return isDeepStrictEqual(then, first) ? planned : render(then);
}

function compare(stage: Stage, rendered: Tree): Compared {
  const { project, change, work, before, paths, isStatic, file } = stage;
  const { mode, removed, renames } = change;
  const { leftOut } = project;
  const renamedTables = new Map(Object.entries(renames?.tables ?? {}));
  const after = underKept(work.base, rendered, renamedTables);
  const trees = threeTrees({
    mode,
    kept: work.base,
    before,
    after,
    isStatic,
    merging: unsettled(stage),
  });
  const plan = planChanges({
    ...trees,
    base: work.base,
    mine: work.mine,
    next: new Map([...trees.next, ...file]),
    ...{ paths, renamedTables },
    isLeftOut: (path) => [...leftOut].some((one) => isWithin(path, one)),
    ...(removed !== undefined && { removed }),
  });
  return { plan: { ...plan, base: copiesOf(plan) }, next: trees.next };
}

/** The new copies of a plan; what is written once is copied as it is made. */
function copiesOf({ changes, base }: Plan): Plan['base'] {
  const made = changes.flatMap((one): [string, string][] =>
    one.kind === 'create' ? [[one.path, one.next]] : [],
  );
  return new Map([...made, ...base].filter(([path]) => keepsBase(path)));
}

/** What git could not merge, and copies that hold less than was written since: both sides of a block are left out of them. */
function unsettled({ project: { merging, mended }, copies }: Stage): ReadonlySet<string> {
  return new Set(
    [...merging, ...mended.keys()].flatMap((path) => [path, copies.get(path) ?? path]),
  );
}

/** A render under the paths that the kept copies have: files of a renamed class stay where they are. */
function underKept(
  base: Tree | null,
  rendered: Tree,
  tables: ReadonlyMap<string, string> = new Map(),
): Tree {
  return base === null ? rendered : underKeptPaths(rendered, findRenamed(base, rendered, tables));
}
