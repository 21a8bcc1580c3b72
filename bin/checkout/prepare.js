import { existsSync, lstatSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './dist.js';
import { withLock } from './lock.js';
import {
  ADDING,
  canAdd,
  installedSoFar,
  npmOptions,
  packagesIn,
  packagesProblem,
  setToInstall,
} from './packages.js';
import { reminding, run } from './run.js';

const ROOT = join(import.meta.dirname, '../..');
const WHAT_DRIVERS_NEED =
  'the npm registry and, where no compiled SQLite driver can be fetched for this machine, Python, make and a C++ compiler (on Debian: apt install python3 build-essential)';

/**
 * Installs and builds what a checkout lacks; returns whether crudgen can run now. What it does and why it cannot is said on
 * stderr. `packages` names the set that is needed: `crudgen` for the command, `examples`, `tests` or `all`.
 */
export async function prepare({ root = ROOT, packages = 'crudgen' } = {}) {
  const isReady = () => packagesProblem(root, packages) === null && isBuilt(root);
  if (isReady()) return true;
  // Of several processes one works, and the others find all done.
  const work = async (telling) => {
    const lacking = packagesProblem(root, packages);
    if (lacking !== null && !(await install(root, lacking, packages, telling))) return false;
    telling('builds crudgen');
    return isBuilt(root) || buildAloud(root);
  };
  return withLock(join(root, '.tmp', 'prepare.lock'), work, waitAloud);
}

/** Says which process is waited for and what it does, at first and from time to time. */
function waitAloud(wait, holder) {
  const who = () => {
    const { pid = null, doing = '' } = holder() ?? {};
    return pid === null ? null : `process ${pid} ${doing || 'prepares crudgen'}`;
  };
  say(`waiting for another process of this clone: ${who() ?? 'it has just finished'} ...`);
  return reminding(wait, (line) => void process.stderr.write(`${line}\n`), who);
}

async function install(root, lacking, needed, telling) {
  const modules = join(root, 'node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    say(`${lacking}: node_modules is a link to ${readlinkSync(modules)}; run \`npm ci\` there`);
    return false;
  }
  const set = setToInstall(root, needed);
  const adds = canAdd(root, set);
  const command = [...(adds ? ['install', '--no-save'] : ['ci']), ...npmOptions(set)];
  const shown = `npm ${command.join(' ')}`;
  say(`${lacking}: installing ${packagesIn(root, set).all} packages (${shown}) ...`);
  telling(`installs the packages of this clone (${shown})`);
  const soFar = () => installedSoFar(root, set);
  if (adds) writeFileSync(join(root, ADDING), '');
  const code = await run('npm', [...command, '--no-audit', '--no-fund'], root, soFar);
  if (code === 0) rmSync(join(root, ADDING), { force: true });
  const still = packagesProblem(root, needed);
  if (code === 0 && still === null) return true;
  const reason =
    code === 0 ? `after \`${shown}\`, ${still}` : `\`${shown}\` failed, for the reason above`;
  say(
    `${reason}. It needs ${needed === 'crudgen' ? 'the npm registry' : WHAT_DRIVERS_NEED}. Then start again.`,
  );
  return false;
}

async function buildAloud(root) {
  const why = existsSync(join(root, 'dist'))
    ? '`dist` is older than `src`'
    : 'crudgen is not built';
  say(`${why}: building (npm run build), which takes some seconds ...`);
  if (await build(root)) return true;
  say('`src` does not compile (see the errors above), so the command was not run');
  return false;
}

function say(text) {
  process.stderr.write(`crudgen: ${text}\n`);
}
