import { readFileSync, realpathSync, statSync } from 'node:fs';
import type { Packages } from '../code/typed-project.js';

/** The packages whose types matter for finding uses; others only cost time. */
const RELEVANT = /\/node_modules\/(?:typeorm|react-admin|ra-core)(?:\/|$)/;

const slashed = (path: string): string => path.replaceAll('\\', '/');

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
    root: slashed(root),
    has: (path) => isTelling(path) && stats(path)?.isFile() === true,
    read: (path) => readFileSync(path, 'utf8'),
    isFolder: (path) => stats(path)?.isDirectory() === true,
    realPath: (path) => orNothing(() => slashed(realpathSync(path))) ?? path,
  };
}
