import { besideOthers, losesOrder } from './branch-order.js';
import { functionForms } from './function-forms.js';
import { followLabel, matchEntries, type Triple } from './match-entries.js';
import { anchorOf, insertEntry, removeEntry } from './list-splices.js';
import { mergeNotes } from './merge-notes.js';
import {
  overlap,
  replacing,
  wording,
  type ListMerging,
  type Merging,
  type Sides,
} from './merging.js';
import type { Merged } from './overlap.js';
import { entryOf, isOwnList } from './own-lists.js';
import { isReordered, isUntouched, leadOf, notesOf } from './part-extent.js';
import type { Part, PartList, Slot, Source, Span } from './part.js';
import { styleOf } from './text-style.js';

/** How deep a value may be: in a constant, a call, a type check. */
const DEEPEST = 3;

/** The value of crudgen's kind that a part stands for, as in `{ ... } satisfies Rules`; the part itself without one. */
function valueLike(base: Part, mine: Part): Part {
  let found: Part | null = mine;
  for (let depth = 0; found && found.kind !== base.kind && depth < DEEPEST; depth++)
    found = found.inner;
  return found?.kind === base.kind ? found : mine;
}

const sameFrame = (base: Part, mine: Part, next: Part): boolean =>
  base.kind === mine.kind &&
  mine.kind === next.kind &&
  [base, mine].some((one) => next.skeleton === one.skeleton && headOf(next) === headOf(one));

/** The slot behind a part's first word, which cannot come or go alone: `return x`, `catch (error) {}`. */
function headOf({ start, slots }: Part): string | null {
  const [first] = slots ?? [];
  return first && 'part' in first && first.part.start > start ? first.name : null;
}

/** Whether two parts have the same role and kind. */
const isSameKind = (one: Part, other: Part): boolean =>
  one.role === other.role && one.kind === other.kind;

/** Applies the changes of next in a part to the developer's version. */
function mergePart(merging: Merging, base: Part, given: Part, next: Part): void {
  const mine = valueLike(base, given);
  const same = next.meaning === base.meaning || next.meaning === mine.meaning;
  // Equal tokens may have different comments inside, so only parts with equal comments are skipped.
  if (same && notesOf(merging.next, next) === notesOf(merging.base, base)) return;
  // The developer has made the same change differently: `@Column('text')` means `@Column({ type: 'text' })`.
  if (mine.facts !== null && mine.facts === next.facts && next.facts !== base.facts) return;
  const forms = functionForms(base, mine, next);
  if (forms) mergeSlots(merging, ...forms);
  else if (base.slots && mine.slots && next.slots && sameFrame(base, mine, next)) {
    mergeSlots(merging, base, mine, next);
  } else if (same) return;
  else if (isUntouched(merging.mine, mine, merging.base, base))
    merging.splices.push(replacing(merging, mine, next));
  else {
    const isAround = isList(base) && mine.kind === base.kind && isList(valueLike(base, next));
    overlap(merging, mine, next, base, [replacing(merging, mine, next)], isAround);
  }
}

const isList = ({ data }: Part): boolean => data === 'array' || data === 'object';

const slotSpan = (slot: Slot): Span =>
  'part' in slot
    ? { start: slot.from, end: slot.part.end }
    : { start: slot.list.open, end: slot.end };

const slotOf = (part: Part, name: string): Slot | undefined =>
  part.slots?.find((slot) => slot.name === name);

/** The place for a slot that the developer's part lacks: after the nearest one before it in next. */
function slotPlace(mine: Part, next: Part, name: string): Span {
  const names = next.slots?.map((slot) => slot.name) ?? [];
  const above = new Set(names.slice(0, names.indexOf(name)));
  const before = mine.slots?.filter((slot) => above.has(slot.name)).at(-1);
  const at = before ? slotSpan(before).end : mine.start;
  return { start: at, end: at };
}

function mergeSlots(merging: Merging, base: Part, mine: Part, next: Part): void {
  const names = new Set([next, base].flatMap(({ slots }) => slots?.map(({ name }) => name) ?? []));
  for (const name of names) {
    const [was, yours, wanted] = [slotOf(base, name), slotOf(mine, name), slotOf(next, name)];
    if (yours && wanted && 'list' in yours && 'list' in wanted)
      mergeList(merging, was && 'list' in was ? was.list : null, yours.list, wanted.list);
    else if (was && yours && wanted && 'part' in was && 'part' in yours && 'part' in wanted)
      mergePart(merging, was.part, yours.part, wanted.part);
    else {
      const place = yours ? slotSpan(yours) : slotPlace(mine, next, name);
      mergePresence(merging, [was, yours, wanted], place);
    }
  }
}

