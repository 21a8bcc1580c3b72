import { entitiesOf } from '../../code/code-index.js';
import { EMAIL_KEY, USER } from '../../model/built-in.js';
import { setEmailKey } from '../../render/render-built-in.js';
import type { Tree } from '../../tree.js';

/**
 * A render of the sources in which the class of users has the property of these keys only if the code has it. The property follows from
 * another column. Its absence is therefore not an edit of the developer's, as the absence of any other property would be.
 */
export function withKeyAsIn(mine: Tree, render: Tree): Tree {
  const pathIn = (files: Tree) => entitiesOf(files).find(({ table }) => table === USER.table)?.path;
  const [own, path] = [pathIn(mine), pathIn(render)];
  if (own === undefined || path === undefined) return render;
  const has = new RegExp(`\\b${EMAIL_KEY}\\b`).test(mine.get(own)!);
  return new Map(render).set(path, setEmailKey(render.get(path)!, has));
}
