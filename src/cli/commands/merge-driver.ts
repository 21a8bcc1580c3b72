import { mergeFiles } from '../../disk/merge-driver.js';
import type { Versions } from '../../merge/merge-structure.js';
import { readTemplates } from '../../project/open/templates.js';
import { featuresIn, writtenByScripts } from '../../render/features.js';
import type { Context } from '../context.js';

/** Merges two pristine copies for git; conflicting parts are left out. */
export async function mergeBase(
  { cwd }: Context,
  base: string,
  ours: string,
  theirs: string,
  path: string,
): Promise<number> {
  const { mergeCopies } = await import('../../merge/merge-branches.js');
  const file = path.replace(/\.base$/, '');
  return (await mergeFiles(cwd, [base, ours, theirs], (versions) => mergeCopies(file, versions)))
    ? 0
    : 1;
}

/** Merges two branches' versions of a file for git; writes nothing and returns 1 on a conflict. */
export async function mergeFile(
  { cwd }: Context,
  base: string,
  ours: string,
  theirs: string,
  path: string,
): Promise<number> {
  const { mergeBranches } = await import('../../merge/merge-branches.js');
  const merge = (versions: Versions) =>
    mergeBranches(path, versions) ?? (isWrittenByScript(path) ? versions.mine : null);
  return (await mergeFiles(cwd, [base, ours, theirs], merge)) ? 0 : 1;
}

/** Whether a script writes a file from the code again, as no build goes on without. */
const isWrittenByScript = (path: string): boolean =>
  [...writtenByScripts(featuresIn(readTemplates())).keys()].some(
    (one) => path === one || path.endsWith(`/${one}`),
  );
