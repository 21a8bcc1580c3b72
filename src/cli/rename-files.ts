import type { Model } from '../model/model.js';
import type { Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import type { Spoken } from '../refactor/rename-spoken.js';
import { Refusal } from '../problem.js';
import { namesOf } from '../render/model-names.js';
import type { OpenProject } from './project.js';

/** A project as if its owner had renamed a model all over, and the way back to what is on disk. */
export interface RenamedFiles {
  readonly project: OpenProject;
  /** The render before the change, renamed alike. */
  readonly was: Tree;
  /** The paths of crudgen.json, renamed alike. */
  readonly paths: Readonly<Record<string, string>>;
  readonly land: (plan: Plan) => Plan;
}

export interface Renders {
  readonly before: Tree;
  /** `before` by the paths of the kept copies. */
  readonly kept: Tree;
  readonly after: Tree;
  readonly tables: ReadonlyMap<string, string>;
}

/**
 * Renames a model in the project's files as a refactoring: folder, files, exports, and all who import them, so that
 * what is left to merge is what crudgen writes otherwise. Refuses where a new path or name is taken.
 */
export async function renameFiles(
  project: OpenProject,
  base: Tree,
  renders: Renders,
  [from, to]: readonly [Model, Model],
): Promise<RenamedFiles> {
  const { findRefactoring, inProject, refactor } = await import('../refactor/refactor.js');
  const { takenNames } = await import('../refactor/rename-exports.js');
  const { findMoves } = await import('../refactor/find-moves.js');
  const { landPlan } = await import('../refactor/land-plan.js');
  const { exportedNames } = await import('../code/read-project.js');
  const { before, kept, after, tables } = renders;
  const { mine, settings, app } = project;
  const classes = app.models.map(({ name }) => (name === from.name ? to.name : name));
  const refactoring = {
    ...findRefactoring(base, before, after, tables),
    spoken: spokenOf(from, to),
  };
  const own = inProject(refactoring, mine, base, findMoves(base, mine, settings.paths));
  demandFree(mine, own.paths, takenNames(mine, own.names));
  const [copies, files] = [refactor(base, refactoring), refactor(mine, own)];
  const renamed = (path: string) => refactoring.paths.get(path) ?? path;
  const paths = Object.entries(settings.paths).map(([path, place]) => [renamed(path), place]);
  const trees = {
    paths: own.paths,
    mine: { disk: mine, refactored: withPaths(files, refactoring.paths) },
    base: { disk: base, refactored: copies },
  };
  return {
    project: {
      ...project,
      mine: trees.mine.refactored,
      base: copies,
      exported: exportedNames(files, classes),
    },
    was: refactor(kept, refactoring),
    paths: Object.fromEntries(paths) as Record<string, string>,
    land: (plan) => landPlan(plan, trees),
  };
}

function spokenOf(from: Model, to: Model): Spoken {
  const [old, now] = [namesOf(from), namesOf(to)];
  return {
    name: [from.name, to.name],
    prefix: [from.prefix, to.prefix],
    titles: [
      [old.one, now.one],
      [`access to ${old.many}`, `access to ${now.many}`],
    ],
  };
}

const SETTINGS = 'crudgen.json';

/** What crudgen.json says of places goes by the new paths. */
function withPaths(files: Tree, paths: ReadonlyMap<string, string>): Tree {
  const text = files.get(SETTINGS);
  if (text === undefined) return files;
  const next = [...paths].reduce(
    (said, [from, to]) => said.replaceAll(`"${from}":`, `"${to}":`),
    text,
  );
  return new Map(files).set(SETTINGS, next);
}

function demandFree(
  mine: Tree,
  paths: ReadonlyMap<string, string>,
  names: readonly { readonly path: string; readonly name: string }[],
): void {
  const files = [...paths.values()].filter((path) => mine.has(path) && !paths.has(path));
  const problems = [
    ...files.map((path) => ({
      code: 'file-there',
      message: `${path} is there already, and a file of the model goes there`,
      help: 'move yours away, then type the command again',
    })),
    ...names.map(({ path, name }) => ({
      code: 'name-there',
      message: `${path} has something named \`${name}\` already`,
      help: 'give it another name, then type the command again',
    })),
  ];
  if (problems.length > 0) throw new Refusal(problems);
}
