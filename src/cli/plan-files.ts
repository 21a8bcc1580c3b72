import type { App, Model } from '../model/model.js';
import { filesAfter } from '../plan/files-after.js';
import type { Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import type { Renames } from '../schema/rename-schema.js';
import type { OpenProject } from './project.js';
import { exportedClass } from '../code/definitions.js';
import { isCode, parseCode } from '../code/typescript.js';
import { type RenamedFiles, renameFiles } from './rename-files.js';

/** How a project's files are to follow its model. */
export interface FilesOptions {
  readonly renames?: Renames;
  readonly removed?: 'refuse' | 'delete' | 'keep';
  /** A model under another name, before and after: its files go with it. */
  readonly renamed?: readonly [Model, Model];
  /** Everything that this crudgen writes otherwise than the one before, too. */
  readonly everything?: boolean;
  /** The model that the kept copies say, where that is not the one before. */
  readonly known?: App;
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
  const { exportedIn, migrationsIn, MIGRATIONS_GEN, MODELS_GEN } =
    await import('../render/render-registry.js');
  const { exportedNames } = await import('../code/read-project.js');
  const { before, after, templates, existing, file } = wanted;
  const tables = new Map(Object.entries(options.renames?.tables ?? {}));
  const migrationClasses = classesOf(existing, given.mine);
  const migrations = [...existing, ...file.keys()];
  const render = (exported: ReadonlyMap<string, string>): Tree =>
    renderApp(after, { templates, migrations, migrationClasses, exported });
  const registered = exportedIn(given.base?.get(MODELS_GEN) ?? '');
  const listed = migrationsIn(given.base?.get(MIGRATIONS_GEN) ?? '');
  const first = renderApp(before, {
    templates,
    migrations: given.base === null ? existing : [...listed.keys()],
    migrationClasses: listed,
    exported: registered,
  });
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

/** The class that each migration exports. */
function classesOf(paths: readonly string[], files: Tree): Map<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const name = exportedClass(parseCode(path, files.get(path) ?? ''));
      return name === null ? [] : [[path, name]];
    }),
  );
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
  { app, mine, base, merging, settings, was, rendered, moved, tables }: Comparison,
  { before, after, templates, file }: Wanted,
  { everything, known, removed }: FilesOptions,
): Promise<{ plan: Plan; next: Tree }> {
  const { planChanges, SOURCE } = await import('../plan/plan-changes.js');
  const wanted = await asKept(base, rendered, tables);
  const said = app === before ? was : app === after ? wanted : null;
  const isSource = (path: string) => said !== null && SOURCE.test(path);
  const next =
    base === null || everything === true
      ? wanted
      : causedBy({ was, rendered: wanted, base, templates, merging, isSource });
  const sources =
    everything !== true
      ? said && { said, was }
      : base && { said: await inKeptWords(base, known, { templates, wanted }), was: base };
  const plan = planChanges({
    base,
    ...(sources === null ? {} : { sources }),
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
  const { findRenamed } = await import('../refactor/find-moves.js');
  return underKeptPaths(rendered, findRenamed(base, rendered, tables));
}

/** The kept copies as the crudgen that wrote them would write them for the model as the code says it now. */
async function inKeptWords(
  base: Tree,
  known: App | undefined,
  { templates, wanted }: { readonly templates: Tree; readonly wanted: Tree },
): Promise<Tree> {
  if (known === undefined) return base;
  const { renderApp } = await import('../render/render-project.js');
  const { mergeText } = await import('../merge/merge-text.js');
  const was = await asKept(base, renderApp(known, { templates, migrations: [] }), new Map());
  return new Map(
    [...base].map(([path, mine]): [string, string] => {
      const [from, next] = [was.get(path), wanted.get(path)];
      if (from === undefined || next === undefined || from === next || !isCode(path))
        return [path, mine];
      return [path, mergeText(path, { base: from, mine, next }).settled.takeTheirs];
    }),
  );
}

interface Cause {
  readonly was: Tree;
  readonly rendered: Tree;
  readonly base: Tree;
  readonly templates: Tree;
  readonly merging: ReadonlySet<string>;
  /** Files that are merged from what the code says now, newer crudgen or not. */
  readonly isSource: (path: string) => boolean;
}

/** The render with only what the change of the model caused: what a newer crudgen writes otherwise waits for `upgrade`. */
function causedBy({ was, rendered, base, templates, merging, isSource }: Cause): Tree {
  const isStatic = (path: string) => templates.has(path) || templates.has(`service/${path}`);
  const caused = [...rendered].flatMap(([path, text]): [string, string][] => {
    if (was.get(path) !== text || merging.has(path) || isSource(path)) return [[path, text]];
    const kept = base.get(path);
    if (kept !== undefined) return [[path, kept]];
    return isStatic(path) ? [] : [[path, text]];
  });
  const kept = [...base].filter(([path]) => !rendered.has(path) && !was.has(path));
  return new Map([...kept, ...caused]);
}
