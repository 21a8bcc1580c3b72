import { knownDefinition, type FieldFact, type RecordId } from '../application';
import { endOfDay, localDay, startOfDay } from './days';
import { readCookieUser, readCached } from './storage';

/*
 * Conditions that stay the same words in an address and in a saved view, and are turned into what they mean when a list is asked:
 * `{ due_on__within: 'this_week', assignee_id: 'current_user' }`. Days are those of the reader's calendar, as everywhere here.
 */

/** The end of the parameter that takes the name of a period. */
export const WITHIN = '__within';

/** In place of the id of a user, or of a record that is a user's: whoever asks. */
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
    const fact = factOf(key.replace(/__[a-z]+(_field)?$/, ''));
    if (key.endsWith(WITHIN) && isDated(fact) && isPeriod(value))
      for (const [end, moment] of endsOf(fact, value, now)) add(end, moment);
    else if (!canBeMe(fact)) add(key, value);
    else {
      const present = withoutMe(value, fact);
      if (present !== undefined) add(key, present);
      // Of nobody there is no record, and every record is one of others.
      else if (!key.endsWith('__ne')) add(`${fact.source}__isnull`, [true, false]);
    }
  }
  return asked;
}

/** The conditions of the records whose date is within a period, as the service takes them. */
export const inPeriod = (
  fact: Pick<FieldFact, 'source' | 'type'>,
  period: Period,
  now = new Date(),
): Filter => Object.fromEntries(endsOf(fact, period, now));

/** Whether a field is a date or a moment, which can be within a period. */
export const isDated = (fact: FieldFact | undefined): fact is FieldFact =>
  fact?.type === 'date' || fact?.type === 'datetime';

/** Whether a field refers to a user, or to a record that is one user's, such as an employee. */
export const canBeMe = (fact: FieldFact | undefined): fact is FieldFact =>
  fact?.person !== undefined || (fact?.reference === 'user' && fact.keyField === undefined);

function endsOf({ source, type }: Pick<FieldFact, 'source' | 'type'>, period: Period, now: Date) {
  const [from, to] = PERIODS[period](now);
  const dayAt = (days: number) =>
    localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const ends: (readonly [string, string])[] = [];
  const isDay = type === 'date';
  if (from !== null) ends.push([`${source}__gte`, isDay ? dayAt(from) : startOfDay(dayAt(from))]);
  if (to !== null) ends.push([`${source}__lte`, isDay ? dayAt(to) : endOfDay(dayAt(to))]);
  return ends;
}

/** The records of models that are those of users, by model and user; null where a user has none. */
const persons = new Map<string, RecordId | null>();

const personKey = (reference: string): string => `${reference} ${currentUser()}`;

/** A record that a filter asks for as that of whoever asks, and that is not known yet. */
export interface SoughtPerson {
  reference: string;
  /** What its list is asked for. */
  filter: Filter;
  /** Keeps what was found. */
  keep: (id: RecordId | null) => void;
}

/** What has to be found before `presentFilter` knows all that a filter names. */
export function soughtPersons(resource: string, filter: Filter): readonly SoughtPerson[] {
  const fields = knownDefinition(resource)?.fields ?? [];
  return Object.entries(filter).flatMap(([key, value]) => {
    const fact = fields.find(({ source }) => source === key.replace(/__[a-z]+(_field)?$/, ''));
    const { person, reference = '' } = fact ?? {};
    const isAsked = [value].flat().includes(CURRENT_USER);
    // Somebody may have become an employee since.
    if (person === undefined || !isAsked || persons.get(personKey(reference))) return [];
    const place = personKey(reference);
    return [
      {
        reference,
        filter: { [person]: currentUser() ?? NOBODY },
        keep: (id: RecordId | null) => void persons.set(place, id),
      },
    ];
  });
}

/** No record has it. */
const NOBODY = 0;

/** The values of a condition with whoever asks by id; undefined where that is nobody, and there is no other value. */
function withoutMe(value: unknown, fact: FieldFact): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => withoutMe(one, fact)).filter((one) => one !== undefined);
    return all.length > 0 ? all : undefined;
  }
  if (value !== CURRENT_USER) return value;
  if (fact.person === undefined) return currentUser() ?? NOBODY;
  const found = persons.get(personKey(fact.reference ?? ''));
  // What nobody has looked for yet stays, for the service to refuse.
  return found === undefined ? value : (found ?? undefined);
}

const currentUser = () => readCookieUser() ?? readCached<{ id: number }>('user')?.id ?? null;
