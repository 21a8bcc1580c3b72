import { isBuiltIn } from '../../model/built-in.js';
import { isDated, stampField } from '../../model/columns.js';
import { isKeyless } from '../../model/keys.js';
import type { App, Card, CardFilter, Field, FieldType, Model } from '../../model/model.js';
import { hasEntries, type Values } from '../code.js';
import { dashboardPlace, isState } from './dashboard-place.js';
import { DUE, SCHEDULE } from './own-order.js';

/** A sum of these says how the business goes; one of prices, rates and shares says nothing. */
const SUMMED =
  /(^|_)(total|amount|sum|revenue|turnover|gross|net|subtotal|budget|fee|fees|cost|costs|spent)$/;
/** Names of an amount that is left in the end; these come before other names. */
const TOTAL = /(^|_)(total|amount|revenue|turnover|gross)$/;
/** When something ended is not when it was made. */
const END =
  /(^|_)(birth\w*|born|closed|paid|done|completed|finished|cancell?ed|ends?|ended|until)(_|$)/;
/** Names of the time at which a row came about, whoever typed it in later: `ordered_at`, `order_date`. */
const BEGINNING = new RegExp(
  '^(date|((order|invoice|booking|purchase|sale|issue|request|transaction|posting|entry|document)_date)|' +
    '((ordered|placed|issued|invoiced|billed|booked|requested|reported|received|opened|submitted|purchased|bought|sold|' +
    'signed|joined|hired|admitted|occurred|happened|made)_(at|on)))$',
);
/** States in which nothing is left to do. */
const DONE = words(
  'done closed complete completed finished cancelled canceled paid settled void voided resolved archived rejected declined ' +
    'delivered invoiced refunded returned lost won expired inactive deleted',
);
/** States in which nothing came of a record, or has come yet. */
const VOID = words(
  'draft cancelled canceled void voided rejected declined refunded returned lost failed expired deleted',
);
/** Names of fields that are true where nothing is left to do. */
const IS_DONE = /^(is_)?(done|closed|completed?|finished|paid|settled|resolved|archived)$/;
/** Names of fields with the day on which a record was done: empty until then. */
const DONE_ON =
  /^(done|closed|completed|finished|paid|settled|resolved|archived|returned|delivered|cancell?ed)_(at|on|date)$|^(payment|return|completion|closing)_date$/;

/** How many there are, and how many there should be at least. */
const STOCK = /(^|_)(stock|on_hand|stock_(level|quantity|count)|quantity_(available|on_hand))$/;
const LEVEL =
  /^(re_?order_(level|point|threshold|at)|(min(imum)?|safety)_(stock|quantity|level)|low_stock(_(level|threshold))?|stock_min(imum)?)$/;
const LEVEL_TYPES: readonly FieldType[] = ['integer', 'float', 'decimal'];
/** What is left is sold, and not ordered again. */
const GONE = /^(is_)?(discontinued|obsolete|archived|inactive|retired)$/;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** The cards that a dashboard shows of a model. */
export const dashboardCards = (app: App, model: Model): readonly Card[] =>
  model.dashboard ?? usualCards(app, model);

/**
 * What a dashboard shows of a new model: its amounts or its new records by month, its states, and what is due. Nothing of lines,
 * links and small lists.
 */
export function usualCards(app: App, model: Model): readonly Card[] {
  const place = dashboardPlace(app, model);
  if (place === 'last' || isBuiltIn(model)) return [];
  const state = shownFields(model).find(isState);
  const bars = state ? [card('bars', state.name)] : [];
  const { figures, series } = monthly(model, state, place === 'first');
  // What is due or low leads to its records.
  const due = isKeyless(model) ? null : dueCard(model, state, figures[0]?.sum);
  const low = isKeyless(model) ? null : lowCard(model);
  return [...figures, ...bars, ...(due ? [due] : []), ...(low ? [low] : []), ...series];
}

/** A card as the resource file has it: a call of the function that its kind is named after. */
export function cardView({ kind, field, sum, filter, done, title }: Card) {
  const options: Values = { sum, filter, done, title };
  return { kind, field, options: hasEntries(options) ? options : undefined };
}

/** Options that are undefined are left out. */
function card(kind: Card['kind'], field: string, options: Options = {}): Card {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { kind, field, ...Object.fromEntries(given) };
}

interface Options {
  readonly sum?: string | undefined;
  readonly filter?: CardFilter | undefined;
  readonly done?: CardFilter | undefined;
}

/** Fields that somebody may read: those of everybody first. */
const shownFields = ({ fields }: Model): readonly Field[] =>
  fields
    .filter(({ read }) => read === null || read.length > 0)
    .toSorted((one, other) => Number(one.read !== null) - Number(other.read !== null));

