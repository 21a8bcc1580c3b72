import { isDeepStrictEqual } from 'node:util';
import { exportedNames } from '../../code/read-project.js';
import { isWithin } from '../../code/unread-files.js';
import type { App, Model } from '../../model/model.js';
import { filesAfter, type Plan } from '../../plan/plan.js';
import { planChanges, underKeptPaths } from '../../plan/plan-changes.js';
import { refuseErrors } from '../../problem.js';
import { findRenamed } from '../../refactor/find-moves.js';
import { findRefactoring } from '../../refactor/refactor.js';
import { type Feature, featuresIn, featureTables } from '../../render/features.js';
import { projectPaths } from '../../render/project-files.js';
import type { Registered } from '../../render/render-registry.js';
import { keepsBase } from '../../render/render-project.js';
import type { Schema, TableStep } from '../../schema/engine/schema.js';
import type { Tree } from '../../tree.js';
import { VERSION } from '../../version.js';
import { withKeyAsIn } from './email-key.js';
import { withFeatureSides } from './conflict-sides.js';
import { requireListedFeatures } from '../change/feature-changes.js';
import type { ProjectChange } from '../change/project-change.js';
import { rebasePlan } from './rebase-plan.js';
import { changedSince } from '../history/layout-moves.js';
import { plannedOriginals, styleCopies, unappliedStyle } from '../open/house-style.js';
import { installedCopies } from '../open/installed-features.js';
import { lostPackages } from '../tell/lost-packages.js';
import { migrationsOf, withoutNewMigrations } from '../open/migration-files.js';
import { withMovedKeys, moveFiles } from './move-files.js';
import { findGoneExports } from '../tell/gone-exports.js';
import { goneAt, withGonePlaces } from '../history/gone-declarations.js';
import { findOldExports, findOldModels, findOldNames } from '../tell/old-names.js';
import { findOldPaths } from '../tell/old-paths.js';
import type { OpenProject } from '../open/open-project.js';
import { withOrphans } from '../tell/orphans.js';
import { type MigrationInput, planMigration } from './plan-migration.js';
import { readSyncedState, requireSynced, type SyncedState } from '../open/read-synced-state.js';
import { renameMembersIn } from '../change/rename-members.js';
import { renameModelFiles } from '../change/rename-model.js';
import { keepDashboard } from '../change/keep-dashboard.js';
import { keepLists } from '../change/keep-lists.js';
import { renderModels, type TemplatesOfBoth, withRegistry } from './render-models.js';
import { requireSaidModels } from './styled-sources.js';
import { takenPrefixes } from '../tell/taken-prefixes.js';
import { templatesOf } from '../open/templates.js';
import { threeTrees } from './three-trees.js';
import { type Edited, workOn } from '../change/workspace.js';

/** A plan, with the steps of its migration. */
export interface ProjectPlan {
  readonly plan: Plan;
  /** The whole render behind the plan, by the paths of the kept copies. */
  readonly next: Tree;
  readonly steps: readonly TableStep[];
}

/**
 * Plans a change of a project: the files are edited, both models rendered, three trees compared, and the plan rebased onto
 * what is on disk. Nothing changes a plan after that.
 */
export function planProject(project: OpenProject, change: ProjectChange, now: Date): ProjectPlan {
  const { mode } = change;
  const known = change.mode === 'change' ? undefined : change.known;
  const { renames, backfills } = toldWith(change);
  const both = templatesFor(project, change);
  const templates = both.after;
  requireListedFeatures(project, both);
  const before = mode === 'change' ? project.app : (known?.before ?? project.app);
  const listed = mode === 'change' ? keepLists(before, change.after) : change.after;
  const isKept = mode !== 'upgrade';
  const after = isKept ? keepDashboard(before, listed, project.mine, renames) : listed;
  const existing = migrationsOf(project.mine, templates);
  const { steps, own, file, losses } = planMigration({
    ...{ after, now, renames, backfills },
    before: mode === 'sync' ? before : project.app,
    schema: schemaBefore(change),
    templates,
    existing,
    featureTables: [
      tablesBefore(before, after, both, known ?? foundAgain(project, both)),
      featureTables(after, templates),
    ],
  });
  if (mode === 'change' && own.length > 0) requireSynced(project);
  const isWhole = mode === 'upgrade';
  const changed = isWhole ? after.models : newModels(before, after);
  requireSaidModels(project, after, changed, templates);
  const rendered = withStyle(
    renderModels(project, { before, after, templates: both, existing, file, isWhole }),
    project,
    change,
  );
  const isStatic = (path: string) => projectPaths(templates).has(path);
  const stage = {
    ...{ project, change, templates, isStatic, file },
    ...editFiles(project, change, rendered),
  };
  const { plan, next } = compareWithRegistry(stage, rendered.after);
  const onDisk = rebasePlan(plan, project, stage);
  const told = withGonePlaces(onDisk.conflicts, stage.gone ?? new Map());
  const conflicts = withFeatureSides(told, installedAfter(project, change));
  const rebased = withOrphans({ ...onDisk, conflicts, losses }, project, change.removed);
  if (mode !== 'upgrade') refuseErrors(takenPrefixes(filesAfter(rebased, project.onDisk), after));
  const warnings = warningsOf(rebased, stage, before);
  const completes = new Set(mode === 'upgrade' ? ['crudgen.json'] : []);
  const copies = new Map([
    ...rebased.base,
    ...styleCopies(project, styleAfter(project, change)),
    ...installedCopies(project.installed, installedAfter(project, change)),
  ]);
  return { plan: { ...rebased, base: copies, warnings, completes }, next, steps };
}

