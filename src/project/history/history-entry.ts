/** A change between two versions that `upgrade` makes in projects from before it. */
export interface HistoryEntry {
  /** The first version with the change. */
  readonly since: string;
  /** The version that deletes the entry, and no longer upgrades projects from before the change. */
  readonly until: string;
}
