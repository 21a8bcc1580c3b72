import { entitiesOf } from '../code/code-index.js';
import type { Model } from '../model/model.js';
import { renameMembers } from '../refactor/rename-members.js';
import type { Tree } from '../tree.js';
import type { Workspace } from './workspace.js';

/** Properties of a model's class under other names: old -> new. */
export interface RenamedMembers {
  readonly model: Model;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Renames properties where their class declares them: in the developer's file, in its kept copy and in the render before. However
 * a developer writes them, the three are compared by one name then. Where the developer's cannot be renamed, none is.
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
