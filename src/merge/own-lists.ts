import { matchEntries, type Triple } from './match-entries.js';
import type { Part, PartList, Slot, Source } from './part.js';

/** Whether the developer's part still has some content of crudgen's; null where that cannot be told. */
function content(base: Part, mine: Part): boolean | null {
  if (base.meaning === mine.meaning) return true;
  const slots = base.slots?.filter(({ holds }) => holds === 'content') ?? [];
  const found = slots.map((slot) =>
    slotContent(
      slot,
      mine.slots?.find(({ name }) => name === slot.name),
    ),
  );
  return found.includes(true) ? true : found.includes(false) ? false : null;
}

/** Whether the developer's slot still has content of crudgen's; entries that their names alone identify, such as members, prove nothing when gone. */
function slotContent(base: Slot, mine: Slot | undefined): boolean | null {
  if ('part' in base) return mine && 'part' in mine ? content(base.part, mine.part) : null;
  if (base.list.entries.length === 0 || !mine || !('list' in mine)) return null;
  return (
    isLeft(matchEntries(base.list, mine.list, base.list)) || (isPlaced(mine.list) ? false : null)
  );
}

/** Whether the developer's list still has an entry as crudgen wrote or wants it. */
const isLeft = (triples: readonly Triple[]): boolean =>
  triples.some(
    ({ base, mine, next }) =>
      mine !== null && (base ? content(base, mine) !== false : next !== null),
  );

/** Whether entries of a list are placed relative to each other. */
const isPlaced = ({ ordered, style }: PartList): boolean => ordered || style === 'attributes';

/**
 * Whether nothing of crudgen's is left in a list in which entries are placed by their neighbours: the list is the developer's
 * own now, and new entries have no place in it.
 */
export function isOwnList(
  base: PartList | null,
  mine: PartList,
  triples: readonly Triple[],
): boolean {
  return isPlaced(mine) && base !== null && base.entries.length > 0 && !isLeft(triples);
}

const LONGEST = 120;

/** An entry of the render on one line. */
export function entryOf({ text }: Source, { start, end }: Part): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
