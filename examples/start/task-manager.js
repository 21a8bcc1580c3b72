import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { builtFrom } from '../../bin/checkout/dist.js';
import { nodeStep, npmStep, say } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples', 'task-manager');
const CRUDGEN = join(ROOT, 'bin', 'crudgen.js');
/** Where the project lives, with its rows in `data/`. */
export const PROJECT = join(ROOT, '.tmp', 'task-manager');
/** Where earlier versions of `npm start` had the database, beside a project that they made anew each time. */
const FORMER_DATABASE = join(ROOT, '.tmp', 'task-manager.db');
/** What `dist/` was built with: gone when somebody deletes it, and missing while a build has not come to its end. */
const STAMP = join(PROJECT, 'dist', '.start.json');
/** For which database the seeds have run. */
const SEEDED = join(PROJECT, 'data', '.seeded');

/** How a path is told to somebody who is in the repository. */
const shown = (path) => relative(ROOT, path);

/** Whatever is in the way of the project is moved, not deleted: nobody but its owner knows what it is worth. */
export function setAside() {
  const isFormer = existsSync(FORMER_DATABASE);
  const isProject = existsSync(join(PROJECT, 'crudgen.json'));
  const isThere = existsSync(PROJECT) && readdirSync(PROJECT).length > 0;
  if (!isFormer && (isProject || !isThere)) return;
  const files = [PROJECT, ...['', '-wal', '-shm'].map((end) => FORMER_DATABASE + end)];
  const aside = freeName(`${PROJECT}-before`);
  mkdirSync(aside);
  for (const file of files)
    if (existsSync(file)) renameSync(file, join(aside, file.slice(join(ROOT, '.tmp/').length)));
  const what = isFormer
    ? 'An earlier version of `npm start` made its project anew each time, so that it no longer fitted the database beside it'
    : `${shown(PROJECT)} was not a complete project`;
  say(`${what}. What it left is in ${shown(aside)}; delete it once you miss nothing.`);
}

function freeName(name) {
  let free = name;
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`;
  return free;
}

/** Makes the project or brings it up to date, builds it, and puts in its seeds; returns whether it is ready to serve. */
export async function makeReady(env) {
  const crudgen = crudgenHash();
  const isNew = !existsSync(PROJECT);
  if (isNew && !(await make())) return false;
  if (!isNew && readStamp().crudgen !== crudgen && !(await upgrade())) return false;
  return (await build(crudgen)) && (await seed(env));
}

/** In a folder aside first, so that what stands at its place is always whole. */
async function make() {
  const making = join(ROOT, '.tmp', 'making');
  const made = join(making, 'task-manager');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const spec = join(EXAMPLE, 'models.yaml');
  const what = `crudgen init task-manager --models ${shown(spec)}   (in .tmp)`;
  const options = ['--yes', '--no-install', '--no-git'];
  const init = [CRUDGEN, 'init', 'task-manager', '--models', spec, ...options];
  if ((await nodeStep(what, init, making)) !== 0) return false;
  say(`\nand what a developer has edited and added since:`);
  const edited = JSON.parse(readFileSync(join(ROOT, 'examples', 'edited.json'), 'utf8'));
  for (const path of edited['task-manager']) {
    cpSync(join(EXAMPLE, path), join(made, path));
    say(`  ${path}`);
  }
  renameSync(made, PROJECT);
  rmSync(making, { recursive: true, force: true });
  return true;
}

async function upgrade() {
  const what = `crudgen has changed: crudgen upgrade   (in ${shown(PROJECT)})`;
  const code = await nodeStep(what, [CRUDGEN, 'upgrade'], PROJECT);
  if (code === 0) return true;
  const reason =
    code === 3
      ? 'What is new in crudgen and what you have edited change the same places, so nothing was written and nothing is served. Decide, and start again:'
      : 'The project could not be brought up to date, so nothing is served. Mend what is said above, and start again:';
  say(`\n${reason}
  cd ${shown(PROJECT)}
  node ../../bin/crudgen.js upgrade                      # in a terminal it asks, place by place
  node ../../bin/crudgen.js upgrade --on-conflict=mine   # or theirs, or mark
${ANEW}`);
  return false;
}

const ANEW = `To begin anew instead, move ${shown(PROJECT)} away: your rows are in its data/.`;

/** Builds the project unless it was built of just this. */
async function build(crudgen) {
  const sources = sourcesHash();
  const isThere = ['dist/main.js', ...(existsSync(join(PROJECT, 'web')) ? ['web/dist'] : [])].every(
    (path) => existsSync(join(PROJECT, path)),
  );
  const stamp = readStamp();
  if (!isThere || stamp.sources !== sources) {
    rmSync(STAMP, { force: true });
    const what = 'building the service and its back-office (npm run build), about half a minute';
    if ((await npmStep(what, ['run', '--silent', 'build'], PROJECT)) !== 0) {
      say(`\nThe project does not build, so nothing is served: mend it in ${shown(PROJECT)}, and start again.
${ANEW}`);
      return false;
    }
  }
  writeFileSync(STAMP, JSON.stringify({ crudgen, sources }));
  return true;
}

/** Its seeds run once per database; that they ran is said beside the rows, and in the database itself. */
async function seed(env) {
  const database = hashOf([['', env.DATABASE_URL ?? '']]);
  if (existsSync(SEEDED) && readFileSync(SEEDED, 'utf8') === database) return true;
  const code = await nodeStep('npm run seed', ['dist/main.js', 'seed'], PROJECT);
  if (code !== 0) return false;
  mkdirSync(join(PROJECT, 'data'), { recursive: true });
  writeFileSync(SEEDED, database);
  return true;
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/** What a project is made with. */
const crudgenHash = () =>
  hashOf([['dist', builtFrom(ROOT)], ...textsIn(join(ROOT, 'templates'), () => true)]);

const NOT_BUILT =
  /^(node_modules|dist|web\/dist|data|backups|docs|\.crudgen|\.git|\.env)(\/|$)|\.md$|\.log$/;

/** What a build depends on. */
const sourcesHash = () =>
  hashOf([
    ['packages', readFileSync(join(ROOT, 'package-lock.json'))],
    ...textsIn(PROJECT, (path) => !NOT_BUILT.test(path)),
  ]);

function* textsIn(folder, isWanted, below = '') {
  for (const one of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? one.name : `${below}/${one.name}`;
    if (!isWanted(path)) continue;
    if (one.isDirectory()) yield* textsIn(folder, isWanted, path);
    else if (one.isFile()) yield [path, readFileSync(join(folder, path))];
  }
}

function hashOf(texts) {
  const hash = createHash('sha256');
  for (const [path, text] of texts) hash.update(`${path} ${text.length}\n`).update(text);
  return hash.digest('hex');
}
