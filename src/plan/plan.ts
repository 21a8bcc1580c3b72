import type { Problem } from '../problem.js';
import type { Loss } from '../schema/losses.js';

/** One file that a command touches. What is on disk is checked against `mine` again before anything is written. */
export type Change =
  | { readonly kind: 'create'; readonly path: string; readonly next: string }
  | {
      readonly kind: 'update' | 'merge';
      readonly path: string;
      readonly mine: string;
      readonly next: string;
    }
  /** A file that goes from one path to another, with what changes in it. */
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

/** A place where the owner and crudgen changed the same thing in different ways. */
export interface Conflict {
  readonly path: string;
  /** Line in the owner's file, from 1. */
  readonly line: number;
  readonly yours: string;
  readonly crudgen: string;
  readonly was: string | null;
  /** Where the file is on disk now, where that is not `path`. */
  readonly from?: string;
  /** The whole file as it is on disk now. */
  readonly mine: string;
  /** The whole file with standard git markers, for `--on-conflict=mark`. */
  readonly marked: string;
  /** The whole file with the owner's side, and with crudgen's side, of every real overlap. */
  readonly keepMine: string;
  readonly takeTheirs: string;
  /** What becomes the base of the file once the conflict is settled: a canonical path and its text. */
  readonly settles: { readonly path: string; readonly text: string | null };
}

/** A file that crudgen will not touch, and that stops the command: nothing may be written while there is one. */
export interface Refused {
  readonly path: string;
  /** A `.gen` file edited by hand, or an edited file of a model that is to be removed. */
  readonly reason: 'edited-generated' | 'edited-removed';
  readonly mine: string;
  /** What crudgen last wrote there, to show the edits against; null when it never wrote the file. */
  readonly base: string | null;
}

/** Everything that a command would do, as data. Shown, diffed, tested and applied by the same value. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly Refused[];
  /** What the database would forget, and nobody has agreed to yet: nothing may be written while there is one. */
  readonly losses: readonly Loss[];
  /** Files the owner deleted that stay deleted. */
  readonly stayDeleted: readonly string[];
  /** New pristine copies for `.crudgen/base`: canonical path -> text, or null to forget one. */
  readonly base: ReadonlyMap<string, string | null>;
  /** Files that say that all is done, such as the version of a project: they wait while conflict markers are left. */
  readonly completes: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
}
