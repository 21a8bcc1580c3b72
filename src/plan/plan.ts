import type { Integer } from '../integer.js';
import type { Problem } from '../problem.js';
import type { Loss } from '../schema/losses.js';
import type { Tree } from '../tree.js';

/** One changed file. What is on disk is compared with `mine` again before anything is written. */
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
export interface Conflict {
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
  /** Files to which crudgen has moved the code of this place. */
  readonly now?: readonly string[];
  /** The file before the change, if it moves. */
  readonly from?: string;
  /** Whether the file is not on disk yet, because declarations of another file move there. */
  readonly isNew?: true;
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

/** A file that blocks the plan: nothing is written while there is one. */
export interface Refused {
  /** The file. */
  readonly path: string;
  /**
   * `edited-generated`: the file is generated, and you have edited it; `edited-removed`: the file would be deleted, and you have
   * edited it; `own-removed`: the file is your own, in a folder that would be deleted.
   */
  readonly reason: 'edited-generated' | 'edited-removed' | 'own-removed';
  readonly mine: string;
  /** What crudgen last wrote there, to show the edits; null if nothing. */
  readonly base: string | null;
  /** The path of its kept copy, which goes however the developer decides. */
  readonly key?: string;
  /** The lines that would not compile if the file stayed. */
  readonly breaks?: readonly number[];
}

/** Whether the developer may decide that a file goes or stays. */
export const isRemoval = ({ reason }: Refused): boolean => reason !== 'edited-generated';

/** Everything that a command would do, as data. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly Refused[];
  /** Data that would be lost without consent: nothing is written while there is any. */
  readonly losses: readonly Loss[];
  /** Files that the developer deleted and that stay deleted. */
  readonly stayDeleted: readonly string[];
  /** New pristine copies: canonical path -> text, or null to delete one. */
  readonly base: ReadonlyMap<string, string | null>;
  /** Files of the store of copies that become what they were, in whatever form: path in the project -> content. */
  readonly store: ReadonlyMap<string, string | null>;
  /** Files that record completion, such as the version of a project: not written while conflict markers are left. */
  readonly completes: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
}

/** The files after a plan. */
export function filesAfter({ changes }: Plan, mine: Tree): Tree {
  const files = new Map(mine);
  // All of them first: a file may move to where another one moves away.
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
  conflicts: readonly Conflict[],
  side: 'keepMine' | 'takeTheirs',
): Tree {
  const files = new Map(after);
  for (const { from } of conflicts) if (from !== undefined) files.delete(from);
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
