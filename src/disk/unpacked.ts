import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How many packages of a folder are unpacked; npm makes the folders of all of them first. */
export interface Unpacked {
  readonly done: number;
  readonly all: number;
  /** Whether the SQLite driver is being compiled, because no binary of it could be downloaded. */
  readonly compiles: boolean;
}

/** Counts the packages in `node_modules` of a project; none before npm knows which ones it installs. */
export async function countUnpacked(root: string): Promise<Unpacked> {
  const folder = join(root, 'node_modules');
  const names = (await namesIn(folder)).filter((name) => !name.startsWith('.'));
  const scoped = await Promise.all(
    names
      .filter((name) => name.startsWith('@'))
      .map(async (scope) => (await namesIn(join(folder, scope))).map((name) => `${scope}/${name}`)),
  );
  const packages = [...names.filter((name) => !name.startsWith('@')), ...scoped.flat()];
  const there = await Promise.all(packages.map((name) => isThere(join(folder, name, MANIFEST))));
  const compiles = await isCompiling(join(folder, 'better-sqlite3', 'build'));
  return { done: there.filter(Boolean).length, all: packages.length, compiles };
}

/** Whether node-gyp has prepared a build that has not come to its end; a downloaded binary has no such preparation. */
const isCompiling = async (build: string): Promise<boolean> =>
  (await isThere(join(build, 'config.gypi'))) &&
  !(await isThere(join(build, 'Release', 'better_sqlite3.node')));

const MANIFEST = 'package.json';

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
