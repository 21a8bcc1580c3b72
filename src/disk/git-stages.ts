import { isGenerated, type Tree } from '../tree.js';
import { hasMarkers } from '../code/conflict-markers.js';
import { BASE, basePath, copiesOf } from './base-store.js';
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

/** Merges by structure what git could not, from the versions in its index. */
export async function mergeGitConflicts(root: string, mine: Tree): Promise<GitMerge> {
  const settled = new Map<string, string>();
  const base = new Map<string, string>();
  if (![...mine.values()].some(hasMarkers)) return { settled, base, paths: new Set() };
  const unmerged = await git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  const all = (unmerged ?? '').split('\n').filter((path) => path !== '');
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

/** The names of the other side in a merge, a cherry-pick and a rebase. */
const THEIRS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/** Sources of the model: people decide where two branches define it differently. */
const IS_SOURCE = /@Entity\(|\bdefineAccess\b/;

/**
 * Merges one file by structure; else, where one side is a derived file as crudgen wrote it, takes the side that the developer
 * edited, onto which the model is rendered again.
 */
async function mergeConflict(
  root: string,
  path: string,
): Promise<{ text: string; base: string | null } | null> {
  const versions = [`:1:./${path}`, `:2:./${path}`, `:3:./${path}`];
  const [was, ours, theirs] = await Promise.all(versions.map((name) => git(root, 'show', name)));
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
