import type { HistoryEntry } from '../history-entry.js';

/** Files that a version of crudgen writes to other paths than before. */
export interface LayoutMove extends HistoryEntry {
  /** The first match counts. */
  readonly moves: readonly Move[];
  /** Declarations with another name now, by the old paths of their files: old name -> new name. Imports follow. */
  readonly names?: Declarations;
  /**
   * Declarations that are gone, by the old paths of their files: name -> the place that now does their work, such as
   * `engine/a.ts` or '`lockRows` in engine/a.ts'. Developers who have edited or imported one are told the place.
   */
  readonly gone?: Declarations;
}

/**
 * Old path -> new path; a folder ends in `/`, and `<model>` is the name of a model's files. Files with the same new path are
 * folded into one. A file with several new paths is split: each declaration goes to the file that declares it now, a private
 * one that is gone stays with its user, and everything else goes to the first. A file that also keeps its path names it first.
 */
type Move = readonly [from: string, to: string, ...others: string[]];

type Declarations = Readonly<Record<string, Readonly<Record<string, string>>>>;