/** What the developer is told beside the changes of a plan. */
function warningsOf(plan: Plan, { project, change, exports, copies, gone }: Stage, before: App) {
  const { warnings = [], oldNames = [] } = change.mode === 'change' ? change : {};
  return [
    ...plan.warnings,
    ...lostPackages(plan, project),
    ...(change.style === undefined ? unappliedStyle(project) : []),
    ...warnings,
    ...findOldNames(plan, project, oldNames),
    ...findOldModels(plan, project, goneModels(before, change)),
    ...findOldExports(plan, project, exports ?? new Map()),
    ...(change.mode === 'upgrade'
      ? [
          ...findOldPaths(filesAfter(plan, project.onDisk), copies),
          ...findGoneExports(plan, project, gone),
        ]
      : []),
  ];
}

/** What the developer said of tables, columns and values; an upgrade changes none. */
const toldWith = (change: ProjectChange): Pick<MigrationInput, 'renames' | 'backfills'> =>
  change.mode === 'upgrade' ? {} : change;

const newModels = (before: App, { models }: App): readonly Model[] =>
  models.filter((model) => !before.models.includes(model));

const installedAfter = ({ installed }: OpenProject, change: ProjectChange): Tree =>
  (change.mode === 'change' ? change.installed : undefined) ?? installed;

const styleAfter = ({ applied }: OpenProject, { style = applied }: ProjectChange): Tree => style;

/** A render with the originals of the house style, which are files of the project, too. */
function withStyle(
  rendered: { readonly before: Tree; readonly after: Tree },
  project: OpenProject,
  change: ProjectChange,
) {
  const { before, after } = rendered;
  const { applied } = project;
  if (applied.size + styleAfter(project, change).size === 0) return rendered;
  const files = { base: project.base, mine: workOn(project, change.edits).mine };
  return {
    before: new Map([...before, ...plannedOriginals(applied, files)]),
    after: new Map([...after, ...plannedOriginals(styleAfter(project, change), files)]),
  };
}

/** The tables from which the migration of a command starts, where that is not the schema of its first model. */
function schemaBefore(change: ProjectChange): Schema | undefined {
  if (change.mode === 'sync') return change.known.schema;
  return change.mode === 'change' ? change.schema : undefined;
}

/** The models that a change removes; a renamed one stays. */
function goneModels(before: App, change: ProjectChange): readonly Model[] {
  const { after } = change;
  const { renames } = toldWith(change);
  const tables = new Set(after.models.map(({ table }) => table));
  return before.models.filter(({ table }) => !tables.has(renames?.tables[table] ?? table));
}

/** The present tables of features: as the migrations create them where those were read, else as the features define them. */
function tablesBefore(
  before: App,
  after: App,
  templates: TemplatesOfBoth,
  known?: SyncedState,
): Schema {
  const had = featureTables(before, templates.before);
  const made = known?.migrated;
  if (made === undefined) return had;
  const has = featureTables(after, templates.after);
  const names = new Set([had, has].flatMap(({ tables }) => Object.keys(tables)));
  const tables = Object.entries(made.tables).filter(([name]) => names.has(name));
  return { tables: Object.fromEntries(tables) };
}

/** The tables of a project to which a feature of others comes back after its pack was lost: its own are there already. */
function foundAgain(
  project: OpenProject,
  { before, after }: TemplatesOfBoth,
): SyncedState | undefined {
  const had = new Set(featuresIn(before).map(({ name }) => name));
  const isFound = ({ name }: Feature) => project.settings.features.includes(name) && !had.has(name);
  return featuresIn(after).some(isFound) ? readSyncedState(project) : undefined;
}

