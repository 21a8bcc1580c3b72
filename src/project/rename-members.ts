import { entitiesOf } from '../code/code-index.js';
import type { Model } from '../model/model.js';
import { renameMembers } from '../refactor/rename-members.js';
import type { Tree } from '../tree.js';
import type { Workspace } from './workspace.js';

/** Renamed properties of a model's class: old -> new. */
export interface RenamedMembers {
  readonly model: Model;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Renames properties in their class: in the developer's file, its kept copy and the render before, so that the three compare
 * by one name. Where the developer's cannot be renamed, none is.
 */
export function renameMembersIn<T extends { readonly work: Workspace; readonly before: Tree }>(
  files: T,
  { model, names }: RenamedMembers,
): T {
  const { work, before } = files;
  const canonical = entitiesOf(before).find(({ table }) => table === model.table)?.path;
  const renamed = (tree: Tree): Tree => {
    const entities = entitiesOf(tree);
    const entity =
      entities.find(({ table }) => table === model.table) ??
      entities.find(({ path }) => path === canonical);
    if (!entity) return tree;
    const { path, name } = entity;
    return new Map(tree).set(path, renameMembers(path, tree.get(path)!, name, names));
  };
  const mine = renamed(work.mine);
  const isSame = [...mine].every(([path, text]) => work.mine.get(path) === text);
  if (isSame) return files;
  const base = work.base && renamed(work.base);
  return { ...files, work: { ...work, mine, base }, before: renamed(before) };
}
