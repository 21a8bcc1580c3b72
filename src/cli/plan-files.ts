import type { App, Model } from '../model/model.js';
import { filesAfter } from '../plan/files-after.js';
import type { Plan, Tree } from '../plan/plan.js';
import type { Renames } from '../render/migration/rename-schema.js';
import type { OpenProject } from './project.js';
import { type RenamedFiles, renameFiles } from './rename-files.js';

/** How a project's files are to follow its model. */
export interface FilesOptions {
  readonly renames?: Renames;
  readonly removed?: 'refuse' | 'delete' | 'keep';
  /** A model under another name, before and after: its files go with it. */
  readonly renamed?: readonly [Model, Model];
  /** Everything that this crudgen writes otherwise than the one before, too. */
  readonly everything?: boolean;
}

/** The two models, and the migrations before and between them. */
export interface Wanted {
  readonly before: App;
  readonly after: App;
  readonly templates: Tree;
  readonly existing: readonly string[];
  /** The new migration; empty where the tables stay as they are. */
  readonly file: Tree;
}

/** The plan that brings a project's files to another model, and the render that it comes from. */
export async function planFiles(
  given: OpenProject,
  wanted: Wanted,
  options: FilesOptions,
): Promise<{ readonly plan: Plan; readonly next: Tree }> {
  const { keepsBase, renderApp } = await import('../render/render-project.js');
  const { exportedIn, MODELS_GEN } = await import('../render/render-registry.js');
  const { exportedNames } = await import('../read/read-project.js');
  const { before, after, templates, existing, file } = wanted;
  const tables = new Map(Object.entries(options.renames?.tables ?? {}));
  const render = (exported: ReadonlyMap<string, string>): Tree =>
    renderApp(after, { templates, migrations: [...existing, ...file.keys()], exported });
  const registered = exportedIn(given.base?.get(MODELS_GEN) ?? '');
  const first = renderApp(before, { templates, migrations: existing, exported: registered });
  const kept = await asKept(given.base, first, new Map());
  const renders = () => ({ before: first, kept, after: render(given.exported), tables });
  const moved =
    options.renamed === undefined || given.base === null
      ? null
      : await renameFiles(given, given.base, renders(), options.renamed);
  const comparison = { ...given, ...moved?.project, was: moved?.was ?? kept, moved, tables };
  const compared = (names: ReadonlyMap<string, string>) =>
    compare({ ...comparison, rendered: render(names) }, wanted, options);
  const { mine, exported } = comparison;
  const planned = await compared(exported);
  const classes = after.models.map(({ name }) => name);
  // What is merged may give a part of a model the name that the registry asks for.
  const names = exportedNames(filesAfter(planned.plan, mine), classes);
  const { plan, next } = isSame(names, exported) ? planned : await compared(names);
  const base = new Map([...plan.base].filter(([path]) => keepsBase(path)));
  return { plan: moved === null ? { ...plan, base } : moved.land({ ...plan, base }), next };
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([name, own]) => other.get(name) === own);

interface Comparison extends OpenProject {
  readonly was: Tree;
  readonly rendered: Tree;
  readonly moved: RenamedFiles | null;
  readonly tables: ReadonlyMap<string, string>;
}

async function compare(
  { mine, base, merging, settings, was, rendered, moved, tables }: Comparison,
  { templates, file }: Wanted,
  { everything, removed }: FilesOptions,
): Promise<{ plan: Plan; next: Tree }> {
  const { planChanges } = await import('../plan/plan-changes.js');
  const wanted = await asKept(base, rendered, tables);
  const next =
    base === null || everything === true
      ? wanted
      : causedBy({ was, rendered: wanted, base, templates, merging });
  const plan = planChanges({
    base,
    mine,
    next: new Map([...next, ...file]),
    paths: moved?.paths ?? settings.paths,
    renamedTables: tables,
    ...(removed === undefined ? {} : { removed }),
  });
  return { plan, next };
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
