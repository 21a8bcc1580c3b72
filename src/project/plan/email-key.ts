import { entitiesOf } from '../../code/code-index.js';
import { EMAIL_KEY, USER } from '../../model/built-in.js';
import { setEmailKey } from '../../render/render-built-in.js';
import { applyStep } from '../../schema/engine/replay.js';
import { own, type Schema } from '../../schema/engine/schema.js';
import type { Tree } from '../../tree.js';

/** The present tables, of which those that `migrated` describes had no column for the keys of email addresses yet. */
export function withoutNewKey(present: Schema, migrated: Schema): Schema {
  const [users, made] = [present, migrated].map(({ tables }) => own(tables, USER.table));
  if (!users || !made || Object.hasOwn(made.columns, EMAIL_KEY)) return present;
  return applyStep(present, { do: 'dropColumn', table: USER.table, column: EMAIL_KEY });
}

/**
 * A render of the sources in which the class of users has the property of these keys where the code has it: it follows from
 * another column, so that its absence is no edit of the developer's, as it would be of any other property.
 */
export function withKeyAsIn(mine: Tree, render: Tree): Tree {
  const pathIn = (files: Tree) => entitiesOf(files).find(({ table }) => table === USER.table)?.path;
  const [own, path] = [pathIn(mine), pathIn(render)];
  if (own === undefined || path === undefined) return render;
  const has = new RegExp(`\\b${EMAIL_KEY}\\b`).test(mine.get(own)!);
  return new Map(render).set(path, setEmailKey(render.get(path)!, has));
}