/** The templates for a project in its house style, without migrations that only `upgrade` brings. */
function templatesFor(project: OpenProject, change: ProjectChange): TemplatesOfBoth {
  const templates = (installed: Tree): Tree => {
    const all = templatesOf({ applied: styleAfter(project, change), installed });
    return change.mode === 'upgrade' ? all : withoutNewMigrations(all, project);
  };
  const after = templates(installedAfter(project, change));
  // One tree where both are alike: what is made of one is remembered.
  const isSame = installedAfter(project, change) === project.installed;
  return { before: isSame ? after : templates(project.installed), after };
}

const SAME_LAYOUT = changedSince(VERSION, []);

/** Applies the edits of a command. */
function editFiles(
  project: OpenProject,
  change: ProjectChange,
  rendered: { readonly before: Tree; readonly after: Tree },
): Edited {
  const { settings, exported } = project;
  const layout =
    change.mode === 'upgrade'
      ? changedSince(settings.version, project.base.keys(), change.layouts)
      : SAME_LAYOUT;
  const kept = (change.mode === 'upgrade' ? change.base : undefined) ?? project.base;
  const files = workOn({ ...project, base: kept }, change.edits);
  const work = moveFiles(files, layout, rendered.after);
  const { base } = work;
  const before = underKept(base, rendered.before);
  const paths = withMovedKeys(settings.paths, layout.moves);
  const edited = { ...work, before, paths, exported, copies: layout.moves, gone: goneAt(layout) };
  if (change.mode !== 'change') return edited;
  const { members, renamed, renames } = change;
  if (members !== undefined) return renameMembersIn(edited, members);
  if (renamed === undefined) return edited;
  const tables = new Map(Object.entries(renames?.tables ?? {}));
  const found = findRefactoring(base, rendered.before, rendered.after, tables);
  return renameModelFiles(project, edited, { ...found, after: rendered.after }, renamed);
}

/** All that the trees of a plan are made of. */
interface Stage extends Edited {
  readonly project: OpenProject;
  readonly change: ProjectChange;
  readonly templates: Tree;
  readonly isStatic: (path: string) => boolean;
  /** The new migration. */
  readonly file: Tree;
}

interface Compared {
  readonly plan: Plan;
  readonly next: Tree;
}

/** Compares again where merging gave a part of a model another name or file than the registry was rendered with. */
function compareWithRegistry(stage: Stage, after: Tree): Compared {
  const { project, change, templates, exported, mine } = stage;
  const models = { app: change.after, templates };
  const render = (registered: Registered) =>
    compare(stage, withRegistry(project, after, models, registered));
  const first = { exported };
  const planned = render(first);
  const classes = change.after.models.map(({ name }) => name);
  const then = { exported: exportedNames(filesAfter(planned.plan, mine), classes) };
  return isDeepStrictEqual(then, first) ? planned : render(then);
}

function compare(stage: Stage, rendered: Tree): Compared {
  const { project, change, mine, base, before, paths, isStatic, file } = stage;
  const { mode, removed } = change;
  const renamedTables = new Map(Object.entries(toldWith(change).renames?.tables ?? {}));
  const after = underKept(base, rendered, renamedTables);
  const merging = unresolvedPaths(stage);
  const trees = threeTrees({ mode, kept: base, before, after, isStatic, merging });
  const plan = planChanges({
    ...trees,
    ...(mode === 'sync' && { current: withKeyAsIn(mine, trees.current!) }),
    ...{ base, mine, paths, renamedTables },
    next: new Map([...trees.next, ...file]),
    isUnread: (path) => [...project.unreadFiles].some((one) => isWithin(path, one)),
    ...(removed !== undefined && { removed }),
  });
  return { plan: { ...plan, base: copiesOf(plan) }, next: trees.next };
}

/** The new copies of a plan; files that are written once are copied on creation. */
function copiesOf({ changes, base }: Plan): Plan['base'] {
  const made = changes.flatMap((one): [string, string][] =>
    one.kind === 'create' ? [[one.path, one.next]] : [],
  );
  return new Map([...made, ...base].filter(([path]) => keepsBase(path)));
}

/** Files that git could not merge, and repaired copies, which lack both sides of each conflict. */
function unresolvedPaths({ project: { merging, repaired }, copies }: Stage): ReadonlySet<string> {
  return new Set(
    [...merging, ...repaired.keys()].flatMap((path) => [path, copies.get(path) ?? path]),
  );
}

/** A render under the paths of the kept copies: files of a renamed class stay where they are. */
function underKept(
  base: Tree,
  rendered: Tree,
  tables: ReadonlyMap<string, string> = new Map(),
): Tree {
  return underKeptPaths(rendered, findRenamed(base, rendered, tables));
}
