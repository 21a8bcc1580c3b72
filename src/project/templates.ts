import { fileURLToPath } from 'node:url';
import { readTree } from '../disk/read-tree.js';
import type { Tree } from '../tree.js';

const FOLDER = fileURLToPath(new URL('../../templates/', import.meta.url));

let templates: Tree | undefined;

/** The template files; read once. */
export function readTemplates(): Tree {
  templates ??= readTree(FOLDER, new Set(['**/node_modules', '**/dist']));
  return templates;
}
