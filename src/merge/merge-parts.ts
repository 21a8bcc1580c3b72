import { followLabel } from './follow-label.js';
import { anchorOf } from './list-anchor.js';
import { insertEntry, removeEntry, type Place } from './list-splices.js';
import { matchEntries, type Triple } from './match-entries.js';
import { mergeNotes } from './merge-notes.js';
import { overlap, replacing, wording, type Merging } from './merging.js';
import type { Merged } from './overlap.js';
import { entryOf, isOwnList } from './own-lists.js';
import { isUntouched, leadOf, notesOf } from './part-extent.js';
import type { Part, PartList, Slot, Source, Span } from './part.js';
import { styleOf } from './text-style.js';

/** What the owner has put under a type, as in `{ ... } satisfies Rules`; the part itself where it is under none. */
const withoutType = (mine: Part, base: Part): Part =>
  (mine.kind !== base.kind && mine.untyped) || mine;

const sameFrame = (base: Part, mine: Part, next: Part): boolean =>
  base.kind === mine.kind &&
  mine.kind === next.kind &&
  (next.skeleton === base.skeleton || next.skeleton === mine.skeleton);

/** Whether two parts are for the same and of the same kind. */
const isSameKind = (one: Part, other: Part): boolean =>
  one.role === other.role && one.kind === other.kind;

/** Brings what next changed in a part to the owner's version of it. */
function mergePart(merging: Merging, base: Part, given: Part, next: Part): void {
  const mine = withoutType(given, base);
  const same = next.meaning === base.meaning || next.meaning === mine.meaning;
  if (same && notesOf(merging.next, next) === notesOf(merging.base, base)) return;
  if (mine.says !== null && mine.says === next.says && next.says !== base.says) return;
  if (base.slots && mine.slots && next.slots && sameFrame(base, mine, next)) {
    mergeSlots(merging, base.slots, mine, next);
  } else if (same) return;
  else if (isUntouched(merging.mine, mine, merging.base, base))
    merging.splices.push(replacing(merging, mine, next));
  else overlap(merging, mine, next, base, [replacing(merging, mine, next)]);
}

const spanOf = (slot: Slot): Span =>
  'part' in slot
    ? { start: slot.from, end: slot.part.end }
    : { start: slot.list.open, end: slot.end };

/** The end of the nearest slot before one of next's that the owner's part has too. */
function slotPlace(mine: Part, slots: readonly Slot[], name: string): number {
  const names = slots
    .slice(
      0,
      slots.findIndex((slot) => slot.name === name),
    )
    .map((slot) => slot.name);
  const before = mine.slots?.filter((slot) => names.includes(slot.name)).at(-1);
  return before ? spanOf(before).end : mine.start;
}

function mergeSlots(merging: Merging, base: readonly Slot[], mine: Part, next: Part): void {
  const find = (slots: readonly Slot[] | null, name: string): Slot | undefined =>
    slots?.find((slot) => slot.name === name);
  const names = new Set([...(next.slots ?? []), ...base].map(({ name }) => name));
  for (const name of names) {
    const [was, yours, wanted] = [find(base, name), find(mine.slots, name), find(next.slots, name)];
    if (yours && wanted && 'list' in yours && 'list' in wanted)
      mergeList(merging, was && 'list' in was ? was.list : null, yours.list, wanted.list);
    else if (was && yours && wanted && 'part' in was && 'part' in yours && 'part' in wanted)
      mergePart(merging, was.part, yours.part, wanted.part);
    else mergePresence(merging, name, [was, yours, wanted], mine, next);
  }
}

