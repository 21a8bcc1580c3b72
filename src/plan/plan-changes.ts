import type { Problem } from '../problem.js';
import { findMoves, findRenamed, findWritten } from '../refactor/find-moves.js';
import {
  EMPTY_PLAN,
  type Change,
  type FileConflict,
  type PlaceConflict,
  type Plan,
} from './plan.js';
import { placesNow } from './place-now.js';
import { once } from '../once.js';
import { planFile, type FileOutcome, type OnRemoved } from './plan-file.js';
import { folderOf, isGenerated, type Tree } from '../tree.js';
import { relocate, type Moves } from '../refactor/relocate.js';

/** The input of a plan. */
export interface Trees {
  /** The files that crudgen last wrote, by canonical path. */
  readonly base: Tree;
  /** The files on disk. */
  readonly mine: Tree;
  /** The whole render of the new model. */
  readonly next: Tree;
  /**
   * The render of the sources as the code defines them now: they are merged from this instead of the kept copy, so that the
   * developer's own edit is not a conflict.
   */
  readonly current?: Tree;
  /** The new copies of the sources, if they differ from the merged texts; copies of removed files stay. */
  readonly copies?: Tree;
  /** Canonical path -> path in the project; by default found by content. */
  readonly moves?: Moves;
  /** `paths` of crudgen.json, for files that cannot be found by content. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Tables that the command renames, old -> new, so that their files are recognized. */
  readonly renamedTables?: ReadonlyMap<string, string>;
  /** What to do with edited files of a removed model; they refuse the command by default. */
  readonly removed?: OnRemoved;
  /** Paths that a plan does not touch. */
  readonly isUnread?: (path: string) => boolean;
}

interface Draft {
  readonly changes: Map<string, Change>;
  readonly conflicts: PlaceConflict[];
  readonly refused: FileConflict[];
  readonly stayDeleted: string[];
  readonly base: Map<string, string | null>;
  readonly warnings: Problem[];
}

/** Adds an outcome to those of earlier parts of the same file. */
function record(
  draft: Draft,
  path: string,
  mine: string | null,
  outcome: FileOutcome,
  copy: string | null,
): void {
  const { change } = outcome;
  if (change?.kind === 'merge' || change?.kind === 'update') {
    const kind = draft.changes.has(path) ? 'merge' : change.kind;
    draft.changes.set(path, { ...change, kind, mine: mine ?? change.mine });
  } else if (change) draft.changes.set(path, change);
  for (const conflict of outcome.conflicts ?? [])
    draft.conflicts.push({
      ...conflict,
      mine: mine ?? conflict.mine,
      settles: { ...conflict.settles, text: copy },
    });
  draft.warnings.push(...(outcome.warnings ?? []));
  if (outcome.refused) draft.refused.push(outcome.refused);
  if (outcome.stayDeleted) draft.stayDeleted.push(path);
}

/** A file after the changes so far: two parts of a file are merged one after the other. */
function current(draft: Draft, path: string, mine: string | null): string | null {
  const change = draft.changes.get(path);
  return change && change.kind !== 'delete' ? change.next : mine;
}

function finish(draft: Draft, next: Tree): Plan {
  const changes = [...draft.changes.values()].filter(
    (change) => change.kind !== 'merge' || change.next !== change.mine,
  );
  const broken = new Set(draft.conflicts.map(({ path }) => path));
  return {
    ...EMPTY_PLAN,
    ...draft,
    conflicts: draft.conflicts.map((conflict) => withPlaces(conflict, next)),
    changes: changes.filter(({ path }) => !broken.has(path)),
  };
}

/** A conflict over removed code with the files that have the code now: there, the developer can make the edit again. */
function withPlaces(conflict: PlaceConflict, next: Tree): PlaceConflict {
  const { yours, was, settles } = conflict;
  if (conflict.kind !== 'removed' || was === null) return conflict;
  const now = placesNow({ key: settles.path, was, yours }, next);
  return now.length > 0 ? { ...conflict, kind: 'moved', now } : conflict;
}

