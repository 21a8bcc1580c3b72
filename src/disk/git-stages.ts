import { isGenerated, type Tree } from '../tree.js';
import { hasMarkers } from '../code/conflict-markers.js';
import { BASE, basePath, copiesOf, copyOf } from './base-store.js';
import { isPack, PACKS, readPack } from './packs.js';
import { runForBytes, runProcess } from './run-process.js';

/** The files that git left with conflict markers, as far as they can be merged. */
export interface GitMerge {
  /** Merged files, without those with real conflicts. */
  readonly settled: Tree;
  /** The matching pristine copies. */
  readonly base: Tree;
  /** Every path whose file or copy git could not merge: derived files are rendered anew there. */
  readonly paths: ReadonlySet<string>;
}

/**
 * Merges by structure what git could not, from the versions in its index: files, and the copies that were `repaired`. What is left of
 * a copy without its conflicts may be half an element.
 */
export async function mergeGitConflicts(
  root: string,
  mine: Tree,
  repaired: Tree,
): Promise<GitMerge> {
  const settled = new Map<string, string>();
  const base = new Map<string, string>();
  if (repaired.size === 0 && ![...mine.values()].some(hasMarkers))
    return { settled, base, paths: new Set() };
  const unmerged = await git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  const all = (unmerged ?? '').split('\n').filter((path) => path !== '');
  for (const path of all) {
    const copied = copyOf(path);
    if (copied !== null && repaired.has(copied)) {
      const copy = await mergedCopy(root, path, copied);
      if (copy !== null) base.set(copied, copy);
    }
  }
  for (const path of all) {
    const text = mine.get(path);
    if (text === undefined || isGenerated(path) || !hasMarkers(text)) continue;
    const found = await mergeConflict(root, path);
    if (found === null) continue;
    settled.set(path, found.text);
    if (found.base !== null) base.set(path, found.base);
  }
  const paths = all.map((path) => path.replace(`${BASE}/`, ''));
  return { settled, base, paths: new Set(paths) };
}

/** The versions of a file in git's index: the common one, ours and theirs; null where there is none. */
const stagesOf = (root: string, path: string): Promise<(string | null)[]> =>
  Promise.all([1, 2, 3].map((stage) => git(root, 'show', `:${stage}:./${path}`)));

/** A copy as the merge driver would have made it; null where one side has none. */
async function mergedCopy(root: string, path: string, copied: string): Promise<string | null> {
  const [base, mine, next] = await stagesOf(root, path);
  if (base == null || mine == null || next == null) return null;
  const { mergeCopies } = await import('../merge/merge-branches.js');
  return mergeCopies(copied, { base, mine, next });
}

/** The names of the other side in a merge, a cherry-pick and a rebase. */
const THEIRS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/** Sources of the model: people decide where two branches define it differently. */
const IS_SOURCE = /@Entity\(|\bdefine(?:Access|Roles)\b/;

/**
 * Merges one file by structure; else, where one side is a derived file as crudgen wrote it, takes the side that the developer
 * edited, onto which the model is rendered again.
 */
async function mergeConflict(
  root: string,
  path: string,
): Promise<{ text: string; base: string | null } | null> {
  const [was, ours, theirs] = await stagesOf(root, path);
  // Of what both sides have added, only access rules have entries to be put together.
  if (ours == null || theirs == null || (was == null && !/\bdefineAccess\b/.test(ours)))
    return null;
  const { mergeBranches } = await import('../merge/merge-branches.js');
  const text = mergeBranches(path, { base: was ?? '', mine: ours, next: theirs });
  if (text !== null) return { text, base: null };
  if (IS_SOURCE.test(ours)) return null;
  const copies = ['HEAD', ...THEIRS].map((side) => copyAt(root, side, path));
  const [ourCopy, ...others] = await Promise.all(copies);
  const theirCopy = others.find((copy) => copy !== null);
  if (ourCopy != null && theirs === theirCopy) return { text: ours, base: ourCopy };
  if (theirCopy != null && ours === ourCopy) return { text: theirs, base: theirCopy };
  return null;
}

/** The copy of a file in a commit, kept as text or in a pack; null where there is none. */
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
