import type { RecordId, Row } from '../application';

/** A list at a moment: the record that was changed last, and how many it has. */
export interface ListState {
  newest: Row | undefined;
  total: number;
}

/** What the user sees of a list. */
export interface ShownList {
  /** The records of the page. */
  rows: readonly Row[];
  total: number;
  /** The list as it was first asked for; undefined until then. */
  first: ListState | undefined;
}

export interface ListChanges {
  /** How many records it has more; negative where it has fewer. */
  more: number;
  /** The last record of those that were changed; undefined where there is none beside new ones. */
  changed: Row | undefined;
}

/** How a list has changed since it was shown; null where nobody could tell. */
export function listChanges(shown: ShownList, { newest, total }: ListState): ListChanges | null {
  const more = total - shown.total;
  const isTold = newest !== undefined && isChanged(newest, shown) && !(more > 0 && isNew(newest));
  const changed = isTold ? newest : undefined;
  return more === 0 && changed === undefined ? null : { more, changed };
}

/** The page itself tells of its own records, unless it leaves out when they were changed; of others, the first question does. */
function isChanged(newest: Row, { rows, first }: ShownList): boolean {
  const shown = rows.find(({ id }) => id === newest.id);
  const before = shown?.['updated_at'] === undefined ? first?.newest : shown;
  return before !== undefined && stampOf(before) !== stampOf(newest);
}

const stampOf = ({ id, updated_at: at }: Row): string => `${keyOf(id)} ${String(at)}`;
const keyOf = (id: RecordId): string => encodeURIComponent(id);

const isNew = ({ created_at: created, updated_at: updated }: Row): boolean => created === updated;