const meaningOf = (slot: Slot | undefined): string | undefined =>
  slot &&
  ('part' in slot ? slot.part.meaning : slot.list.entries.map(({ meaning }) => meaning).join());

/** Merges a slot that some versions lack: a type, an initializer, a `!`. */
function mergePresence(
  merging: Merging,
  [was, yours, wanted]: readonly (Slot | undefined)[],
  place: Span,
): void {
  const meaning = meaningOf(wanted);
  if (meaning === meaningOf(was) || meaning === meaningOf(yours)) return;
  if (wanted && yours && 'part' in wanted && 'part' in yours && covers(yours.part, wanted.part))
    return;
  const insert = wanted ? wording(merging, slotSpan(wanted), place.start) : '';
  const splice = { at: place.start, remove: place.end - place.start, insert };
  if (meaningOf(yours) === meaningOf(was)) merging.splices.push(splice);
  else
    overlap(merging, place, wanted ? slotSpan(wanted) : null, was ? slotSpan(was) : null, [splice]);
}

/** Whether the developer's part includes all of next's. */
function covers(mine: Part, next: Part): boolean {
  if (mine.meaning === next.meaning || (next.facts !== null && mine.facts === next.facts))
    return true;
  const [own, wanted] = [mine.callable, next.callable];
  if (own && wanted && own.form !== wanted.form) return covers(own, wanted);
  if (!isSameKind(mine, next) || !mine.slots || !next.slots) return false;
  if (mine.skeleton !== next.skeleton) return false;
  return next.slots.every((slot) => {
    const yours = slotOf(mine, slot.name);
    if (!yours) return 'list' in slot && slot.list.entries.length === 0;
    if ('part' in slot) return 'part' in yours && covers(yours.part, slot.part);
    if (!('list' in yours)) return false;
    return matchEntries(null, yours.list, slot.list).every(
      (triple) => !triple.next || (triple.mine !== null && covers(triple.mine, triple.next)),
    );
  });
}

/** The entries that crudgen removed and the developer had not touched, or only put in another order. */
function leavingOf({ mine: source, base: origin }: Merging, triples: readonly Triple[]): Set<Part> {
  return new Set(
    triples.flatMap(({ base, mine, next }) =>
      base && mine && !next && !mine.unread && isReordered(source, mine, origin, base) ? mine : [],
    ),
  );
}

/**
 * Merges a list entry by entry. Which versions have an entry decides: all three have it, crudgen or the developer removed it,
 * both added it, crudgen added it; what only the developer has stays where it is.
 */
function mergeList(
  merging: Merging,
  was: PartList | null,
  list: PartList,
  nextList: PartList,
): void {
  const { triples, splices } = followLabel(matchEntries(was, list, nextList));
  if (isOwnList(was, list, triples)) return leaveList(merging, list, triples);
  merging.splices.push(...splices);
  if (merging.sides === 'branches' && losesOrder({ list, nextList, triples }))
    merging.unturned.push(list);
  const leaving = leavingOf(merging, triples);
  const lists: ListMerging = { ...merging, list, nextList, triples, leaving };
  for (const { base, mine, next, isRetitled } of triples) {
    if (isRetitled) overlap(merging, mine!, next, base, [replacing(merging, mine!, next!)]);
    else if (base && mine && next) {
      mergeNotes(merging, base, mine, next);
      mergePart(merging, base, mine, next);
    } else if (base && mine) mergeRemoved(lists, base, mine);
    else if (base && next) mergeDeleted(lists, base, next);
    else if (mine && next) mergeTwins(merging, mine, next);
  }
  const added = new Set(triples.flatMap(({ base, mine, next }) => (!base && !mine && next) || []));
  addEntries(
    lists,
    nextList.entries.filter((part) => added.has(part)),
  );
}

/**
 * Leaves the developer's own list as it is, and records which entries it lacks, nested ones included. Entries are merged into
 * a scratch result of which only the missing entries are kept.
 */
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

