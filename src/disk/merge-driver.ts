import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Versions } from '../merge/merge-structure.js';
import { asText } from './read-tree.js';
import { runProcess } from './run-process.js';

/** The merge drivers of a project: git attribute -> command of crudgen. */
const DRIVERS = {
  crudgen: ['merge-base', 'pristine copies of crudgen, without conflicts'],
  'crudgen-file': ['merge-file', 'code and JSON by structure'],
} as const;

const BIN = fileURLToPath(new URL('../../bin/crudgen.js', import.meta.url));

/** Quotes a word for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The shell command for git. crudgen is only started where git alone cannot merge; where crudgen fails or is gone, git's own
 * result stays, with its markers.
 */
function driverLine(command: string): string {
  const plain = 'git merge-file -q';
  const own = [process.execPath, BIN, command].map(quoted).join(' ');
  return [
    `if ! ${plain} -p %A %O %B >/dev/null 2>&1 && ${own} %O %A %B %P >/dev/null 2>&1; then exit 0; fi`,
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

/** Whether the merge drivers are set up in this clone; null outside of a repository. */
export async function hasMergeDriver(root: string): Promise<boolean | null> {
  if (!(await inRepository(root))) return null;
  const { stdout } = await git(root, 'config', '--get-regexp', '^merge\\.crudgen');
  return settings().every(([key, value]) => stdout.includes(`${key} ${value}\n`));
}

/** Sets up the merge drivers in this clone; returns whether that worked. */
export async function setMergeDriver(root: string): Promise<boolean> {
  for (const [key, value] of settings())
    if ((await git(root, 'config', '--local', key, value)).code !== 0) return false;
  return true;
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
