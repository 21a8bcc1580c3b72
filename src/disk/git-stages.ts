import type { Tree } from '../tree.js';
import { hasMarkers } from '../code/git-markers.js';
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
    if (text === undefined || /\.gen\.[cm]?[jt]sx?$/.test(path) || !hasMarkers(text)) continue;
    const found = await settleFile(root, path);
    if (found === null) continue;
    settled.set(path, found.text);
    if (found.base !== null) base.set(path, found.base);
  }
  const paths = all.map((path) => path.replace(`${BASE}/`, ''));
  return { settled, base, paths: new Set(paths) };
}

/** One file: merged by structure, else the side that its owner edited, onto which the model is rendered again. */
async function settleFile(
  root: string,
  path: string,
): Promise<{ text: string; base: string | null } | null> {
  const versions = [`:1:./${path}`, `:2:./${path}`, `:3:./${path}`];
  const [was, ours, theirs] = await Promise.all(versions.map((name) => git(root, 'show', name)));
  if (was == null || ours == null || theirs == null) return null;
  const { mergeText } = await import('../merge/merge-text.js');
  const { merged, settled } = mergeText(path, { base: was, mine: ours, next: theirs });
  if (merged.overlaps.length === 0) return { text: settled.keepMine, base: null };
  const [ourCopy, theirCopy] = await Promise.all(
    ['HEAD', 'MERGE_HEAD'].map((side) => git(root, 'show', `${side}:./${BASE}/${path}`)),
  );
  if (ourCopy != null && theirs === theirCopy) return { text: ours, base: ourCopy };
  if (theirCopy != null && ours === ourCopy) return { text: theirs, base: theirCopy };
  return null;
}

async function git(root: string, ...args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await runProcess('git', args, { cwd: root });
  return code === 0 ? stdout : null;
}
