import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.js';
import { transpile } from './transpile.js';

/** In `dist/`, what it was built from. */
const STAMP = '.built-from.json';
/** Besides `src/`, what the compiler reads. */
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json'];
/** The packages that check types: the compiler, and the types of packages that bring none. */
const CHECKED_WITH = ['typescript', '@types/ejs', '@types/node', '@types/prompts'];

/** Whether `dist/` is what `src/` gives. Takes milliseconds, unless files were touched or moved here since. */
export function isBuilt(root) {
  const stamp = readStamp(root);
  if (stamp === null) return false;
  const files = sourcesOf(root);
  const look = lookOf(root, files);
  if (stamp.look === look) return true;
  // As after a `git switch` there and back: other times, the same texts.
  if (stamp.text !== textOf(root, files)) return false;
  writeStamp(join(root, 'dist'), { ...stamp, look });
  return true;
}

/** What `dist/` was built from, as a hash. */
export const builtFrom = (root) => readStamp(root)?.text ?? '';

/**
 * Builds `dist/` from `src/`; returns whether it compiles. What does not compile leaves `dist/` as it was. File by file is
 * replaced at once, so that a process which is running finds each of them whole.
 */
export async function build(root) {
  const made = join(root, '.tmp', `dist-${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  try {
    const files = sourcesOf(root);
    const stamp = { look: lookOf(root, files), text: textOf(root, files) };
    if (!(await compile(root, made))) return false;
    writeStamp(made, stamp);
    replace(join(root, 'dist'), made);
    return true;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Types are checked where all that this needs is installed: a clone that only runs crudgen has the sources of a commit. */
async function compile(root, made) {
  const packages = join(root, 'node_modules');
  if (!CHECKED_WITH.every((name) => existsSync(join(packages, name)))) return transpile(root, made);
  const tsc = join(packages, 'typescript', 'bin', 'tsc');
  const args = ['-p', 'tsconfig.build.json', '--outDir', made, '--noEmitOnError'];
  return (await run(process.execPath, [tsc, ...args], root)) === 0;
}

/** The stamp comes last: without it, the next process builds again. */
function replace(dist, made) {
  const [before, after] = [filesIn(dist), filesIn(made)];
  const isStamp = (path) => path === STAMP;
  for (const path of [...after.filter((one) => !isStamp(one)), STAMP]) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    renameSync(join(made, path), join(dist, path));
  }
  const kept = new Set(after);
  for (const path of before) if (!kept.has(path)) rmSync(join(dist, path), { force: true });
}

const sourcesOf = (root) => [
  ...filesIn(join(root, 'src')).map((path) => join('src', path)),
  ...SETTINGS,
];

/** The paths below a folder, in order; none without it. */
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
        .sort()
    : [];

/** What can be seen of files without reading them. */
function lookOf(root, files) {
  const hash = createHash('sha1');
  for (const path of files) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function textOf(root, files) {
  const hash = createHash('sha1');
  for (const path of files) {
    const text = readFileSync(join(root, path));
    hash.update(`${path} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'dist', STAMP), 'utf8'));
  } catch {
    return null;
  }
}

/** At once: other processes read it meanwhile. */
function writeStamp(dist, stamp) {
  const half = join(dist, `${STAMP}.${process.pid}`);
  writeFileSync(half, JSON.stringify(stamp));
  renameSync(half, join(dist, STAMP));
}
