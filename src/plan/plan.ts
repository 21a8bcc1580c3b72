import type { Integer } from '../integer.js';
import type { Problem } from '../problem.js';
import type { Loss } from '../schema/losses.js';
import type { Tree } from '../tree.js';

/** A changed file. Before crudgen writes anything, it compares the file on disk with `mine` again. */
export type Change =
  | { readonly kind: 'create'; readonly path: string; readonly next: string }
  | {
      readonly kind: 'update' | 'merge';
      readonly path: string;
      readonly mine: string;
      readonly next: string;
    }
  /** A file that moves, with its changes. */
  | {
      readonly kind: 'move';
      readonly path: string;
      readonly from: string;
      readonly mine: string;
      readonly next: string;
      /** Whether the developer has edited it. */
      readonly edited?: true;
    }
  | { readonly kind: 'delete'; readonly path: string; readonly mine: string };

/** A place where the developer and crudgen changed the same thing differently. */
export interface Place {
  /** The file after the change. */
  readonly path: string;
  /** The line in the present file, from 1. */
  readonly line: Integer;
  /** The text in the file. */
  readonly yours: string;
  /** The text that crudgen would write. */
  readonly crudgen: string;
  /** The text that crudgen last wrote; null if it wrote none. */
  readonly was: string | null;
  /**
   * The feature that the file belongs to, if it is not a feature of crudgen: the text in `crudgen` comes from that feature.
   */
  readonly feature?: string;
  /** The file on disk: another path if the file moves, null if it is new, because declarations of another file move there. */
  readonly from: string | null;
  /** The whole file on disk, or the declarations that move to a new file. */
  readonly mine: string;
  /** The whole file with conflict markers, for `--on-conflict=mark`. */
  readonly marked: string;
  /** The whole file with the developer's side, and with crudgen's side, of every overlap. */
  readonly keepMine: string;
  readonly takeTheirs: string;
  /** The new base of the file once the conflict is resolved: canonical path and text. */
  readonly settles: { readonly path: string; readonly text: string | null };
}

/** A file that blocks the plan as a whole. */
interface WholeFile {
  /** The file. */
  readonly path: string;
  readonly mine: string;
  /** The text that crudgen last wrote there, to show the edits; null if it wrote none. */
  readonly base: string | null;
  /** The lines that would not compile if the file stayed, although crudgen would delete it. */
  readonly breaks: readonly number[];
}

/** The kinds of conflict in a file that crudgen merges; `conflict-kinds.ts` has their facts. */
export type PlaceConflict = Place &
  (
    | { readonly kind: 'changed' }
    /** crudgen has removed the code. */
    | { readonly kind: 'removed' }
    /** crudgen has moved the code to other files. */
    | { readonly kind: 'moved'; readonly now: readonly string[] }
  );

/**
 * The kinds of conflict over a whole file; `conflict-kinds.ts` has their facts. The file is generated, and the developer has edited
 * it; or it would be deleted, and the developer has edited it (its kept copy goes in any case); or it is the developer's own, in a
 * folder that would be deleted.
 */
export type FileConflict = WholeFile &
  (
    | { readonly kind: 'edited-generated' }
    | { readonly kind: 'edited-removed'; readonly key: string }
    | { readonly kind: 'own-removed' }
  );

/** A question that only the developer can answer: nothing is written while it is open. */
export type Conflict = PlaceConflict | FileConflict;

/** The answers to conflicts: the developer's side, crudgen's side, or both between conflict markers. */
export const CHOICES = ['mine', 'theirs', 'mark'] as const;
export type Choice = (typeof CHOICES)[number];

/** Everything that a command would do, as data. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly conflicts: readonly PlaceConflict[];
  readonly refused: readonly FileConflict[];
  /** Data that would be lost without consent: crudgen writes nothing while there is any. */
  readonly losses: readonly Loss[];
  /** Files that the developer deleted and that stay deleted. */
  readonly stayDeleted: readonly string[];
  /** New pristine copies: canonical path -> text, or null to delete one. */
  readonly base: ReadonlyMap<string, string | null>;
  /** Files in the store of copies that `undo` takes back, in whatever form: path in the project -> content. */
  readonly store: ReadonlyMap<string, string | null>;
  /** Files that record completion, such as the version of a project: not written while conflict markers are left. */
  readonly completes: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
}

/** The files after a plan. */
export function filesAfter({ changes }: Plan, mine: Tree): Tree {
  const files = new Map(mine);
  // Removals come first, because a file may move to a path that another file leaves.
  for (const change of changes) {
    if (change.kind === 'move') files.delete(change.from);
    if (change.kind === 'delete') files.delete(change.path);
  }
  for (const change of changes) if (change.kind !== 'delete') files.set(change.path, change.next);
  return files;
}

/** The files after a plan, with one side of every conflict that is still open. */
export function filesSettled(
  after: Tree,
  conflicts: readonly PlaceConflict[],
  side: 'keepMine' | 'takeTheirs',
): Tree {
  const files = new Map(after);
  for (const { from, path } of conflicts) if (from !== null && from !== path) files.delete(from);
  for (const conflict of conflicts) files.set(conflict.path, conflict[side]);
  return files;
}

/** A plan that does nothing. */
export const EMPTY_PLAN: Plan = {
  changes: [],
  conflicts: [],
  refused: [],
  losses: [],
  stayDeleted: [],
  base: new Map(),
  store: new Map(),
  completes: new Set(),
  warnings: [],
};

/** Whether a plan would change nothing. */
export function isEmptyPlan(plan: Plan): boolean {
  const { changes, conflicts, refused, base, store } = plan;
  return changes.length + conflicts.length + refused.length + base.size + store.size === 0;
}
