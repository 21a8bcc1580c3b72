import { fileURLToPath } from 'node:url';
import { readTree } from '../disk/read-tree.js';
import { once } from '../once.js';
import { withHouseStyle } from '../render/house-style.js';
import type { Tree } from '../tree.js';

const FOLDER = fileURLToPath(new URL('../../templates/', import.meta.url));

let templates: Tree | undefined;

/** The template files of crudgen; read once. */
export function readTemplates(): Tree {
  templates ??= readTree(FOLDER, new Set(['**/node_modules', '**/dist']));
  return templates;
}

const styled = once((style: Tree) => withHouseStyle(readTemplates(), style));

/** The templates of a project: those of crudgen, and its house style as it was applied. */
export const templatesOf = ({ applied }: { readonly applied: Tree }): Tree => styled(applied);