/** This month's figures, and the months before: of an amount, else of new records, and of both of what comes first. */
function monthly(model: Model, state: Field | undefined, isFirst: boolean): Monthly {
  const amount = amountOf(model);
  const stamp = stampOf(model);
  const date = amount && (ownDate(model) ?? (TOTAL.test(amount.name) ? stamp : null));
  const made = sureDate(model) ?? stamp ?? ownDate(model);
  const records = made === null ? [] : [card('figure', made)];
  if (amount && date) {
    const options = { sum: amount.name, filter: state && valid(state) };
    const sum = card('figure', date, options);
    return { figures: [sum, ...(isFirst ? records : [])], series: [card('series', date, options)] };
  }
  return { figures: records, series: made !== null && isFirst ? [card('series', made)] : [] };
}

interface Monthly {
  readonly figures: readonly Card[];
  readonly series: readonly Card[];
}

/** The field of a model that adds up to how the business goes. */
export function amountOf(model: Model): Field | undefined {
  const amounts = shownFields(model).filter(
    ({ name, type }) => (type === 'decimal' || type === 'float') && SUMMED.test(name),
  );
  return amounts.find(({ name }) => TOTAL.test(name)) ?? amounts[0];
}

/**
 * The date that a row is from, which everybody may read, and which every row has or which is called so: rows that were imported
 * are not all of the day of their import.
 */
const sureDate = (model: Model): string | null =>
  ownDates(model).find(
    (one) =>
      one.read === null && (BEGINNING.test(one.name) || one.required || isFilledIn(one.default)),
  )?.name ?? null;

const isFilledIn = (given: Field['default']): boolean =>
  given?.kind === 'now' || given?.kind === 'today';

/** The first date that a record gets by itself, whether every row has one or not. */
const ownDate = (model: Model): string | null => ownDates(model)[0]?.name ?? null;

/** Dates that are neither the end of anything nor lie ahead: those first that are called so, then those that every row has. */
function ownDates(model: Model): readonly Field[] {
  const rank = ({ name, required }: Field): number => (BEGINNING.test(name) ? 0 : required ? 1 : 2);
  return datesOf(model)
    .filter(({ name }) => !END.test(name) && !DUE.test(name))
    .toSorted((one, other) => rank(one) - rank(other));
}

const datesOf = (model: Model): readonly Field[] =>
  shownFields(model).filter((field) => isDated(field) && field.stamp === null);

const stampOf = (model: Model): string | null => stampField(model, 'created');

/** The rows that count; undefined where all do. */
function valid({ name, values }: Field): CardFilter | undefined {
  const counted = values.filter((value) => !VOID.has(snakeWord(value)));
  return counted.length === 0 || counted.length === values.length ? undefined : { [name]: counted };
}

/**
 * What has to be done by a day, until it is, with what it comes to where the model has figures of an amount; of what merely takes
 * place, what lies ahead.
 */
function dueCard(model: Model, state: Field | undefined, amount?: string): Card | null {
  const date = datesOf(model).find(({ name }) => DUE.test(name));
  if (date === undefined) return null;
  const isPlanned = SCHEDULE.test(date.name);
  const sum = isPlanned ? undefined : amount;
  // Nobody owes yet what is still a draft.
  const isDone = (word: string) => DONE.has(word) || (sum !== undefined && VOID.has(word));
  const done = state?.values.filter((value) => isDone(snakeWord(value))) ?? [];
  if (state && isPlanned) {
    const ahead = state.values.filter((value) => !done.includes(value));
    const isAll = done.length === 0 || ahead.length === 0;
    return card('due', date.name, {
      filter: isAll ? undefined : { [state.name]: ahead },
    });
  }
  if (state && done.length > 0)
    return card('due', date.name, { sum, done: { [state.name]: done } });
  const flag = shownFields(model).find(
    ({ name, type }) => type === 'boolean' && IS_DONE.test(name),
  );
  if (flag) return card('due', date.name, { sum, done: { [flag.name]: true } });
  const day = datesOf(model).find(
    ({ name, required, default: given }) => DONE_ON.test(name) && !required && given === null,
  );
  return card('due', date.name, { sum, done: day && { [`${day.name}__isnull`]: false } });
}

/** Of what there is no more than should be in stock, without what is no longer ordered. */
function lowCard(model: Model): Card | null {
  const numbers = shownFields(model).filter(
    ({ type, key }) => LEVEL_TYPES.includes(type) && key === null,
  );
  const level = numbers.find(({ name }) => LEVEL.test(name));
  const stock = numbers.find(({ name }) => STOCK.test(name) && !LEVEL.test(name));
  if (level === undefined || stock === undefined) return null;
  const gone = shownFields(model).find(({ name, type }) => type === 'boolean' && GONE.test(name));
  const filter = {
    [`${stock.name}__lte_field`]: level.name,
    ...(gone && { [`${gone.name}__ne`]: true }),
  };
  return card('low', stock.name, { filter });
}

const snakeWord = (value: string): string => value.toLowerCase().replace(/[\s-]+/g, '_');