/** A render under the paths of the kept copies, with imports to match: files of a renamed class stay where they are. */
export function underKept(base: Tree, next: Tree, tables?: ReadonlyMap<string, string>): Tree {
  const renamed = findRenamed(base, next, tables);
  if (renamed.size === 0) return next;
  return new Map(
    [...next].map(([path, text]) => [renamed.get(path) ?? path, relocate(text, path, renamed)]),
  );
}

/** The sources: files that the model is read from. */
export const SOURCE = /^src\/(?:models\/[^/]+\/[^/]+\.(?:model|access)|roles)\.ts$/;

/** Plans the changes of all files, from the texts that crudgen wrote, the files on disk and the texts that it would write now. */
export function planChanges(trees: Trees): Plan {
  const { base, mine, removed = 'refuse' } = trees;
  const next = underKept(base, trees.next, trees.renamedTables);
  const written = findWritten(base, mine, next);
  const moves = trees.moves ?? new Map([...written, ...findMoves(base, mine, trees.paths)]);
  const targets = [...moves.values()];
  const draft: Draft = {
    ...{ changes: new Map(), base: new Map() },
    ...{ conflicts: [], refused: [], stayDeleted: [], warnings: [] },
  };
  for (const key of [...new Set([...next.keys(), ...base.keys()])].sort()) {
    const path = moves.get(key) ?? key;
    if (trees.isUnread?.(path) === true || isGivenUp(trees, moves, key)) continue;
    const [kept, wanted] = [base.get(key) ?? null, next.get(key) ?? null];
    const own = mine.get(path) ?? null;
    const from = startOf(trees, key, { kept, own, wanted, isWritten: written.has(key) });
    // Most files are unchanged, which shows before their imports are adapted to moves.
    if (kept === wanted && from === kept && own !== null && !isGenerated(key)) continue;
    const isPlain = kept === null || (wanted !== null && from === kept);
    const copy = isPlain ? wanted : (trees.copies?.get(key) ?? wanted);
    const fit = (text: string | null): string | null => text && relocate(text, key, moves);
    const isShared = targets.filter((one) => one === path).length > 1;
    const outcome = planFile(
      {
        path,
        key,
        origin: kept,
        base: fit(from),
        mine: current(draft, path, own),
        next: isShared ? (fit(wanted) ?? '') : fit(wanted),
      },
      removed,
    );
    record(draft, path, own, outcome, copy);
    const lands = outcome.base !== undefined || (from !== kept && !outcome.conflicts);
    if (lands && !outcome.refused && copy !== kept) draft.base.set(key, copy);
  }
  return finish(draft, next);
}

/**
 * Whether a generated file is gone, or would be new, in a folder from which the developer has deleted all files of crudgen: the
 * facts of a model without pages.
 */
function isGivenUp({ base, mine, next }: Trees, moves: Moves, key: string): boolean {
  if (!isGenerated(key) || !next.has(key) || mine.has(moves.get(key) ?? key)) return false;
  const beside = foldersOf(next)
    .get(folderOf(key))!
    .filter((one) => one !== key);
  const isDeleted = (one: string) => base.has(one) && !mine.has(moves.get(one) ?? one);
  return beside.length > 0 && beside.every(isDeleted);
}

/** The files of each folder. */
const foldersOf = once((tree: Tree): ReadonlyMap<string, readonly string[]> => {
  const folders = new Map<string, string[]>();
  for (const path of tree.keys()) {
    const others = folders.get(folderOf(path));
    if (others === undefined) folders.set(folderOf(path), [path]);
    else others.push(path);
  }
  return folders;
});

interface Versions {
  readonly kept: string | null;
  readonly own: string | null;
  readonly wanted: string | null;
  readonly isWritten: boolean;
}

/** The base of the merge of a file: its kept copy, except for sources and for files that the developer wrote. */
function startOf(
  { current }: Trees,
  key: string,
  { kept, own, wanted, isWritten }: Versions,
): string | null {
  const isSource = SOURCE.test(key) && kept !== null && own !== null && wanted !== null;
  const now = isSource || isWritten ? (current?.get(key) ?? null) : null;
  return now ?? (isWritten ? wanted : kept);
}
