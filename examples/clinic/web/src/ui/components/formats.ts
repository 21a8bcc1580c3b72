import type { FieldFact } from '../application/app-resource';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const DATETIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A date without a time, the same day in every zone. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? value : DATE.format(date);
}

/** A moment in the reader's zone. */
export function formatDatetime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : DATETIME.format(date);
}

/** A number with the reader's separators. */
export function formatNumber(value: number, digits?: number): string {
  const options = digits === undefined ? { maximumFractionDigits: 15 } : fixed(digits);
  return new Intl.NumberFormat(undefined, options).format(value);
}

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
];

/** How long ago a moment was: `5 minutes ago`. */
export function formatAgo(value: string, now: number): string {
  let amount = (new Date(value).getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return RELATIVE.format(Math.round(amount), unit);
    amount /= size;
  }
  return value;
}

/** `in_progress` as people read it: `In progress`. */
export function humanize(value: string): string {
  const words = value.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a field as a plain text, where there is no room for its field component. */
export function plainText(value: unknown, fact?: FieldFact): string {
  const text = String(value);
  if (fact?.type === 'date') return formatDate(text);
  if (fact?.type === 'datetime') return formatDatetime(text);
  return fact?.values !== undefined || fact?.type === 'boolean' ? humanize(text) : text;
}

/** JSON on as many lines as it needs; nothing for no value. */
export function jsonText(value: unknown): string {
  return value === null || value === undefined || value === ''
    ? ''
    : JSON.stringify(value, null, 2);
}

/** The value of a text, or why it has none; an empty text is null. */
export function parseJson(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: null, problem: null };
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch (error) {
    return { value: null, problem: (error as Error).message };
  }
}

/** A moment as a `datetime-local` input shows it, in the reader's zone. */
export function toLocalInput(moment: unknown): string {
  if (typeof moment !== 'string' || moment === '') return '';
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What a `datetime-local` input holds as a moment in UTC; null when it is empty or no moment. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What a `time` input holds, with the seconds that the service wants. */
export function fromTimeInput(text: string): string | null {
  if (text === '') return null;
  return text.length === 5 ? `${text}:00` : text;
}
