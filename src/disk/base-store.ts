import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../tree.js';
import { readTree } from './read-tree.js';

/** Where the pristine copies are kept. */
export const BASE = '.crudgen/base';
/** Tells git and its viewers that the copies are nobody's writing, and never in conflict. */
export const BASE_ATTRIBUTES = '* linguist-generated -diff merge=crudgen\n';

const ACTIVE = /(^|\/)(\.git(?:ignore|attributes|modules)|\.npmrc)$/;

/** Where the copy of a file is kept; files that would act where they lie get another name. */
export const basePath = (path: string): string =>
  `${BASE}/${ACTIVE.test(path) ? `${path}.base` : path}`;

const projectPath = (path: string): string =>
  ACTIVE.test(path.replace(/\.base$/, '')) ? path.replace(/\.base$/, '') : path;

/** The file that a path holds the copy of; null where it holds none. */
export const copyOf = (path: string): string | null =>
  path.startsWith(`${BASE}/`) && path !== `${BASE}/.gitattributes`
    ? projectPath(path.slice(BASE.length + 1))
    : null;

/** The pristine copies of a project as they are on disk; null where it has none at all. */
export function readBase(root: string): Tree | null {
  const folder = statSync(join(root, BASE), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return null;
  const copies = readTree(join(root, BASE), new Set());
  return new Map(
    [...copies]
      .filter(([path]) => path !== '.gitattributes')
      .map(([path, text]) => [projectPath(path), text]),
  );
}
