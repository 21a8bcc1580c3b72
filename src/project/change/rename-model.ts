import { exportedNames } from '../../code/read-project.js';
import type { Model, ModelPart } from '../../model/model.js';
import { ownFiles } from '../../model/parts.js';
import { problem, refuseErrors } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { inProject, refactor, type Refactoring, type ModelWords } from '../../refactor/refactor.js';
import type { Moves } from '../../refactor/relocate.js';
import { takenNames } from '../../refactor/rename-exports.js';
import { renameMenuEntry } from '../../refactor/rename-menu-entry.js';
import { modelNames } from '../../render/model-names.js';
import { resourceOf } from '../../render/web/shown-fields.js';
import type { Tree } from '../../tree.js';
import { takenPaths, withMovedSettings } from './move-files.js';
import type { OpenProject } from '../open/open-project.js';
import { movedOrigins, type Refactored } from './workspace.js';

/**
 * Renames a model as a refactoring: folder, files, exports and all imports, so that only other changes are left to merge.
 * Refuses where a new path or name is taken.
 */
export function renameModelFiles(
  { settings, app }: OpenProject,
  work: Refactored,
  rendered: Omit<Refactoring, 'words'> & { readonly after: Tree },
  [from, to]: readonly [Model, Model],
): Refactored {
  const { mine, base, before } = work;
  const parts = refactoringOfParts(from, to);
  const refactoring = {
    paths: new Map([...rendered.paths, ...parts.paths]),
    names: new Map([...rendered.names, ...parts.names]),
    words: modelWords(from, to),
  };
  const own = inProject(refactoring, mine, base, findMoves(base, mine, settings.paths));
  requireFreeNames(mine, own.paths, takenNames(mine, own.names));
  const files = refactor(mine, own);
  const classes = app.models.map((model) => (model.name === from.name ? to.name : model.name));
  const trees = {
    mine: withMovedSettings(files, rendered.paths),
    base: refactor(base, refactoring),
    before: refactor(before, refactoring),
  };
  return {
    ...work,
    ...renameMenuEntry(trees, rendered.after, menuEntry(from), menuEntry(to)),
    origins: movedOrigins(work.origins, own.paths),
    exported: exportedNames(files, classes),
    moved: rendered.paths,
    renamed: new Map([...own.names].map(([path, names]) => [own.paths.get(path) ?? path, names])),
  };
}

const menuEntry = (model: Model) => ({ name: resourceOf(model), model: model.name });

/** The parts of a renamed model: those in its folder move with it, and default names follow. */
export function renamedParts(from: Model, to: Pick<Model, 'name'>): readonly ModelPart[] {
  const [old, now] = [modelNames(from), modelNames(to)];
  return (from.parts ?? []).map(({ kind, path, name }) => ({
    kind,
    path: path
      .replace(`${old.folder}/${old.file}.`, `${now.folder}/${now.file}.`)
      .replace(`${old.folder}/`, `${now.folder}/`),
    name: name === old[kind] ? now[kind] : name,
  }));
}

/** What has no kept copies: no render shows its new names. */
function refactoringOfParts(from: Model, to: Model): Pick<Refactoring, 'paths' | 'names'> {
  const now = ownFiles(to);
  const pairs = ownFiles(from).map((part, at) => [part, now[at] ?? part] as const);
  const moved = pairs.filter(([old, now]) => old.path !== now.path);
  const renamed = pairs.filter(([old, now]) => old.name !== now.name);
  return {
    paths: new Map(moved.map(([old, now]) => [old.path, now.path])),
    names: new Map(renamed.map(([old, now]) => [old.path, new Map([[old.name, now.name]])])),
  };
}

function modelWords(from: Model, to: Model): ModelWords {
  const [old, now] = [modelNames(from), modelNames(to)];
  return {
    name: [from.name, to.name],
    prefix: [from.prefix, to.prefix],
    titles: [
      [old.one, now.one],
      [`access to ${old.many}`, `access to ${now.many}`],
    ],
  };
}

function requireFreeNames(
  mine: Tree,
  paths: Moves,
  names: readonly { readonly path: string; readonly name: string }[],
): void {
  const problems = [
    ...takenPaths(mine, paths),
    ...names.map(({ path, name }) =>
      problem(
        'name-there',
        `${path} already contains the name \`${name}\``,
        'rename it, then run the command again',
      ),
    ),
  ];
  refuseErrors(problems);
}
