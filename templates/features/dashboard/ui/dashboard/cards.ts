import type { Bars, Card, CardFilter, CardValue, Due, Figure, Low, Series } from '../cards';
import type { FieldFact, OpenedResource } from '../application';
import { localDay } from '../api/days';
import { listQuery } from '../api/http';
import { WITHIN } from '../api/relative';
import { sessionMayDo } from '../api/session';
import { ofTenant } from '../api/tenants';
import { arranged, UNARRANGED, type Arrangement } from './arrangement';
import { dayFrom, within } from './periods';
import { comparedIn, stepsIn, type Range, type Steps } from './range';

/** With more cards none is looked at. Their questions fit into one request of the service. */
const SHOWN = { figures: 4, others: 8 };
/** Rows of a due list. */
const FIRST_ROWS = 5;
/** What is next is due within these days, of which today is the first. */
const DAYS_AHEAD = 7;

/** A card with its model, and what it asks the service. */
export interface Planned<C extends Card = Card> {
  readonly key: string;
  readonly resource: OpenedResource;
  readonly card: C;
  readonly range: Range;
  /** A field that it names and its model does not have: it is shown in place of the card. */
  readonly missing?: string | undefined;
  /** For `/config/aggregates`, each the path of a model with a query. */
  readonly asks: readonly string[];
  /** For `/config/rows`. */
  readonly rows?: string | undefined;
  /** The reference to what a record is about or for, which is told of what is due. */
  readonly whose?: FieldFact | undefined;
}

type MayRead = (resource: string, field: string) => boolean;

export interface Plan {
  readonly figures: readonly Planned<Figure>[];
  readonly others: readonly Planned<Exclude<Card, Figure>>[];
  /** The cards that the reader has hidden. */
  readonly hidden: readonly Planned[];
}

/** What a reader has chosen. */
export interface Chosen {
  readonly range?: Range;
  readonly arrangement?: Arrangement;
}

/**
 * The cards of a dashboard: sums before mere numbers of records, and of the others first amounts, then what is due, then states;
 * without those of fields that the user may not read.
 */
export function planOf(
  resources: readonly OpenedResource[],
  mayRead: MayRead,
  now: Date,
  { range = 'month', arrangement = UNARRANGED }: Chosen = {},
): Plan {
  const all = resources.flatMap((resource) =>
    (resource.dashboard ?? []).flatMap((card) => {
      const names = fieldsOf(card);
      return names.every((name) => mayRead(resource.name, name))
        ? [planned(resource, card, { names, now, range, mayRead })]
        : [];
    }),
  );
  const figures = all.filter((one): one is Planned<Figure> => one.card.kind === 'figure');
  const others = all.filter(
    (one): one is Planned<Exclude<Card, Figure>> => one.card.kind !== 'figure',
  );
  const inOrder = {
    figures: figures.toSorted(
      (one, other) => Number(isCount(one.card)) - Number(isCount(other.card)),
    ),
    others: others.toSorted((one, other) => placeOf(one.card) - placeOf(other.card)),
  };
  return {
    figures: arranged(inOrder.figures, arrangement).slice(0, SHOWN.figures),
    others: arranged(inOrder.others, arrangement).slice(0, SHOWN.others),
    hidden: all.filter(({ key }) => arrangement.hidden.includes(key)),
  };
}

function placeOf({ kind, sum }: Exclude<Card, Figure>): number {
  if (sum !== undefined) return kind === 'due' ? 1 : 0;
  return ['due', 'low', 'bars', 'series'].indexOf(kind) + 2;
}

const isCount = ({ sum }: Figure): boolean => sum === undefined;

interface Planning {
  /** The fields that the card names. */
  readonly names: readonly string[];
  readonly now: Date;
  readonly range: Range;
  readonly mayRead: MayRead;
}

function planned(
  resource: OpenedResource,
  card: Card,
  { names, now, range, mayRead }: Planning,
): Planned {
  // It stays that of the card when another is added or moved.
  const key = JSON.stringify([resource.name, card]);
  const missing = names.find((name) => factOf(resource, name) === undefined);
  if (missing !== undefined) return { key, resource, card, range, missing, asks: [] };
  const whose = card.kind === 'due' ? whoseOf(resource, mayRead) : undefined;
  const period = { now, range };
  return { key, resource, card, range, whose, ...questionsOf(resource, card, period, whose) };
}

/** What a record is about or for, such as the customer of an invoice: what each has, or else the first one. */
function whoseOf({ name, fields }: OpenedResource, mayRead: MayRead): FieldFact | undefined {
  const others = fields.filter(
    ({ source, type, reference = '' }) =>
      type === 'ref' &&
      ![name, 'user', 'tenant'].includes(reference) &&
      mayRead(name, source) &&
      sessionMayDo('list', reference),
  );
  return others.find(({ required }) => required) ?? others[0];
}

