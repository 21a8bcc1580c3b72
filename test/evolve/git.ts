import { dirname } from 'node:path';
import { gitIn, OWNER, type Ran } from '../support/project-on-disk.js';
import { metered, type Metered } from './metered.js';

/** Git as it is without anybody's settings, and in no repository but that of the folder. */
const plainIn = (folder: string): Readonly<Record<string, string>> => ({
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: dirname(folder),
});

/** Runs git, whatever comes of it. */
export const tryGit = (folder: string, ...args: readonly string[]): Ran =>
  gitIn(folder, args, plainIn(folder));

/** Runs git; throws with what it said where it fails. */
export function gitPlainly(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = tryGit(folder, ...args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** Commits a folder as it is. */
export function commitAll(folder: string, message: string): void {
  gitPlainly(folder, 'add', '--all');
  gitPlainly(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** Runs git, whatever comes of it, and tells what that took. */
export const meteredGit = (folder: string, ...args: readonly string[]): Metered =>
  metered(folder, ['git', ...OWNER, ...args], plainIn(folder));
