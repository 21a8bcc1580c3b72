import { knownDefinition, type FieldFact } from '../application';
import { endOfDay, localDay, startOfDay } from './days';
import { readCookieUser, readCached } from './storage';

/*
 * Conditions that stay the same words in an address and in a saved view, and are turned into what they mean when a list is asked:
 * `{ due_on__within: 'this_week', assignee_id: 'current_user' }`. Days are those of the reader's calendar, as everywhere here.
 */

/** The end of the parameter that takes the name of a period. */
export const WITHIN = '__within';

/** In place of the id of a user: whoever asks. */
export const CURRENT_USER = 'current_user';

/** The first and the last day, counted from today; an end that is missing is open. */
type Days = readonly [from: number | null, to: number | null];

const monthDays = (now: Date, months: number): Days => {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + months, now.getDate()];
  const first = Math.round((Date.UTC(year, month, 1) - Date.UTC(year, now.getMonth(), day)) / DAY);
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return [first, first + length - 1];
};

const DAY = 86_400_000;

/** A week begins on Monday, as in ISO 8601. */
const weekDays = (now: Date, weeks: number): Days => {
  const monday = 7 * weeks - ((now.getDay() + 6) % 7);
  return [monday, monday + 6];
};

const PERIODS = {
  overdue: () => [null, -1],
  today: () => [0, 0],
  tomorrow: () => [1, 1],
  yesterday: () => [-1, -1],
  this_week: (now) => weekDays(now, 0),
  next_week: (now) => weekDays(now, 1),
  last_week: (now) => weekDays(now, -1),
  this_month: (now) => monthDays(now, 0),
  next_month: (now) => monthDays(now, 1),
  last_month: (now) => monthDays(now, -1),
  next_7_days: () => [0, 6],
  next_30_days: () => [0, 29],
  last_7_days: () => [-6, 0],
  last_30_days: () => [-29, 0],
  from_today: () => [0, null],
} satisfies Record<string, (now: Date) => Days>;

export type Period = keyof typeof PERIODS;

/** The periods that a date can be within, in the order in which they are offered. */
export const PERIOD_NAMES = Object.keys(PERIODS) as readonly Period[];

export const isPeriod = (value: unknown): value is Period =>
  typeof value === 'string' && Object.hasOwn(PERIODS, value);

type Filter = Readonly<Record<string, unknown>>;

/**
 * The filter of a list as the service takes it: periods as their first and last day, the current user by id. What is no such word
 * stays, for the service to refuse.
 */
export function presentFilter(resource: string, filter: Filter, now = new Date()): Filter {
  const fields = knownDefinition(resource)?.fields ?? [];
  const factOf = (name: string) => fields.find(({ source }) => source === name);
  const asked: Record<string, unknown> = {};
  const add = (key: string, value: unknown) => {
    // Of two ends of the same field both hold.
    asked[key] = Object.hasOwn(asked, key) ? [asked[key], value].flat() : value;
  };
  for (const [key, value] of Object.entries(filter)) {
    const fact = factOf(key.replace(/__[a-z]+$/, ''));
    if (key.endsWith(WITHIN) && isDated(fact) && isPeriod(value))
      for (const [end, moment] of endsOf(fact, value, now)) add(end, moment);
    else add(key, isUser(fact) ? withoutMe(value) : value);
  }
  return asked;
}

/** Whether a field is a date or a moment, which can be within a period. */
export const isDated = (fact: FieldFact | undefined): fact is FieldFact =>
  fact?.type === 'date' || fact?.type === 'datetime';

/** Whether a field refers to a user by id. */
export const isUser = (fact: FieldFact | undefined): boolean =>
  fact?.reference === 'user' && fact.keyField === undefined;

function endsOf({ source, type }: FieldFact, period: Period, now: Date) {
  const [from, to] = PERIODS[period](now);
  const dayAt = (days: number) =>
    localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const ends: (readonly [string, string])[] = [];
  const isDay = type === 'date';
  if (from !== null) ends.push([`${source}__gte`, isDay ? dayAt(from) : startOfDay(dayAt(from))]);
  if (to !== null) ends.push([`${source}__lte`, isDay ? dayAt(to) : endOfDay(dayAt(to))]);
  return ends;
}

/** Nobody has the id 0: without a user nothing is theirs. */
const withoutMe = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMe);
  return value === CURRENT_USER ? (currentUser() ?? 0) : value;
};

const currentUser = () => readCookieUser() ?? readCached<{ id: number }>('user')?.id ?? null;
