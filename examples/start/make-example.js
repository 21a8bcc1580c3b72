import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { crudgenStep, say } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
const MIGRATIONS = 'src/database/migrations';

/** The program of this checkout. */
export const CRUDGEN = join(ROOT, 'bin', 'crudgen.js');

/** How a path is told to somebody who is in the repository. */
export const shown = (path) => relative(ROOT, path);

/** The examples by name. */
export const exampleNames = () =>
  readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'models.yaml')));

/** What the developers of the examples edited or added: paths by example. */
const edited = () => JSON.parse(readFileSync(join(EXAMPLES, 'edited.json'), 'utf8'));

/**
 * Makes an example in a folder that is not there yet, as its developer did: `crudgen init` with its spec and features, then
 * what the developer edited and added, then `crudgen sync`, which puts routes, hooks and access files into the lists.
 * Resolves to whether all of it succeeded; a command that fails has printed why. `step` runs the commands.
 */
export async function makeExample(name, folder, step = crudgenStep) {
  const example = join(EXAMPLES, name);
  const spec = join(example, 'models.yaml');
  const parent = dirname(folder);
  const { features } = JSON.parse(readFileSync(join(example, 'crudgen.json'), 'utf8'));
  const options = ['--yes', '--no-install', '--no-git', '--with', ...features];
  const what = `crudgen init ${name} --models ${shown(spec)}   (in ${shown(parent)})`;
  const init = [CRUDGEN, 'init', basename(folder), '--models', spec, ...options];
  if ((await step(what, init, parent)) !== 0) return false;

  say(`\nand the files that a developer has edited and added since:`);
  // Migrations are history: those that it has, instead of one that was made just now.
  rmSync(join(folder, MIGRATIONS), { recursive: true });
  const others = edited()[name].filter((path) => !path.startsWith(MIGRATIONS));
  for (const path of [MIGRATIONS, ...others]) {
    cpSync(join(example, path), join(folder, path), { recursive: true });
    say(`  ${path}`);
  }
  return (await step('crudgen sync', [CRUDGEN, 'sync'], folder)) === 0;
}
