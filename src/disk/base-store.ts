import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../tree.js';
import { readTree } from './read-tree.js';

/** The folder of the pristine copies. */
export const BASE = '.crudgen/base';
/** Marks the copies as generated for git, and sets their merge driver. */
export const BASE_ATTRIBUTES = '* linguist-generated -diff merge=crudgen\n';

const ACTIVE = /(^|\/)(\.git(?:ignore|attributes|modules)|\.npmrc)$/;

/** The path of the copy of a file; files that tools would pick up there get another name. */
export const basePath = (path: string): string =>
  `${BASE}/${ACTIVE.test(path) ? `${path}.base` : path}`;

const projectPath = (path: string): string =>
  ACTIVE.test(path.replace(/\.base$/, '')) ? path.replace(/\.base$/, '') : path;

/** The file of which a path is the copy; null for other paths. */
export const copyOf = (path: string): string | null =>
  path.startsWith(`${BASE}/`) && path !== `${BASE}/.gitattributes`
    ? projectPath(path.slice(BASE.length + 1))
    : null;

/** The pristine copies of a project on disk; empty without any. */
export function readBase(root: string): Tree {
  const folder = statSync(join(root, BASE), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return new Map();
  const copies = readTree(join(root, BASE), new Set());
  return new Map(
    [...copies]
      .filter(([path]) => path !== '.gitattributes')
      .map(([path, text]) => [projectPath(path), text]),
  );
}