/** Applies a new name that other files import, whatever the developer has changed. */
function followName(merging: Merging, ...versions: readonly [Part, Part, Part]): void {
  const [was, yours, wanted] = versions.map(({ slots }) =>
    slots?.find(({ holds }) => holds === 'name'),
  );
  if (was && yours && wanted && 'part' in was && 'part' in yours && 'part' in wanted)
    mergePart(merging, was.part, yours.part, wanted.part);
}

/** Crudgen removed an entry that the developer had changed. */
function mergeRemoved(merging: ListMerging, base: Part, mine: Part): void {
  if (merging.leaving.has(mine) || mine.unread) return;
  const [was, yours] = [optionsIn(base), optionsIn(mine)];
  if (was && yours) return mergeList(merging, was, yours, { ...was, entries: [] });
  const gone = new Set([...merging.leaving, mine]);
  overlap(merging, mine, null, base, [removeEntry(merging.mine, merging.list, mine, gone)]);
}

/** The entries of an object argument: where crudgen removes the object, those that the developer added stay. */
function optionsIn({ role, data, slots }: Part): PartList | null {
  const slot = role === 'argument' && data === 'object' ? slots?.[0] : undefined;
  return slot && 'list' in slot ? slot.list : null;
}

/** Merges entries of the same identity that both sides added. The developer's entry stays if it includes crudgen's; data is combined. */
function mergeTwins(merging: Merging, mine: Part, next: Part): void {
  if (covers(mine, next)) return;
  const together = mine.data !== null && isSameKind(mine, next);
  for (const wanted of (together && next.slots) || []) {
    const yours = slotOf(mine, wanted.name);
    if (!yours) continue;
    if ('part' in wanted && 'part' in yours) mergeTwins(merging, yours.part, wanted.part);
    if ('list' in wanted && 'list' in yours) mergeList(merging, null, yours.list, wanted.list);
  }
  if (!together) overlap(merging, mine, next, null, [replacing(merging, mine, next)]);
}

const speaksOf = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);

/** The developer deleted an entry that crudgen changed; no conflict for a declaration that is used nowhere else. */
function mergeDeleted(merging: ListMerging, base: Part, next: Part): void {
  const isRenamed = base.shape !== null && base.shape === next.shape;
  if (next.meaning === base.meaning || isRenamed) return;
  if (base.local && !speaksOf(merging.mine.text, base.local)) return;
  const splices = insertEntry(merging, next, anchorOf(merging, next, new Set()));
  const start = Math.min(...splices.map((splice) => splice.at));
  overlap(merging, { start, end: start }, next, base, splices);
}

/** Adds new entries; one that replaces a removed one takes its place, and the next one comes after it. */
function addEntries(merging: ListMerging, added: readonly Part[]): void {
  const { mine, next, list, leaving } = merging;
  const gone = new Set(leaving);
  const removed = new Set(leaving);
  const triples = [...merging.triples];
  for (const part of added) {
    const place = anchorOf({ ...merging, triples }, part, gone);
    const anchor = merging.sides === 'branches' ? besideOthers(merging, part, place) : place;
    const old = list.entries[anchor.after ? list.entries.indexOf(anchor.after) + 1 : 0];
    if (!old || !removed.delete(old)) {
      merging.splices.push(...insertEntry(merging, part, anchor));
      continue;
    }
    const at = leadOf(mine, old);
    const insert = wording(merging, { start: leadOf(next, part), end: part.end }, old.start);
    merging.splices.push({ at, remove: old.end - at, insert });
    gone.delete(old);
    triples.push({ base: null, mine: old, next: part });
  }
  for (const old of removed) merging.splices.push(removeEntry(mine, list, old, removed));
}

/** Merges three versions of a text by structure, as edits of the developer's. */
export function mergeParts(
  base: Source,
  mine: Source,
  next: Source,
  sides: Sides = 'crudgen',
): Merged {
  const found = { splices: [], overlaps: [], lacks: [], unturned: [] };
  const merging: Merging = { sides, base, mine, next, style: styleOf(mine), ...found };
  mergePart(merging, base.root, mine.root, next.root);
  const { splices, overlaps, lacks, unturned } = merging;
  return { mine: mine.text, splices, overlaps, lacks, unturned };
}
