import { changedFields, sameValue } from '../../api/changed-fields';

type Row = Record<string, unknown>;

/** One field that somebody else, or I, changed since it was read. */
export interface ConflictRow {
  source: string;
  theirs: unknown;
  mine: unknown;
  theyChanged: boolean;
  iChanged: boolean;
  /** Whether both changed it, to different values. */
  clash: boolean;
}

/** What differs between the version that was read, the one now saved, and mine. */
export function conflictRows(read: Row, theirs: Row, mine: Row): ConflictRow[] {
  const theirChanges = changedFields(read, theirs);
  const myChanges = changedFields(read, mine);
  const sources = [...new Set([...Object.keys(myChanges), ...Object.keys(theirChanges)])];
  return sources.map((source) => ({
    source,
    theirs: theirs[source],
    mine: mine[source],
    theyChanged: source in theirChanges,
    iChanged: source in myChanges,
    clash:
      source in theirChanges && source in myChanges && !sameValue(theirs[source], mine[source]),
  }));
}
