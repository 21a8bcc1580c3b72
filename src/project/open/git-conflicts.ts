import { hasMarkers } from '../../code/conflict-markers.js';
import { copyOf } from '../../disk/base-store.js';
import { readCopies, readStages, unmergedPaths, withoutBase } from '../../disk/git-stages.js';
import { isGenerated, type Tree } from '../../tree.js';

/** The files that git left with conflict markers, as far as they can be merged. */
export interface GitMerge {
  /** Merged files, without files whose conflicts are real. */
  readonly settled: Tree;
  /** The matching kept copies. */
  readonly base: Tree;
  /** Every path whose file or copy git could not merge: crudgen renders derived files anew there. */
  readonly paths: ReadonlySet<string>;
}

/**
 * Merges by structure what git could not: files, and the copies that were `repaired`. A repaired copy lacks both sides of its
 * conflicts, so that it may end in half an element.
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
  const all = await unmergedPaths(root);
  for (const path of all) {
    const copied = copyOf(path);
    if (copied === null || !repaired.has(copied)) continue;
    const copy = await mergedCopy(root, path, copied);
    if (copy !== null) base.set(copied, copy);
  }
  for (const path of all) {
    const text = mine.get(path);
    if (text === undefined || isGenerated(path) || !hasMarkers(text)) continue;
    const found = await mergedFile(root, path);
    if (found === null) continue;
    settled.set(path, found.text);
    if (found.base !== null) base.set(path, found.base);
  }
  return { settled, base, paths: new Set(all.map(withoutBase)) };
}

/** A copy as the merge driver would have made it; null if one side has none. */
async function mergedCopy(root: string, path: string, copied: string): Promise<string | null> {
  const { base, ours, theirs } = await readStages(root, path);
  if (base === null || ours === null || theirs === null) return null;
  const { mergeCopies } = await import('../../merge/merge-branches.js');
  return mergeCopies(copied, { base, mine: ours, next: theirs });
}

/** Sources of the model: people decide if two branches define the model differently. */
const IS_SOURCE = /@(?:View)?Entity\(|\bdefine(?:Access|Roles)\b/;

/**
 * Merges one file by structure. If this fails and one side is a derived file as crudgen wrote it, takes the side that the
 * developer edited; the model is then rendered onto it.
 */
async function mergedFile(
  root: string,
  path: string,
): Promise<{ text: string; base: string | null } | null> {
  const { base, ours, theirs } = await readStages(root, path);
  // Of files that both sides have added, only access rules have entries that can be put together.
  if (ours === null || theirs === null || (base === null && !/\bdefineAccess\b/.test(ours)))
    return null;
  const { mergeBranches } = await import('../../merge/merge-branches.js');
  const text = mergeBranches(path, { base: base ?? '', mine: ours, next: theirs });
  if (text !== null) return { text, base: null };
  if (IS_SOURCE.test(ours)) return null;
  const copies = await readCopies(root, path);
  if (copies.ours !== null && theirs === copies.theirs) return { text: ours, base: copies.ours };
  if (copies.theirs !== null && ours === copies.ours) return { text: theirs, base: copies.theirs };
  return null;
}
