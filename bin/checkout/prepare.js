import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './dist.js';
import { withLock } from './lock.js';
import { packagesProblem } from './packages.js';
import { run } from './run.js';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Installs and builds what a checkout lacks; returns whether crudgen can run now. What it does and why it cannot is said on
 * stderr. With `whole`, everything that tests and examples need counts, too.
 */
export async function prepare({ root = ROOT, whole = false } = {}) {
  const isReady = () => packagesProblem(root, { whole }) === null && isBuilt(root);
  if (isReady()) return true;
  // Of several processes one works, and the others find all done.
  const work = async () => {
    const lacking = packagesProblem(root, { whole });
    if (lacking !== null && !(await install(root, lacking, whole))) return false;
    return isBuilt(root) || buildAloud(root);
  };
  const wait = () => say('another process installs or builds crudgen: waiting for it ...');
  return withLock(join(root, '.tmp', 'prepare.lock'), work, wait);
}

async function install(root, lacking, whole) {
  const modules = join(root, 'node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    say(`${lacking}: node_modules is a link to ${readlinkSync(modules)}; run \`npm ci\` there`);
    return false;
  }
  say(`${lacking}: installing (npm ci), which takes a few minutes ...`);
  const code = await run('npm', ['ci', '--no-audit', '--no-fund'], root);
  const still = packagesProblem(root, { whole });
  if (code === 0 && still === null) return true;
  const reason =
    code === 0 ? `after \`npm ci\`, ${still}` : '`npm ci` failed, for the reason above';
  say(
    `${reason}. It needs the npm registry and, where no compiled SQLite driver can be fetched for this machine, Python and a C++ compiler (on Debian: apt install python3 build-essential). Then start again.`,
  );
  return false;
}

async function buildAloud(root) {
  const why = existsSync(join(root, 'dist'))
    ? '`dist` is older than `src`'
    : 'crudgen is not built';
  say(`${why}: building (npm run build), which takes some seconds ...`);
  if (await build(root)) return true;
  say('`src` does not compile, for the reasons above; nothing was run');
  return false;
}

function say(text) {
  process.stderr.write(`crudgen: ${text}\n`);
}