/** A slot that is not there in all three: a type, an initializer, a `!`. */
function mergePresence(
  merging: Merging,
  name: string,
  [was, yours, wanted]: [Slot | undefined, Slot | undefined, Slot | undefined],
  mine: Part,
  next: Part,
): void {
  const meaning = (slot: Slot | undefined): string | undefined =>
    slot && ('part' in slot ? slot.part.meaning : slot.list.entries.map((e) => e.meaning).join());
  if (meaning(wanted) === meaning(was) || meaning(wanted) === meaning(yours)) return;
  if (wanted && yours && 'part' in wanted && 'part' in yours && covers(yours.part, wanted.part))
    return;
  const place = yours ? spanOf(yours) : at(slotPlace(mine, next.slots ?? [], name));
  const insert = wanted ? wording(merging, spanOf(wanted), place.start) : '';
  const splice = { at: place.start, remove: place.end - place.start, insert };
  if (meaning(yours) === meaning(was)) merging.splices.push(splice);
  else overlap(merging, place, wanted ? spanOf(wanted) : null, was ? spanOf(was) : null, [splice]);
}

const at = (offset: number): Span => ({ start: offset, end: offset });

/** Whether the owner's part says all that next's says, perhaps more. */
function covers(mine: Part, next: Part): boolean {
  if (mine.meaning === next.meaning || (next.says !== null && mine.says === next.says)) return true;
  if (!isSameKind(mine, next) || !mine.slots || !next.slots) return false;
  if (mine.skeleton !== next.skeleton) return false;
  return next.slots.every((wanted) => {
    const yours = mine.slots?.find(({ name }) => name === wanted.name);
    if (!yours) return 'list' in wanted && wanted.list.entries.length === 0;
    if ('part' in wanted) return 'part' in yours && covers(yours.part, wanted.part);
    if (!('list' in yours)) return false;
    const own = yours.list;
    return matchEntries(null, own, wanted.list).every(
      (triple) => !triple.next || (triple.mine !== null && covers(triple.mine, triple.next)),
    );
  });
}

/** The entries that leave a list because crudgen removed them and the owner had not touched them. */
function leaving(merging: Merging, triples: readonly Triple[]): Set<Part> {
  const gone = triples.filter(
    ({ base, mine, next }) =>
      base && mine && !next && !mine.opaque && isUntouched(merging.mine, mine, merging.base, base),
  );
  return new Set(gone.flatMap(({ mine }) => mine ?? []));
}

function mergeList(merging: Merging, base: PartList | null, mine: PartList, next: PartList): void {
  const { triples, splices } = followLabel(matchEntries(base, mine, next));
  if (isOwnList(base, mine, triples)) return leaveList(merging, mine, triples);
  merging.splices.push(...splices);
  const gone = leaving(merging, triples);
  const fresh = new Set<Part>();
  for (const triple of triples) {
    if (triple.base && triple.mine && triple.next) {
      mergeNotes(merging, triple.base, triple.mine, triple.next);
      mergePart(merging, triple.base, triple.mine, triple.next);
    } else if (triple.base && triple.mine)
      mergeRemoval(merging, mine, triple.base, triple.mine, gone);
    else if (triple.mine && triple.next) mergeTwins(merging, triple.mine, triple.next);
    else if (triple.next && !triple.base) fresh.add(triple.next);
    else if (triple.base && triple.next)
      mergeGone(merging, place(merging, mine, next), triples, triple.base, triple.next);
  }
  addEntries(merging, place(merging, mine, next), triples, fresh, gone);
}

/** Leaves a list that is its owner's own as it is, and notes what it lacks: entries of it, and of what is in it. */
function leaveList(merging: Merging, mine: PartList, triples: readonly Triple[]): void {
  const aside = { ...merging, splices: [], overlaps: [] };
  for (const triple of triples) {
    if (triple.base && triple.mine && triple.next) {
      mergePart(aside, triple.base, triple.mine, triple.next);
      followName(merging, triple.base, triple.mine, triple.next);
    } else if (triple.next && !triple.base && mine.style !== 'attributes')
      merging.lacks.push(entryOf(merging.next, triple.next));
  }
}

/** A new name for what others import goes along, whatever its owner has made of it. */
function followName(merging: Merging, ...versions: readonly [Part, Part, Part]): void {
  const [was, yours, wanted] = versions.map(({ slots }) =>
    slots?.find(({ holds }) => holds === 'name'),
  );
  if (was && yours && wanted && 'part' in was && 'part' in yours && 'part' in wanted)
    mergePart(merging, was.part, yours.part, wanted.part);
}

