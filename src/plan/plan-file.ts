import { type Problem, quoted, warning } from '../problem.js';
import { isOnlyRenamed } from '../merge/only-renamed.js';
import { hasMarkers } from '../code/conflict-markers.js';
import { isCode } from '../code/typescript.js';
import { breakLists } from '../merge/break-lists.js';
import { isSound } from '../merge/is-sound.js';
import { asWhole, isSameText, mergeText, wholly } from '../merge/merge-text.js';
import { settle, differencesOf, type Merged, type Settled } from '../merge/overlap.js';
import { isGenerated } from '../tree.js';
import { keptFile } from './kept-file.js';
import type { Change, FileConflict, PlaceConflict } from './plan.js';

/** One file in three versions; null where a version does not have it. */
export interface FileVersions {
  /** The path in the project, and the path of the pristine copy. */
  readonly path: string;
  readonly key: string;
  /** The pristine copy as kept; in `base` its imports are adapted to moves. */
  readonly origin: string | null;
  readonly base: string | null;
  readonly mine: string | null;
  readonly next: string | null;
}

/** The outcome for one file. Without `base`, the pristine copy stays. */
export interface FileOutcome {
  readonly change?: Change;
  readonly conflicts?: readonly PlaceConflict[];
  readonly refused?: FileConflict;
  readonly stayDeleted?: true;
  readonly base?: string | null;
  readonly warnings?: readonly Problem[];
}

/** What to do with files that crudgen no longer generates: refuse, delete or keep edited ones, or keep all. */
export type OnRemoved = 'refuse' | 'delete' | 'keep-edited' | 'keep';

/** Files that are written once and belong to the developer from then on. */
const isWrittenOnce = (path: string): boolean =>
  path === '.env' || (path.startsWith('src/database/migrations/') && !isGenerated(path));

/** Whether every line of a text is crudgen's. */
function holdsOnly(text: string, known: readonly (string | null)[]): boolean {
  const lines = (one: string): string[] => one.split('\n').map((line) => line.trim());
  const all = new Set(known.flatMap((one) => lines(one ?? '')));
  return lines(text).every((line) => line === '' || all.has(line));
}

function planGenerated(file: FileVersions & { mine: string }): FileOutcome {
  const { path, origin, base, mine, next } = file;
  const edited =
    !hasMarkers(mine) &&
    !holdsOnly(mine, [base, origin, next]) &&
    !(base !== null && (isSameText(path, base, mine) || isOnlyRenamed(path, base, mine)));
  if (edited) return { refused: { kind: 'edited-generated', path, mine, base, breaks: [] } };
  return next === null
    ? { change: { kind: 'delete', path, mine }, base: null }
    : { change: { kind: 'update', path, mine, next }, base: next };
}

/** A file that the developer deleted stays deleted, unless it is generated. The plan lists the file if crudgen would have changed it. */
function planDeleted({ base, next, path, key }: FileVersions): FileOutcome {
  if (next === null) return { base: null };
  if (base === null || isGenerated(key))
    return { change: { kind: 'create', path, next }, base: next };
  if (next === base) return {};
  return { stayDeleted: true, base: next };
}

const commentsOf = (text: string): string[] =>
  (text.match(/\/\/[^\n]*|\/\*[^]*?\*\//g) ?? []).map((one) => one.replace(/\s+/g, ' ').trim());

/** Whether the developer added comments: these are never deleted with an otherwise unchanged file. */
function hasOwnComments(base: string, mine: string): boolean {
  const known = new Set(commentsOf(base));
  return commentsOf(mine).some((one) => !known.has(one));
}

/** Whether a file has the text that crudgen wrote, in whatever format. */
export const isUntouched = (path: string, base: string, mine: string): boolean =>
  base === mine || (isSameText(path, base, mine) && !hasOwnComments(base, mine));

function planRemoved(
  file: FileVersions & { mine: string; base: string },
  removed: OnRemoved,
): FileOutcome {
  const { path, key, base, mine } = file;
  if (removed === 'delete' || isUntouched(path, base, mine))
    return { change: { kind: 'delete', path, mine }, base: null };
  if (removed === 'keep-edited') return { base: null, warnings: [keptFile(path)] };
  return { refused: { kind: 'edited-removed', path, key, mine, base, breaks: [] } };
}

/** Documents that many repositories have anyway, and that no code depends on. */
const COMMON_DOCUMENTS: ReadonlySet<string> = new Set(['SECURITY.md']);

/** The developer already has a file where crudgen needs a new one. */
function planForeign(file: FileVersions & { mine: string; next: string }): FileOutcome {
  const { path, key, mine, next } = file;
  if (COMMON_DOCUMENTS.has(key)) return {};
  if (isSameText(path, mine, next)) return { base: next };
  const merged = wholly({ base: null, mine, next });
  const settled = settle(merged) ?? { keepMine: mine, takeTheirs: next, marked: next };
  return { conflicts: conflictsOf(path, merged, settled, { path: key, text: next }) };
}

/** A merge that does not parse although both sides do becomes one conflict over the whole file. */
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
  const done = { base: next, warnings: ownListWarning(path, merged.lacks ?? []) };
  if (settled.keepMine === mine) return done;
  const whole = isCode(path) ? breakLists(path, mine, settled.keepMine) : settled.keepMine;
  return { change: { kind: 'merge', path, mine, next: whole }, ...done };
}

/** Warns of entries that are not added because the list is the developer's own. */
function ownListWarning(path: string, lacks: readonly string[]): Problem[] {
  if (lacks.length === 0) return [];
  const message = `${path} has your own list, so crudgen did not add ${quoted(lacks)} to it`;
  const help = 'add the missing entries by hand if you want them';
  return [warning('own-list', message, help)];
}

/** Decides about one file; the first matching row counts. */
export function planFile(file: FileVersions, removed: OnRemoved): FileOutcome {
  const { path, key, base, mine, next } = file;
  if (base !== null && isWrittenOnce(key)) return {};
  if (isWrittenOnce(key) && mine === null && next !== null)
    return { change: { kind: 'create', path, next } };
  if (mine === null) return planDeleted(file);
  if (mine === next) return base === next ? {} : { base: next };
  if (next === null && removed === 'keep') return { base: null };
  if (isGenerated(key))
    return base === next && base === mine ? {} : planGenerated({ ...file, mine });
  if (base === null) return next === null ? {} : planForeign({ ...file, mine, next });
  if (next === null) return planRemoved({ ...file, mine, base }, removed);
  if (base === next) return {};
  if (base === mine) return { change: { kind: 'update', path, mine, next }, base: next };
  return planMerge({ ...file, base, mine, next });
}

/** The overlaps of a merge as conflicts of a plan. */
function conflictsOf(
  path: string,
  merged: Merged,
  settled: Settled,
  settles: PlaceConflict['settles'],
): PlaceConflict[] {
  const { mine } = merged;
  return differencesOf(merged).map((one) => ({
    kind: one.crudgen.trim() === '' ? 'removed' : 'changed',
    ...{ path, from: path, ...one, mine, ...settled, settles },
  }));
}
