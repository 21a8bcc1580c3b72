import { BASE, basePath, copiesOf } from './base-store.js';
import { isPack, PACKS, readPack } from './packs.js';
import { runForBytes, runProcess } from './run-process.js';

/** The versions of an unmerged file in git's index; null for a version that does not exist. */
export interface Stages {
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** The paths that git could not merge, copies included. */
export async function unmergedPaths(root: string): Promise<readonly string[]> {
  const listed = await git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  return (listed ?? '').split('\n').filter((path) => path !== '');
}

/** The path of the file whose copy is at a path; the path itself for other files. */
export const withoutBase = (path: string): string => path.replace(`${BASE}/`, '');

/** Reads the versions of an unmerged file from git's index. */
export async function readStages(root: string, path: string): Promise<Stages> {
  const versions = [1, 2, 3].map((stage) => git(root, 'show', `:${stage}:./${path}`));
  const [base = null, ours = null, theirs = null] = await Promise.all(versions);
  return { base, ours, theirs };
}

/** The names of the other side in a merge, a cherry-pick and a rebase. */
const THEIRS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/** Reads the kept copies of a file on both sides of an unfinished merge. */
export async function readCopies(root: string, path: string): Promise<Omit<Stages, 'base'>> {
  const copies = ['HEAD', ...THEIRS].map((side) => copyAt(root, side, path));
  const [ours = null, ...others] = await Promise.all(copies);
  return { ours, theirs: others.find((copy) => copy !== null) ?? null };
}

/** The copy of a file in a commit, kept as text or in a pack; null if the commit has no copy. */
async function copyAt(root: string, commit: string, path: string): Promise<string | null> {
  const text = await git(root, 'show', `${commit}:./${basePath(path)}`);
  if (text !== null) return text;
  const names = await git(root, 'ls-tree', '-z', '--name-only', `${commit}:./${PACKS}`);
  const paths = (names ?? '').split('\0').map((name) => `${PACKS}/${name}`);
  const read = paths.filter(isPack).map(async (one) => {
    const { code, bytes } = await runForBytes('git', ['show', `${commit}:./${one}`], { cwd: root });
    const pack = code === 0 ? readPack(one, bytes) : null;
    return pack === null ? [] : [[one, pack] as const];
  });
  const packs = new Map((await Promise.all(read)).flat());
  const settings = await git(root, 'show', `${commit}:./${basePath('crudgen.json')}`);
  const texts = new Map(settings === null ? [] : [['crudgen.json', settings]]);
  return copiesOf({ texts, packs }).get(path) ?? null;
}

async function git(root: string, ...args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await runProcess('git', args, { cwd: root });
  return code === 0 ? stdout : null;
}
