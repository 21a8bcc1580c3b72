import { isGenerated, type Tree } from '../tree.js';
import { hasMarkers } from '../code/conflict-markers.js';
import { BASE } from './base-store.js';
import { runProcess } from './run-process.js';

/** What can be made of the files that git left with markers in a merge that is under way. */
export interface GitMerge {
  /** Files as they are without markers; those where both sides truly changed the same thing are not among them. */
  readonly settled: Tree;
  /** Pristine copies that fit to them. */
  readonly base: Tree;
  /** Every path that git could not merge, the file or its copy: what follows from the model is rendered anew there. */
  readonly paths: ReadonlySet<string>;
}

/** Merges by structure what git could not, from the versions that git keeps. */
export async function settleGit(root: string, mine: Tree): Promise<GitMerge> {
  const settled = new Map<string, string>();
  const base = new Map<string, string>();
  if (![...mine.values()].some(hasMarkers)) return { settled, base, paths: new Set() };
  const unmerged = await git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  const all = (unmerged ?? '').split('\n').filter((path) => path !== '');
  for (const path of all) {
    const text = mine.get(path);
    if (text === undefined || isGenerated(path) || !hasMarkers(text)) continue;
    const found = await settleFile(root, path);
    if (found === null) continue;
    settled.set(path, found.text);
    if (found.base !== null) base.set(path, found.base);
  }
  const paths = all.map((path) => path.replace(`${BASE}/`, ''));
  return { settled, base, paths: new Set(paths) };
}

/** What git calls the other side of a merge, a cherry-pick and a rebase. */
const THEIRS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/** What a model is read from: where two branches say different things of it, people decide. */
const SAYS_MODEL = /@Entity\(|\bdefineAccess\b/;

/**
 * One file: merged by structure, else, where one side is as crudgen wrote it and only follows from the model, the side that
 * its owner edited, onto which the model is rendered again.
 */
async function settleFile(
  root: string,
  path: string,
): Promise<{ text: string; base: string | null } | null> {
  const versions = [`:1:./${path}`, `:2:./${path}`, `:3:./${path}`];
  const [was, ours, theirs] = await Promise.all(versions.map((name) => git(root, 'show', name)));
  if (was == null || ours == null || theirs == null) return null;
  const { mergeBranches } = await import('../merge/merge-branches.js');
  const text = mergeBranches(path, { base: was, mine: ours, next: theirs });
  if (text !== null) return { text, base: null };
  if (SAYS_MODEL.test(ours)) return null;
  const copies = ['HEAD', ...THEIRS].map((side) => git(root, 'show', `${side}:./${BASE}/${path}`));
  const [ourCopy, ...others] = await Promise.all(copies);
  const theirCopy = others.find((copy) => copy !== null);
  if (ourCopy != null && theirs === theirCopy) return { text: ours, base: ourCopy };
  if (theirCopy != null && ours === ourCopy) return { text: theirs, base: theirCopy };
  return null;
}

async function git(root: string, ...args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await runProcess('git', args, { cwd: root });
  return code === 0 ? stdout : null;
}