/** The fields that a card names. */
function fieldsOf(card: Card): readonly string[] {
  const { sum } = card;
  const done = card.kind === 'due' ? card.done : undefined;
  const conditions = [...Object.keys(card.filter ?? {}), ...Object.keys(done ?? {})];
  return [
    ownField(card),
    ...(sum === undefined ? [] : [sum]),
    ...conditions.map(withoutOperator),
    ...levelsOf(card),
  ];
}

function ownField(card: Card): string {
  if (card.kind === 'bars') return card.by;
  return card.kind === 'low' ? card.of : card.on;
}

/** The fields that conditions compare others with: `reorder_level` of `stock__lte_field`. */
export const levelsOf = ({ filter = {} }: Pick<Card, 'filter'>): readonly string[] =>
  Object.entries(filter).flatMap(([key, value]) => (key.endsWith('_field') ? [String(value)] : []));

/** `total` for `total__gte`. */
export const withoutOperator = (key: string): string => key.replace(/__[a-z]+(_field)?$/, '');

/** The fact of a field; the id has none, and is there. */
export function factOf({ fields, key }: OpenedResource, name: string): FieldFact | undefined {
  const id: FieldFact = { source: 'id', type: key ?? 'integer' };
  return [...fields, id].find(({ source }) => source === name);
}

interface Questions {
  readonly asks: readonly string[];
  readonly rows?: string;
}

function questionsOf(
  resource: OpenedResource,
  card: Card,
  { now, range }: { readonly now: Date; readonly range: Range },
  whose: FieldFact | undefined,
): Questions {
  const ask = (filter: ListFilter | undefined, query: Query = {}) => askOf(resource, filter, query);
  switch (card.kind) {
    case 'figure': {
      const { now: current, before } = figureFilters({ resource, card, range }, now);
      return { asks: [ask(current, measure(card)), ask(before, measure(card))] };
    }
    case 'bars':
      // Of many groups those with the most, of what the card shows, are in the answer.
      return { asks: [ask(card.filter, { ...measure(card), _by: card.by, _sort: largest(card) })] };
    case 'series': {
      const { unit, periods } = stepsIn(range, now);
      const query = { ...measure(card), _by: `${card.on}.${unit}`, ...zoneFor(resource, card.on) };
      return { asks: [ask(seriesFilter(resource, card, periods), query)] };
    }
    case 'low':
      return { asks: [ask(card.filter)], rows: ask(card.filter, firstOf(card)) };
    case 'due': {
      const { late, next, both } = dueFilters(resource, card, now);
      const fields = [card.sum, whose?.source].filter((name) => name !== undefined);
      const first = {
        _sort: card.on,
        _end: String(FIRST_ROWS),
        ...(fields.length > 0 && { _fields: fields.join() }),
      };
      const of = measure(card);
      return {
        asks: [...(late ? [ask(late, of)] : []), ask(next, of)],
        rows: ask(both, first),
      };
    }
  }
}

/** The records with the least, and what they should have. */
const firstOf = (card: Low): Query => ({
  _sort: card.of,
  _end: String(FIRST_ROWS),
  _fields: [card.of, ...levelsOf(card)].join(),
});

export type ListFilter = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

const measure = ({ sum }: Card): Query => (sum === undefined ? {} : { _sum: sum });

const largest = ({ sum }: Bars): string => (sum === undefined ? '-count' : `-sum.${sum}`);

/** Months of datetimes are those of the reader. */
const zoneFor = (resource: OpenedResource, on: string): Query =>
  factOf(resource, on)?.type === 'datetime' ? { _tz: ownZone() } : {};

/** The service takes no abbreviation such as `CET`, which some browsers tell. */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone.includes('/') ? timeZone : 'UTC';
}

/** A model's path with a query, for the tenant that the user works in. */
function askOf({ name }: OpenedResource, filter: ListFilter = {}, query: Query): string {
  const asked = listQuery({ resource: name, filter: { ...ofTenant(name), ...filter, ...query } });
  return `${name}?${asked}`;
}

/** The filters of the records of a period so far, and of those of the period before. */
export function figureFilters(
  { resource, card, range }: Pick<Planned<Figure>, 'resource' | 'card' | 'range'>,
  now: Date,
) {
  const { on, filter } = card;
  const fact = factOf(resource, on)!;
  const compared = comparedIn(range, now);
  return {
    now: { ...filter, ...within(fact, compared.now) },
    before: { ...filter, ...within(fact, compared.before) },
  };
}

/** The bars of a series, with the filters of their records. */
export function barsIn({ resource, card, range }: Planned<Series>, now: Date) {
  const { unit, periods } = stepsIn(range, now);
  const fact = factOf(resource, card.on)!;
  const bars = periods.map((period) => ({
    start: period.from,
    filter: { ...card.filter, ...within(fact, period) },
  }));
  return { unit, bars };
}

function seriesFilter(
  resource: OpenedResource,
  { on, filter }: Series,
  periods: Steps['periods'],
): ListFilter {
  const period = { from: periods[0]!.from, to: periods.at(-1)!.to };
  return { ...filter, ...within(factOf(resource, on)!, period) };
}

