import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldersAbove } from './folders.js';
import type { Packages } from '../code/language-service.js';

/** The packages whose types matter for finding uses; others only cost time. */
const RELEVANT = /\/node_modules\/(?:typeorm|typescript|react-admin|ra-core)(?:\/|$)/;

const plain = (path: string): string => path.replaceAll('\\', '/');

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The relevant installed packages of a project, read on demand. */
export function packagesOf(root: string): Packages {
  const isTelling = (path: string): boolean => RELEVANT.test(path);
  const stats = (path: string) => orNothing(() => statSync(path));
  return {
    root: plain(root),
    types: typesBelow(root),
    has: (path) => isTelling(path) && stats(path)?.isFile() === true,
    read: (path) => (isTelling(path) ? orNothing(() => readFileSync(path, 'utf8')) : undefined),
    isFolder: (path) => stats(path)?.isDirectory() === true,
    realPath: (path) => orNothing(() => plain(realpathSync(path))) ?? path,
  };
}

/** The folder of TypeScript's lib files, in the project or above it; null without one. */
function typesBelow(root: string): string | null {
  const places = foldersAbove(root).map((folder) => join(folder, 'node_modules/typescript/lib'));
  const found = places.find((place) => orNothing(() => statSync(place)) !== undefined);
  return found === undefined ? null : plain(found);
}
