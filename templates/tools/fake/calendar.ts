import type { Dice } from './dice.js';

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The midnight (UTC) at which a moment's day begins. */
export const startOfDay = (moment: number): number => moment - (moment % DAY);

/** `07:30:00`, of the minutes since midnight. */
export const timeOf = (minutes: number): string =>
  new Date(minutes * MINUTE).toISOString().slice(11, 19);

/**
 * When the rows of a run came into being, one after the other by their share of all rows (below 1): in working hours, over the
 * days before the run, and towards the end more of them a day. A few rows are spread over weeks, hundreds over a year.
 */
export function createdAt(now: number, share: number, count: number): number {
  const left = 1 - share;
  // Only what every machine rounds alike: no powers.
  const age = Math.min(365, 20 + 3 * count) * left * Math.sqrt(left);
  const days = Math.floor(age);
  const minutes = 7 * 60 + (1 - (age - days)) * 11 * 60;
  return now - (days + 1) * DAY + Math.floor(minutes) * MINUTE;
}

/** A quarter of an hour in the working hours of a day, of the next Monday at weekends. */
export function workMoment(moment: number, dice: Dice): number {
  return startOfDay(onWeekday(moment)) + dice.between(8 * 4, 16 * 4) * 15 * MINUTE;
}

/** A moment after one and before another: in working hours of the wanted day or the next one, if these leave any. */
export function workBetween(after: number, wanted: number, before: number, dice: Dice): number {
  const earliest = Math.max(after + MINUTE, startOfDay(wanted) + 7 * HOUR);
  const today = startOfDay(earliest);
  const from = earliest < today + 18 * HOUR ? earliest : today + DAY + 7 * HOUR;
  const until = Math.min(before, startOfDay(from) + 18 * HOUR);
  const [first, last] = from < until ? [from, until] : [after, before];
  return first + Math.floor((dice.next() * (last - first)) / MINUTE) * MINUTE;
}

/** The moment, or the same time of the next Monday. */
export function onWeekday(moment: number): number {
  // The first day of 1970 was a Thursday.
  const weekday = (Math.floor(moment / DAY) + 4) % 7;
  return moment + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * DAY;
}
