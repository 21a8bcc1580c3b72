import { folderOf, fileName } from '../../tree.js';
import { pathOfEntity } from '../../code/code-index.js';
import type { Model } from '../../model/model.js';
import { findMoves } from '../../refactor/find-moves.js';
import { relocate } from '../../refactor/relocate.js';
import { modelNames } from '../../render/model-names.js';
import type { OpenProject } from '../open/open-project.js';

type Project = Pick<OpenProject, 'mine' | 'base' | 'settings'>;

/** A file rendered for a model's canonical folder, beside the model's entity: the developer may have moved that. */
export function besideEntity(
  project: Project,
  model: Model,
  [path, text]: readonly [path: string, text: string],
): readonly [path: string, text: string] {
  const entity = pathOfEntity(project.mine, model.name) ?? path;
  const place = folderOf(entity) + fileName(path);
  return [place, textAt(project, model, place, text)];
}

/** The text of a file rendered for a model's canonical folder as it is at a path: with imports of what has moved. */
export function textAt(
  { mine, base, settings }: Project,
  model: Model,
  path: string,
  text: string,
): string {
  const { folder, file } = modelNames(model);
  const moves = new Map(findMoves(base, mine, settings.paths));
  const entity = pathOfEntity(mine, model.name);
  if (entity !== null) moves.set(`${folder}/${file}.model.ts`, entity);
  const canonical = `${folder}/${fileName(path)}`;
  return relocate(text, canonical, moves.set(canonical, path));
}
