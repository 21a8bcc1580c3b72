import { entitiesOf } from '../../code/code-index.js';
import type { Model } from '../../model/model.js';
import { renameMembers } from '../../refactor/edit-members.js';
import type { Tree } from '../../tree.js';
import type { Refactored } from './workspace.js';

/** Renamed properties of a model's class: old -> new. */
export interface RenamedMembers {
  readonly model: Model;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Renames properties in their class: in the developer's file, its kept copy and the render before, so that the three compare
 * by one name. Where the developer's cannot be renamed, none is.
 */
export function renameMembersIn(files: Refactored, { model, names }: RenamedMembers): Refactored {
  const { base, before } = files;
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
  const mine = renamed(files.mine);
  const isSame = [...mine].every(([path, text]) => files.mine.get(path) === text);
  return isSame ? files : { ...files, mine, base: renamed(base), before: renamed(before) };
}
