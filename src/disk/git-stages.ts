import type { Tree } from '../plan/plan.js';
import { runProcess } from './run-process.js';

const MARKERS = /^<{7} [^]*^>{7} /m;

/** Whether a text holds what git writes where it cannot merge. */
export const hasMarkers = (text: string): boolean => MARKERS.test(text);

/**
 * Files that git left with markers in a merge that is under way, merged by structure from the three versions that git
 * keeps; those where both sides truly changed the same thing stay out.
 */
export async function settleGit(root: string, mine: Tree): Promise<Tree> {
  const broken = [...mine].filter(([path, text]) => !isRewritten(path) && hasMarkers(text));
  const settled = new Map<string, string>();
  if (broken.length === 0) return settled;
  const { mergeText } = await import('../plan/merge-text.js');
  for (const [path] of broken) {
    const [was, ours, theirs] = await Promise.all([1, 2, 3].map((at) => stage(root, path, at)));
    if (was === null || ours == null || theirs == null || was === undefined) continue;
    const { merged, settled: sides } = mergeText(path, { base: was, mine: ours, next: theirs });
    if (merged.overlaps.length === 0) settled.set(path, sides.keepMine);
  }
  return settled;
}

const isRewritten = (path: string): boolean => /\.gen\.[cm]?[jt]sx?$/.test(path);

async function stage(root: string, path: string, at: number): Promise<string | null> {
  const { code, stdout } = await runProcess('git', ['show', `:${at}:./${path}`], { cwd: root });
  return code === 0 ? stdout : null;
}
