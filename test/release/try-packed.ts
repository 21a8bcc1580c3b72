/**
 * Tries a packed file on each Node.js that crudgen supports: `npx tsx test/release/try-packed.ts crudgen-0.6.0.tgz`. crudgen is
 * installed, makes a project, and merges a model into an entity that a developer has edited.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const NODES = ['20', '22', '24'];
const ENTITY = 'src/models/customer/customer.model.ts';
const METHOD = '\n  greeting(): string {\n    return `Dear ${this.name}`;\n  }\n}\n';
const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('name the packed file');
const packed = resolve(given);
// Outside this repository, so that crudgen finds only the packages that it brings.
const place = mkdtempSync(join(tmpdir(), 'crudgen-packed-'));
try {
  for (const node of NODES) tryOn(node);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function tryOn(major: string): void {
  const folder = join(place, major);
  const bin = join(folder, 'node_modules/node/bin');
  const home = join(folder, 'home');
  const shop = join(home, 'shop');
  const env = cleanEnv(bin);
  const run = (cwd: string, program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const crudgen = (cwd: string, ...args: readonly string[]) =>
    run(cwd, join(home, 'node_modules/.bin/crudgen'), ...args);

  mkdirSync(home, { recursive: true });
  run(folder, 'npm', 'install', ...QUIET, '--prefix', folder, `node@${major}`);
  const version = run(home, 'node', '--version').trim();
  if (!version.startsWith(`v${major}.`))
    throw new Error(`Node ${major} is not installed: ${version}`);
  run(home, 'npm', 'install', ...QUIET, '--prefix', home, packed);
  crudgen(home, 'init', 'shop', '--yes', '--no-install', '--no-git');
  crudgen(shop, 'model', 'add', 'Customer', 'name:string:required');
  const entity = join(shop, ENTITY);
  writeFileSync(entity, readFileSync(entity, 'utf8').replace(/\n\}\n$/, `\n${METHOD}`));
  crudgen(shop, 'model', 'add', 'Bill', 'total:float', 'customer:ref=Customer:as=bills');
  const merged = readFileSync(entity, 'utf8');
  for (const part of ['greeting(): string', 'bills?: Relation<Bill[]>'])
    if (!merged.includes(part)) throw new Error(`Node ${major}: ${ENTITY} has no ${part}`);
  process.stdout.write(
    `${version}: installed, a project made, a model merged into an edited file\n`,
  );
}

/** The environment of a user, whose first Node.js is the one in `bin`. */
function cleanEnv(bin: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  return { ...Object.fromEntries(others), PATH };
}
