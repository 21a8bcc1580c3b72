import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What git prints in the current folder; null if it fails. */
export async function git(...args: readonly string[]): Promise<string | null> {
  try {
    return (await run('git', [...args], { maxBuffer: 64 * 1024 ** 2 })).stdout;
  } catch {
    return null;
  }
}

/** The commit of the project, and whether its files differ from it. */
export async function commitOfProject(): Promise<{ commit: string | null; uncommitted: boolean }> {
  const commit = (await git('rev-parse', 'HEAD'))?.trim() ?? null;
  const changes = commit === null ? null : await git('status', '--porcelain', '--', '.');
  return { commit, uncommitted: (changes ?? '') !== '' };
}