const place = ({ mine, next }: Merging, list: PartList, nextList: PartList): Place => ({
  mine,
  list,
  next,
  nextList,
});

function mergeRemoval(
  merging: Merging,
  list: PartList,
  base: Part,
  mine: Part,
  gone: Set<Part>,
): void {
  if (gone.has(mine) || mine.opaque) return;
  const [was, yours] = [optionsIn(base), optionsIn(mine)];
  if (was && yours) return mergeList(merging, was, yours, { ...was, entries: [] });
  const splice = removeEntry(merging.mine, list, mine, new Set([...gone, mine]));
  overlap(merging, mine, null, base, [splice]);
}

/** The entries of an object that is an argument: where crudgen passes it no more, those that its owner added stay. */
function optionsIn({ role, data, slots }: Part): PartList | null {
  const slot = role === 'argument' && data === 'object' ? slots?.[0] : undefined;
  return slot && 'list' in slot ? slot.list : null;
}

/** Both sides added an entry of the same identity: the owner's stays where it says as much, data goes together. */
function mergeTwins(merging: Merging, mine: Part, next: Part): void {
  if (covers(mine, next)) return;
  const together = mine.data !== null && isSameKind(mine, next);
  for (const wanted of (together && next.slots) || []) {
    const yours = mine.slots?.find(({ name }) => name === wanted.name);
    if (!yours) continue;
    if ('part' in wanted && 'part' in yours) mergeTwins(merging, yours.part, wanted.part);
    if ('list' in wanted && 'list' in yours) mergeList(merging, null, yours.list, wanted.list);
  }
  if (!together) overlap(merging, mine, next, null, [replacing(merging, mine, next)]);
}

const speaksOf = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);

/** The owner deleted an entry that crudgen changed; a declaration that they speak of nowhere else is missed by nobody. */
function mergeGone(
  merging: Merging,
  where: Place,
  triples: readonly Triple[],
  base: Part,
  next: Part,
): void {
  const isRenamed = base.shape !== null && base.shape === next.shape;
  if (next.meaning === base.meaning || isRenamed) return;
  if (base.local && !speaksOf(merging.mine.text, base.local)) return;
  const splices = insertEntry(where, next, anchorOf(where, triples, next, new Set()));
  const start = Math.min(...splices.map((splice) => splice.at));
  overlap(merging, { start, end: start }, next, base, splices);
}

/** Puts new entries in; one that comes where another leaves takes its place. */
function addEntries(
  merging: Merging,
  where: Place,
  triples: readonly Triple[],
  fresh: ReadonlySet<Part>,
  gone: Set<Part>,
): void {
  const { list } = where;
  const left = new Set(gone);
  for (const part of where.nextList.entries.filter((entry) => fresh.has(entry))) {
    const anchor = anchorOf(where, triples, part, gone);
    const index = anchor.after ? list.entries.indexOf(anchor.after) : -1;
    const old = list.entries[index + 1];
    if (!old || !left.delete(old)) {
      merging.splices.push(...insertEntry(where, part, anchor));
      continue;
    }
    const lead = leadOf(merging.next, part);
    const from = leadOf(merging.mine, old);
    const insert = wording(merging, { start: lead, end: part.end }, old.start);
    merging.splices.push({ at: from, remove: old.end - from, insert });
    gone.delete(old);
  }
  for (const old of left) merging.splices.push(removeEntry(merging.mine, list, old, left));
}

/** Merges three versions of a text by their structure, as edits of the owner's. */
export function mergeParts(base: Source, mine: Source, next: Source): Merged {
  const found = { splices: [], overlaps: [], lacks: [] };
  const merging: Merging = { base, mine, next, style: styleOf(mine), ...found };
  mergePart(merging, base.root, mine.root, next.root);
  const { splices, overlaps, lacks } = merging;
  return { mine: mine.text, splices, overlaps, lacks };
}
