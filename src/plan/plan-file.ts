import type { Problem } from '../problem.js';
import { isOnlyRenamed } from '../merge/only-renamed.js';
import { hasMarkers } from '../code/conflict-markers.js';
import { isCode } from '../code/typescript.js';
import { breakLists } from '../merge/break-lists.js';
import { isSound } from '../merge/is-sound.js';
import { asWhole, isSameText, mergeText, wholly } from '../merge/merge-text.js';
import { settle } from '../merge/overlap.js';
import { conflictsOf } from './conflicts-of.js';
import { isGenerated } from '../tree.js';
import type { Change, Conflict, Refused } from './plan.js';

/** One file in three versions; null where a version does not have it. */
export interface FileVersions {
  /** Where the file is in the project, and under which path its pristine copy is kept. */
  readonly path: string;
  readonly key: string;
  /** The pristine copy as it is kept, where moves have changed its imports in `base`. */
  readonly origin: string | null;
  readonly base: string | null;
  readonly mine: string | null;
  readonly next: string | null;
}

/** What becomes of one file. `base` is absent where the pristine copy stays as it is. */
export interface FileOutcome {
  readonly change?: Change;
  readonly conflicts?: readonly Conflict[];
  readonly refused?: Refused;
  readonly stayDeleted?: true;
  readonly base?: string | null;
  readonly warnings?: readonly Problem[];
}

/** What to do with files that crudgen no longer wants: refuse, delete or keep those that were edited; or keep them all. */
export type OnRemoved = 'refuse' | 'delete' | 'keep-edited' | 'keep';

/** Files that are written once and belong to their owner from then on. */
export const isWrittenOnce = (path: string): boolean =>
  path === '.env' || (path.startsWith('src/database/migrations/') && !isGenerated(path));

/** Whether every line of a text is one that crudgen wrote or wants. */
function holdsOnly(text: string, known: readonly (string | null)[]): boolean {
  const lines = (one: string): string[] => one.split('\n').map((line) => line.trim());
  const all = new Set(known.flatMap((one) => lines(one ?? '')));
  return lines(text).every((line) => line === '' || all.has(line));
}

function planGenerated({
  path,
  origin,
  base,
  mine,
  next,
}: FileVersions & { mine: string }): FileOutcome {
  const edited =
    !hasMarkers(mine) &&
    !holdsOnly(mine, [base, origin, next]) &&
    !(base !== null && (isSameText(path, base, mine) || isOnlyRenamed(path, base, mine)));
  if (edited) return { refused: { path, reason: 'edited-generated', mine, base } };
  return next === null
    ? { change: { kind: 'delete', path, mine }, base: null }
    : { change: { kind: 'update', path, mine, next }, base: next };
}

/** A file that crudgen wrote and the owner deleted stays deleted; it is said when crudgen would have changed it. */
function planDeleted({ base, next, path, key }: FileVersions): FileOutcome {
  if (next === null) return { base: null };
  if (base !== null && next === base) return {};
  if (base === null) return { change: { kind: 'create', path, next }, base: next };
  if (isGenerated(key)) return { change: { kind: 'create', path, next }, base: next };
  return { stayDeleted: true, base: next };
}

const commentsOf = (text: string): string[] =>
  (text.match(/\/\/[^\n]*|\/\*[^]*?\*\//g) ?? []).map((one) => one.replace(/\s+/g, ' ').trim());

/** Whether the owner wrote comments: a file that is otherwise the same is deleted, but never their words. */
function hasOwnComments(base: string, mine: string): boolean {
  const known = new Set(commentsOf(base));
  return commentsOf(mine).some((one) => !known.has(one));
}

function planRemoved(
  file: FileVersions & { mine: string; base: string },
  removed: OnRemoved,
): FileOutcome {
  const { path, base, mine } = file;
  const untouched = isSameText(path, base, mine) && !hasOwnComments(base, mine);
  if (removed === 'keep') return { base: null };
  if (base === mine || removed === 'delete' || untouched)
    return { change: { kind: 'delete', path, mine }, base: null };
  if (removed === 'keep-edited') return { base: null, warnings: [keptFile(path)] };
  return { refused: { path, reason: 'edited-removed', mine, base } };
}

const keptFile = (path: string): Problem => ({
  code: 'kept-file',
  message: `${path} has your edits and stays, and crudgen does not write it any more`,
  help: 'delete it when nothing uses it',
  severity: 'warning',
});

/** The owner already has a file where crudgen wants a new one. */
function planForeign({
  path,
  key,
  mine,
  next,
}: FileVersions & { mine: string; next: string }): FileOutcome {
  if (isSameText(path, mine, next)) return { base: next };
  const merged = wholly({ base: null, mine, next });
  const settled = settle(merged) ?? { keepMine: mine, takeTheirs: next, marked: next };
  return { conflicts: conflictsOf(path, merged, settled, { path: key, text: next }) };
}

/** A merge that would not compile by itself, though both sides do, is no merge: the developer is asked. */
function soundMerge(path: string, versions: { base: string; mine: string; next: string }) {
  const done = mergeText(path, versions);
  const { mine, next } = versions;
  const isAsked = done.merged.overlaps.length > 0;
  return isAsked || isSound(path, { merged: done.settled.keepMine, mine, next })
    ? done
    : asWhole(versions);
}

function planMerge(file: FileVersions & { base: string; mine: string; next: string }): FileOutcome {
  const { path, key, base, mine, next } = file;
  const { merged, settled } = soundMerge(path, { base, mine, next });
  if (merged.overlaps.length > 0)
    return { conflicts: conflictsOf(path, merged, settled, { path: key, text: next }) };
  const done = { base: next, warnings: lacking(path, merged.lacks ?? []) };
  if (settled.keepMine === mine) return done;
  const whole = isCode(path) ? breakLists(path, mine, settled.keepMine) : settled.keepMine;
  return { change: { kind: 'merge', path, mine, next: whole }, ...done };
}

/** Says what a file does not get because the list where it would stand is its owner's own. */
function lacking(path: string, lacks: readonly string[]): Problem[] {
  if (lacks.length === 0) return [];
  const entries = lacks.map((one) => `\`${one}\``).join(', ');
  const message = `${path} has a list of its developer's own, which stays as it is without ${entries}`;
  const help = 'add it there if you want it';
  return [{ code: 'own-list', message, help, severity: 'warning' }];
}

/** Decides about one file: the rows of the plan table, from top to bottom. */
export function planFile(file: FileVersions, removed: OnRemoved): FileOutcome {
  const { path, key, base, mine, next } = file;
  if (base !== null && isWrittenOnce(key)) return {};
  if (isWrittenOnce(key) && mine === null && next !== null)
    return { change: { kind: 'create', path, next } };
  if (mine === null) return planDeleted(file);
  if (mine === next) return base === next ? {} : { base: next };
  if (isGenerated(key))
    return base === next && base === mine ? {} : planGenerated({ ...file, mine });
  if (base === null) return next === null ? {} : planForeign({ ...file, mine, next });
  if (next === null) return planRemoved({ ...file, mine, base }, removed);
  if (base === next) return {};
  if (base === mine) return { change: { kind: 'update', path, mine, next }, base: next };
  return planMerge({ ...file, base, mine, next });
}
