import type { FieldFact, RecordId } from '../application';
import { currentLocale, inLanguage } from '../i18n/language';
import { decimalsOf, numberOptions, suffixOf } from './units';

const DATE = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const DATETIME = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
/** Joins the items of a conjunction. */
export const ALL = inLanguage((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const SIDE_BY_SIDE = inLanguage(
  (locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }),
);

/** A record without a known label: `#7`, or its id if that is a text. */
export const numberOf = (id: RecordId): string => (typeof id === 'number' ? `#${id}` : id);

/** A date without a time, the same in every time zone. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? value : DATE().format(date);
}

/** A datetime in the reader's time zone. */
export function formatDatetime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : DATETIME().format(date);
}

/** Formats of numbers in the page's language, each made once. */
export const numberFormats = (
  optionsOf: (digits?: number, unit?: string) => Intl.NumberFormatOptions,
) =>
  inLanguage((locale) => {
    const formats = new Map<string, Intl.NumberFormat>();
    return (digits?: number, unit?: string): Intl.NumberFormat => {
      const key = `${digits} ${unit}`;
      const made = formats.get(key) ?? new Intl.NumberFormat(locale, optionsOf(digits, unit));
      formats.set(key, made);
      return made;
    };
  });

const NUMBER = numberFormats(numberOptions);

/** A number with the separators of the page's language, and with what it is of: `€1,234.50`, `12 km`. */
export function formatNumber(value: number | bigint, digits?: number, unit?: string): string {
  return NUMBER()(digits, unit).format(value) + suffixOf(unit);
}

/** A value as a number to be shown; null for what is none. Long integers are texts, which are as they are without a unit. */
export function numberIn(value: unknown, unit?: string): number | bigint | null {
  if (typeof value === 'number') return value;
  return unit !== undefined && typeof value === 'string' && /^-?\d+$/.test(value)
    ? BigInt(value)
    : null;
}

/** Whether a field is named as one that says how far a record has come. */
export const isState = (source: string): boolean => /(^|_)(status|state|stage|phase)$/.test(source);

/** Whether a field holds a year, which has no separators. */
export const isYear = (source: string): boolean => /(^|_)year$/.test(source);

/**
 * `in_progress` as people read it: `In progress`; `vip_guest` as `VIP guest`. What is no word in small letters stays as it is:
 * `iOS`, `PayPal`, `A-`, and signs such as `kg`. The generator has the same rule (`valueTitle`).
 */
export function humanize(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  const words = (/^[a-z]+(-[a-z]+)+$/.test(text) ? text.replaceAll('-', ' ') : text).split(/ +/);
  const spoken = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));
  const [first = '', ...others] = spoken;
  const isWritten = value.trim().includes(' ') || /[A-Z]/.test(first);
  const isSign = others.length === 0 && SIGN.test(first);
  const begun = isWritten || isSign ? first : first.charAt(0).toUpperCase() + first.slice(1);
  return [begun, ...others].join(' ');
}

/** What is no word: at most two letters, or none that can be spoken, or with digits. */
const SIGN = /^(?!(?:go|in|no|ok|on|up)$)(?:[a-z]{1,2}|[b-df-hj-np-tv-xz]+|.*\d.*)$/;

/** Words that are spelt out. */
export const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'api bic crm csv ean erp eta faq gps gtin html http https iban id ip isbn json pdf qr rfid seo sku sms sql ssn ' +
    'url usb utc uuid vat vin vip vpn xml'
  ).split(' '),
);

/**
 * A label within an English sentence: `work order`, but `VAT rate` and `Google Account`. Other languages insert names as they
 * are: German nouns have capitals, and texts may quote a name.
 */
export function withinSentence(label: string): string {
  const isEnglish = (currentLocale() ?? 'en').startsWith('en');
  if (!isEnglish || !/^[A-Z][a-z]/.test(label) || /\s[A-Z][a-z]/.test(label)) return label;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** A list of values: `Open, Done`. */
export function formatList(values: readonly string[]): string {
  return SIDE_BY_SIDE().format(values);
}

/** A conjunction: `Title and slug`. */
export function formatAll(values: readonly string[]): string {
  return ALL().format(values);
}

/** The translation key of a field's value; `humanize` is the fallback. */
export function valueKey(resource: string, source: string, value: string): string {
  return `resources.${resource}.values.${source}.${value}`;
}

/** A value of a model's field as plain text, where there is no room for its field component. */
export function plainText(
  value: unknown,
  fact: FieldFact | undefined,
  translate: (key: string, options?: object) => string,
  resource: string,
): string {
  const text = String(value);
  if (fact?.type === 'date') return formatDate(text);
  if (fact?.type === 'datetime') return formatDatetime(text);
  if (fact?.type === 'boolean') return translate(text === 'true' ? 'app.yes' : 'app.no');
  const { unit, digits } = fact ?? {};
  const long = fact?.type === 'bigint' ? numberIn(text, unit) : null;
  if (long !== null) return formatNumber(long, digits, unit);
  // A filter's value comes from the URL, where anything may be written.
  if (NUMBERS.includes(fact?.type) && Number.isFinite(Number(text)))
    return isYear(fact?.source ?? '') ? text : formatExact(Number(text), digits, unit);
  if (fact?.values === undefined) return text;
  return translate(valueKey(resource, fact.source, text), { _: humanize(text) });
}

/** A number with the decimals of its field, and more where it has more: filters may compare with any. */
const formatExact = (value: number, digits: number | undefined, unit: string | undefined): string =>
  formatNumber(value, digits === undefined ? digits : Math.max(digits, decimalsOf(value)), unit);

const NUMBERS: readonly unknown[] = ['integer', 'float', 'decimal'];

/** JSON on as many lines as it needs; empty without a value. */
export function jsonText(value: unknown): string {
  return value === null || value === undefined || value === ''
    ? ''
    : JSON.stringify(value, null, 2);
}
