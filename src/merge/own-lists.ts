import { matchEntries, type Triple } from './match-entries.js';
import type { Part, PartList, Slot, Source } from './part.js';

/** Whether something in a part of crudgen's is still in the owner's; null where there is nothing in it to tell by. */
function content(base: Part, mine: Part): boolean | null {
  if (base.meaning === mine.meaning) return true;
  const slots = base.slots?.filter(({ holds }) => holds === 'content') ?? [];
  const said = slots.map((slot) =>
    slotContent(
      slot,
      mine.slots?.find(({ name }) => name === slot.name),
    ),
  );
  return said.includes(true) ? true : said.includes(false) ? false : null;
}

/** Entries that go by their names alone, as members do, tell nothing where none of them is left. */
function slotContent(base: Slot, mine: Slot | undefined): boolean | null {
  if ('part' in base) return mine && 'part' in mine ? content(base.part, mine.part) : null;
  if (base.list.entries.length === 0 || !mine || !('list' in mine)) return null;
  return (
    isLeft(matchEntries(base.list, mine.list, base.list)) || (isPlaced(mine.list) ? false : null)
  );
}

/** Whether an entry that crudgen wrote, or wants just so, is left in the owner's list. */
const isLeft = (triples: readonly Triple[]): boolean =>
  triples.some(
    ({ base, mine, next }) =>
      mine !== null && (base ? content(base, mine) !== false : next !== null),
  );

/** Whether the entries of a list have their places by each other. */
const isPlaced = ({ ordered, style }: PartList): boolean => ordered || style === 'attributes';

/**
 * Whether nothing is left of what crudgen wrote in a list where it had its place by its neighbours: the list is its owner's
 * own by now, and there is no place in it for more.
 */
export function isOwnList(
  base: PartList | null,
  mine: PartList,
  triples: readonly Triple[],
): boolean {
  return isPlaced(mine) && base !== null && base.entries.length > 0 && !isLeft(triples);
}

const LONGEST = 120;

/** An entry of the render on one line, as a person would add it. */
export function entryOf({ text }: Source, { start, end }: Part): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
