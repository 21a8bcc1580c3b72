import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBase } from '../disk/base-store.js';
import { readJournal, textNow } from '../disk/journal.js';
import { withLock } from '../disk/project-lock.js';
import { readTree } from '../disk/read-tree.js';
import { recover } from '../disk/recover.js';
import type { App } from '../model/model.js';
import type { Plan, Tree } from '../plan/plan.js';
import { type Problem, Refusal } from '../problem.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';

/** A project as it is on disk, and what its code says. */
export interface OpenProject {
  readonly root: string;
  readonly app: App;
  readonly mine: Tree;
}

const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url));

/** The files that projects are rendered from. */
export function readTemplates(): Promise<Tree> {
  return readTree(TEMPLATES, new Set(['node_modules', 'dist']));
}

/** The folder of the project that the user is in; refuses outside of one. */
export async function findRoot({ cwd }: Context): Promise<string> {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if ((await textNow(join(folder, 'crudgen.json'))) !== null) return folder;
    if (folder === dirname(folder)) break;
  }
  const message = `${start} is not in a crudgen project: no crudgen.json here or above`;
  throw new Refusal([
    {
      code: 'no-project',
      message,
      help: 'make one with: crudgen init, or name its folder with --cwd',
    },
  ]);
}

/** Reads the project that the user is in; what an interrupted command left is taken back first. */
export async function openProject(context: Context): Promise<OpenProject> {
  const root = await findRoot(context);
  if (!context.dryRun && (await readJournal(root)) !== null) {
    warn(context, await withLock(root, () => recover(root)));
  }
  const mine = await readTree(root);
  const { readProject } = await import('../read/read-project.js');
  const { app, problems } = readProject(mine);
  const errors = problems.filter(({ severity }: Problem) => severity !== 'warning');
  if (errors.length > 0) throw new Refusal(problems);
  warn(context, problems);
  return { root, app, mine };
}

/** What is to be done to a project so that it has another model. */
export async function planApp(
  { root, app, mine }: OpenProject,
  after: App,
  now: Date,
): Promise<Plan> {
  const [{ keepsBase, renderApp }, { MIGRATIONS, renderMigration }, { planChanges }] =
    await Promise.all([
      import('../render/render-project.js'),
      import('../render/migration/render-migration.js'),
      import('../plan/plan-changes.js'),
    ]);
  const [templates, base] = await Promise.all([readTemplates(), readBase(root)]);
  const existing = [...mine.keys()].filter(
    (path) => path.startsWith(`${MIGRATIONS}/`) && !templates.has(`service/${path}`),
  );
  const migration = renderMigration(app, after, { now, templates, existing });
  const rendered = renderApp(after, { templates, migrations: [...existing, ...migration.keys()] });
  const was = renderApp(app, { templates, migrations: existing });
  const next = base === null ? rendered : causedBy(was, rendered, base, templates);
  const plan = planChanges({ base, mine, next: new Map([...next, ...migration]) });
  return { ...plan, base: new Map([...plan.base].filter(([path]) => keepsBase(path))) };
}

/** The render with only what the change of the model caused: what a newer crudgen writes otherwise waits for `upgrade`. */
function causedBy(was: Tree, rendered: Tree, base: Tree, templates: Tree): Tree {
  const isStatic = (path: string) => templates.has(path) || templates.has(`service/${path}`);
  const caused = [...rendered].flatMap(([path, text]): [string, string][] => {
    if (was.get(path) !== text) return [[path, text]];
    const kept = base.get(path);
    if (kept !== undefined) return [[path, kept]];
    return isStatic(path) ? [] : [[path, text]];
  });
  const kept = [...base].filter(([path]) => !rendered.has(path) && !was.has(path));
  return new Map([...kept, ...caused]);
}

/** A plan that changes one file of the owner's, or nothing. */
export function planFileChange({ mine }: OpenProject, path: string, next: string): Plan {
  const now = mine.get(path);
  const change =
    now === undefined
      ? ({ kind: 'create', path, next } as const)
      : ({ kind: 'update', path, mine: now, next } as const);
  return {
    changes: now === next ? [] : [change],
    conflicts: [],
    refused: [],
    stayDeleted: [],
    base: new Map(),
    warnings: [],
  };
}