/** Whether a card tells all that is open, in place of what is next: what is owed is owed, whenever it is due. */
export const tellsOpen = ({ sum, done }: Due): boolean => sum !== undefined && done !== undefined;

/** What is not done, as a list is asked for it. */
const openOf = ({ filter, done }: Due): ListFilter => ({
  ...filter,
  ...(done && openFilter(done)),
});

/** The address of what is late says it by a word: tomorrow it is what is late then, and it is the filter of a view. */
export const overdueFilter = (card: Due): ListFilter => ({
  [`${card.on}${WITHIN}`]: 'overdue',
  ...openOf(card),
});

/** The filters of what is late, unless nothing can be, of what is next or open, and of both. */
export function dueFilters(resource: OpenedResource, card: Due, now: Date) {
  const fact = factOf(resource, card.on)!;
  const open = openOf(card);
  const ahead = { from: dayFrom(now, 0), to: dayFrom(now, DAYS_AHEAD - 1) };
  const next = { ...open, ...within(fact, ahead) };
  if (card.done === undefined) return { late: null, next, both: next };
  const late = { ...open, ...within(fact, { to: dayFrom(now, -1) }) };
  if (tellsOpen(card)) return { late, next: open, both: open };
  return { late, next, both: { ...open, ...within(fact, { to: ahead.to }) } };
}

/** The records that are not done, those without a value included. */
const openFilter = (done: CardFilter): ListFilter =>
  Object.fromEntries(
    Object.entries(done).map(([key, values]) => {
      const [source = '', operator = ''] = key.split('__');
      if (operator === 'isnull') return [key, String(values) !== 'true'];
      const opposite = OPPOSITES[operator] ?? 'ne';
      return [opposite === '' ? source : `${source}__${opposite}`, values];
    }),
  );

/** What a list is asked for in place of a condition by which records are done. */
const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ ne: '', in: 'ne' },
  ...{ gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' },
};

/** The address of a list with a filter. */
export const listOf = ({ name }: { name: string }, filter: ListFilter = {}): string =>
  Object.keys(filter).length === 0
    ? `/${name}`
    : `/${name}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** What the service answers to one question: a group of records with their number and their sums. */
export interface Group {
  readonly by?: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly sum?: Readonly<Record<string, number | string | null>>;
}

/** What a card counts of a group. */
export function valueOf({ sum }: { sum?: string | undefined }, group: Group | undefined): number {
  if (group === undefined) return 0;
  return sum === undefined ? group.count : Number(group.sum?.[sum] ?? 0);
}

/** By how much a number differs from an earlier one, as a share of it; null where there was none. */
export const trendOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before);

export interface Bar {
  /** The value of the field; null for records without one, undefined for all that have no bar of their own. */
  readonly value: CardValue | null | undefined;
  readonly amount: number;
}

/** Of a field without listed values those with the most have a bar. */
const MOST_VALUES = 8;

/** One bar for each value, then one each for all others and for none, where there are any. */
export function barsOf(fact: FieldFact, card: Bars, groups: readonly Group[]): readonly Bar[] {
  const { source, values = [] } = fact;
  const empty: readonly unknown[] = values.includes('') ? [null] : [null, ''];
  const shown = valuesOf(fact, card, groups, empty);
  const listed = shown.map((value) => ({ value, amount: sumOf(card, groups, source, [value]) }));
  const known = [...shown, ...empty];
  const others = groups.flatMap((group) => {
    const value = group.by?.[source];
    return known.includes(value) ? [] : [value];
  });
  const none = groups.some((group) => empty.includes(group.by?.[source]));
  return [
    ...listed,
    ...(others.length > 0
      ? [{ value: undefined, amount: sumOf(card, groups, source, others) }]
      : []),
    ...(none ? [{ value: null, amount: sumOf(card, groups, source, empty) }] : []),
  ];
}

/** The listed values of a field, yes and no, or those that most records have. */
function valuesOf(
  { source, type, values }: FieldFact,
  card: Bars,
  groups: readonly Group[],
  empty: readonly unknown[],
): readonly CardValue[] {
  if (values !== undefined) return values;
  if (type === 'boolean') return [true, false];
  return groups
    .filter((group) => !empty.includes(group.by?.[source]))
    .toSorted((one, other) => valueOf(card, other) - valueOf(card, one))
    .slice(0, MOST_VALUES)
    .map((group) => group.by![source] as CardValue);
}

const sumOf = (
  card: Bars,
  groups: readonly Group[],
  source: string,
  values: readonly unknown[],
): number =>
  groups
    .filter((group) => values.includes(group.by?.[source]))
    .reduce((sum, group) => sum + valueOf(card, group), 0);

const DAY = 86_400_000;

/** How many days a day or a moment is before today, by the reader's calendar; 0 where it is not. */
export function daysLate(value: string, now: Date): number {
  const day = value.length > 10 ? localDay(new Date(value)) : value;
  return Math.max(0, (Date.parse(dayFrom(now, 0)) - Date.parse(day)) / DAY);
}
