import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * The sets of packages that a checkout can have, the smallest first: those in the root's package.json, and those in the
 * package.json of the named workspaces.
 */
const WORKSPACES = {
  /** To run crudgen, and to build it without looking at types. */
  crudgen: [],
  /** To build and serve the examples, too. */
  examples: ['examples'],
  /** For the quick ring of tests, too. */
  tests: ['examples', 'test'],
  all: ['examples', 'test', 'test/tools'],
};
const SETS = Object.keys(WORKSPACES);

/**
 * Why a set of packages has to be installed, in words; null where it is there. For `crudgen` alone it is only looked whether
 * the packages are there, which takes a millisecond.
 */
export function packagesProblem(root, set = 'crudgen') {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 'the packages of crudgen are not installed';
  // npm writes it when it is done.
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return 'an earlier installation of its packages did not finish';
  const lost = Object.keys(readJson(root, 'package.json').dependencies).find(
    (name) => !existsSync(join(modules, name, 'package.json')),
  );
  if (lost !== undefined) return `the package ${lost} is missing`;
  return set === 'crudgen' ? null : (differenceFromLock(root, set) ?? driverProblem(root));
}

/** A set, or the larger one that is installed: what is there is never replaced by less. */
export function setToInstall(root, set) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return set;
  const { packages } = readJson(root, 'node_modules/.package-lock.json');
  const isThere = (one) => WORKSPACES[one].every((workspace) => workspace in packages);
  return SETS.findLast((one) => one === set || isThere(one));
}

/**
 * Whether npm can add what a set lacks to what is there, which other processes go on using: `npm ci` would remove it first.
 * It can if crudgen's own packages are there alone, as package-lock.json says, and npm has nothing to choose. An addition that
 * did not finish leaves packages that nobody can trust.
 */
export function canAdd(root, set) {
  if (packagesProblem(root) !== null || existsSync(join(root, ADDING))) return false;
  const isAlone = setToInstall(root, 'crudgen') === 'crudgen';
  return isAlone && differenceFromLock(root, 'crudgen') === null && isLocked(root, set);
}

/** There while packages are added to others. `npm ci` removes it with all that is in its folder. */
export const ADDING = join('node_modules', '.adding-packages');

/** Whether package-lock.json was made of the package.json files of a set. */
function isLocked(root, set) {
  const { packages } = readJson(root, 'package-lock.json');
  return ['', ...WORKSPACES[set]].every((folder) => {
    const asked = readJson(root, join(folder, 'package.json'));
    return KINDS.every((kind) => isDeepStrictEqual(asked[kind], packages[folder][kind]));
  });
}
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** The options by which npm installs a set. */
export function npmOptions(set) {
  if (set === 'all') return [];
  const names = WORKSPACES[set].map((workspace) => `--workspace=${workspace}`);
  return names.length === 0 ? ['--workspaces=false'] : [...names, '--include-workspace-root'];
}

/** How many packages of a set are there, and how many it has: what npm has done so far. */
export function packagesIn(root, set) {
  const needed = neededPackages(root, set);
  const there = needed.filter(([path]) => existsSync(join(root, path, 'package.json')));
  return { there: there.length, all: needed.length };
}

/** What npm has done so far of installing a set, in words. */
export function installedSoFar(root, set) {
  const { there, all } = packagesIn(root, set);
  if (there < all) return `${there} of ${all} packages`;
  const build = join(root, 'node_modules', 'better-sqlite3', 'build');
  // node-gyp writes its settings before it compiles; a downloaded binary has none.
  const compiles =
    existsSync(join(build, 'config.gypi')) &&
    !existsSync(join(build, 'Release', 'better_sqlite3.node'));
  return compiles
    ? "running install scripts: SQLite's driver compiles for some minutes, as no binary could be downloaded"
    : `running install scripts of ${all} packages`;
}

/** The first package that is not installed as package-lock.json says; those for other systems need not be. */
function differenceFromLock(root, set) {
  const installed = readJson(root, 'node_modules/.package-lock.json').packages;
  for (const [path, { version }] of neededPackages(root, set)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (installed[path]?.version !== version) return `${name} ${version} is not installed`;
    if (!existsSync(join(root, path, 'package.json'))) return `the package ${name} is missing`;
  }
  return null;
}

/** The entries of package-lock.json that a set leads to. */
function neededPackages(root, set) {
  const { packages } = readJson(root, 'package-lock.json');
  const folders = ['', ...WORKSPACES[set]];
  const found = new Set(folders);
  for (const path of found) {
    const { dependencies, devDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const place = placeOf(packages, path, name);
      if (place !== undefined) found.add(place);
    }
  }
  return [...found].slice(folders.length).map((path) => [path, packages[path]]);
}

/** Where a package finds another by its name: in the next `node_modules` upwards. */
function placeOf(packages, from, name) {
  const folders = from === '' ? [] : from.split('/');
  return folders
    .map((_, at) => `${folders.slice(0, folders.length - at).join('/')}/node_modules/${name}`)
    .concat(`node_modules/${name}`)
    .find((path) => path in packages);
}

/** The one package that is compiled, or fetched in compiled form, for this machine and this version of Node.js. */
function driverProblem(root) {
  try {
    const Database = createRequire(join(root, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return null;
  } catch (error) {
    return `the database driver better-sqlite3 does not load (${String(error.message).split('\n')[0]})`;
  }
}

const readJson = (root, path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
