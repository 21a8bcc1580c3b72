import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Why the packages of a checkout have to be installed, in words; null where they are there. Without `whole` only those are
 * looked at that crudgen itself runs with, which takes a millisecond.
 */
export function packagesProblem(root, { whole = false } = {}) {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 'the packages of crudgen are not installed';
  // npm writes it when it is done.
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return 'an installation of its packages was not finished';
  const lost = Object.keys(readJson(root, 'package.json').dependencies).find(
    (name) => !existsSync(join(modules, name, 'package.json')),
  );
  if (lost !== undefined) return `the package ${lost} is not there`;
  return whole ? (differenceFromLock(root) ?? driverProblem(root)) : null;
}

/** The first package that is not installed as package-lock.json says; those for other systems need not be. */
function differenceFromLock(root) {
  const installed = readJson(root, 'node_modules/.package-lock.json').packages;
  for (const [path, one] of Object.entries(readJson(root, 'package-lock.json').packages)) {
    if (path === '' || one.optional || one.devOptional || one.peer) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (installed[path]?.version !== one.version) return `${name} ${one.version} is not installed`;
    if (!existsSync(join(root, path, 'package.json'))) return `the package ${name} is not there`;
  }
  return null;
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
