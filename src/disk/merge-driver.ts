import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Versions } from '../merge/merge-structure.js';
import { CRUDGEN_FOLDER } from './own-crudgen.js';
import { asText } from './read-tree.js';
import { runProcess } from './run-process.js';

/** The merge drivers of a project: git attribute -> command of crudgen. */
const DRIVERS = {
  crudgen: ['merge-base', 'pristine copies of crudgen, without conflicts'],
  'crudgen-file': ['merge-file', 'code and JSON by structure'],
} as const;

/** The setting of a clone that says which crudgen set the drivers up. The drivers look for that crudgen last. */
const SET_UP_BY = 'crudgen.path';

/**
 * Shell code that finds the crudgen for a path in the repository, and sets `c`: the nearest `node_modules/.bin` of the path's
 * folder and those above it, else the one on PATH, else the one that set up the driver. Git runs it in the root of the working
 * tree, on Windows by its own sh.
 */
const findFor = (path: string): string =>
  [
    `c=crudgen; d=./${path}`,
    'while [ "$d" != . ]; do d=${d%/*}',
    'if [ -x "$d/node_modules/.bin/crudgen" ]; then c=$d/node_modules/.bin/crudgen; break; fi',
    'done',
    `command -v "$c" >/dev/null || c=$(git config ${SET_UP_BY})`,
  ].join('; ');

/**
 * The shell command for git, the same on every machine. crudgen is only started where git alone cannot merge; where it finds a
 * conflict (exit code 1) or does not run at all, git's own result stays, with its markers.
 */
function driverLine(command: string): string {
  const plain = 'git merge-file -q';
  const absent = 'crudgen did not run, so git merged %P line by line';
  return [
    `if ! ${plain} -p %A %O %B >/dev/null 2>&1; then ${findFor('%P')}`,
    `"$c" ${command} %O %A %B %P >/dev/null 2>&1 && exit 0`,
    `if [ $? -gt 1 ]; then echo ${absent} >&2; fi; fi`,
    `${plain} --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1`,
  ].join('; ');
}

const settings = (): [key: string, value: string][] =>
  Object.entries(DRIVERS).flatMap(([name, [command, description]]): [string, string][] => [
    [`merge.${name}.name`, description],
    [`merge.${name}.driver`, driverLine(command)],
  ]);

const git = (root: string, ...args: readonly string[]) => runProcess('git', args, { cwd: root });

/** Whether a folder is part of a git repository and not ignored by it. */
export async function inRepository(root: string): Promise<boolean> {
  const inside = await git(root, 'rev-parse', '--is-inside-work-tree');
  return (
    inside.stdout.trim() === 'true' && (await git(root, 'check-ignore', '--quiet', '.')).code !== 0
  );
}

/** Whether the `.gitattributes` of a project names the merge drivers; their owner may have taken them out. */
export async function isNamedByProject(root: string): Promise<boolean> {
  const text = await readFile(join(root, '.gitattributes'), 'utf8').catch(() => '');
  return /^[^#\n]*\smerge=crudgen/m.test(text);
}

/**
 * Whether the merge drivers are set up in this clone; `outdated` are those of an earlier crudgen, `lost` those that find none to
 * run. Null outside of a repository.
 */
export async function readMergeDriver(
  root: string,
): Promise<'set-up' | 'lost' | 'outdated' | 'missing' | null> {
  if (!(await inRepository(root))) return null;
  const { stdout } = await git(root, 'config', '--get-regexp', '^merge\\.crudgen');
  if (settings().every(([key, value]) => stdout.includes(`${key} ${value}\n`)))
    return (await findsCrudgen(root)) ? 'set-up' : 'lost';
  return /^merge\.\S+\.driver /m.test(stdout) ? 'outdated' : 'missing';
}

/** Sets up the merge drivers in this clone; returns whether that worked. */
export async function setMergeDriver(root: string): Promise<boolean> {
  const script = join(CRUDGEN_FOLDER, 'bin/crudgen.js').replaceAll('\\', '/');
  for (const [key, value] of [...settings(), [SET_UP_BY, script] as const])
    if ((await git(root, 'config', '--local', '--replace-all', key, value)).code !== 0)
      return false;
  return true;
}

/** Whether the merge drivers find a crudgen to run for a project: asked in the shell in which git runs them. */
async function findsCrudgen(root: string): Promise<boolean> {
  const look = `!${findFor('"$GIT_PREFIX"crudgen.json')}; command -v "$c" >/dev/null`;
  const alias = 'crudgen-found';
  return (await git(root, '-c', `alias.${alias}=${look}`, alias)).code === 0;
}

/** Merges three files into that of our side, the second; returns whether that worked, and else changes nothing. */
export async function mergeFiles(
  cwd: string,
  paths: readonly [base: string, ours: string, theirs: string],
  merge: (versions: Versions) => string | null,
): Promise<boolean> {
  const texts = paths.map(async (path) => asText(await readFile(resolve(cwd, path))));
  const [base, mine, next] = await Promise.all(texts);
  if (base == null || mine == null || next == null) return false;
  const merged = merge({ base, mine, next });
  if (merged === null) return false;
  await writeFile(resolve(cwd, paths[1]), merged);
  return true;
}
