import type { Day } from './days';
import type { Entry } from './entries';

/** Where an entry stands in the hours of a day: minutes from midnight, and in which lanes beside others. */
export interface Slot {
  entry: Entry;
  from: number;
  to: number;
  lane: number;
  lanes: number;
  /** The lanes that it takes: its own, and those on its side that are free as long as it lasts. */
  wide: number;
}

/** Shorter ones are as high as this, to be seen and hit. */
const LEAST = 30;
const DAY = 24 * 60;

/** Entries of a day at their times; those that overlap stand side by side. */
export function slotsOf(entries: readonly Entry[], day: Day): readonly Slot[] {
  const timed = entries
    .flatMap((entry) => slotOf(entry, day) ?? [])
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  const groups: Slot[][] = [];
  for (const slot of timed) {
    const group = groups.at(-1);
    const isBeside = group !== undefined && group.some(({ to }) => to > slot.from);
    if (isBeside) group.push(slot);
    else groups.push([slot]);
  }
  return groups.flatMap(inLanes);
}

function slotOf(entry: Entry, day: Day): Slot | null {
  if (entry.times === null || entry.first !== day || entry.last !== day) return null;
  const from = minuteOf(entry.times.from);
  const end = entry.times.to === null ? from : from + minutesBetween(entry.times);
  const to = Math.min(DAY, Math.max(end, from + LEAST));
  return { entry, from: Math.min(from, DAY - LEAST), to, lane: 0, lanes: 1, wide: 1 };
}

function inLanes(group: readonly Slot[]): readonly Slot[] {
  const ends: number[] = [];
  const placed = group.map((slot) => {
    const free = ends.findIndex((end) => end <= slot.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = slot.to;
    return { ...slot, lane };
  });
  return placed.map((slot) => ({
    ...slot,
    lanes: ends.length,
    wide: widthOf(slot, placed, ends.length),
  }));
}

function widthOf(slot: Slot, placed: readonly Slot[], lanes: number): number {
  const beside = placed.filter(
    ({ lane, from, to }) => lane > slot.lane && from < slot.to && to > slot.from,
  );
  return Math.min(lanes, ...beside.map(({ lane }) => lane)) - slot.lane;
}

const minuteOf = (moment: string): number => {
  const date = new Date(moment);
  return date.getHours() * 60 + date.getMinutes();
};

const minutesBetween = ({ from, to }: NonNullable<Entry['times']>): number =>
  (Date.parse(to!) - Date.parse(from)) / 60_000;
