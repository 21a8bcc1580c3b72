/** What a dashboard shows of a model: `dashboard` in `<model>.resource.ts` lists it, in its order. */
export type Card = Figure | Bars | Series | Due | Low;

/** What of the records counts: all of them, and how many there are, by default. */
interface Counted {
  /** The field whose values are added up. */
  readonly sum?: string | undefined;
  /** The conditions of a list, as its address has them: `{ status: ['open', 'paid'], total__gte: 100 }`. */
  readonly filter?: CardFilter | undefined;
  /** The heading, or the key of a text; by default from the names of the model and its fields. */
  readonly title?: string | undefined;
}

/** What had to be done before today, and is not. */
export interface Overdue {
  /** The date or datetime by which it has to be done. */
  readonly on: string;
  /** Whether `on` is a datetime. */
  readonly isMoment?: boolean;
  /** The conditions of what is not done yet, as the address of a list has them. */
  readonly open: CardFilter;
}

export type CardFilter = Readonly<Record<string, CardValue | readonly CardValue[]>>;
export type CardValue = string | number | boolean;

/** One number: this month's, with that of the same days of last month. */
export interface Figure extends Counted {
  readonly kind: 'figure';
  /** The date or datetime that a record is from. */
  readonly on: string;
}

/** A number for each of the last twelve months. */
export interface Series extends Counted {
  readonly kind: 'series';
  readonly on: string;
}

/** A number for each value of a field. */
export interface Bars extends Counted {
  readonly kind: 'bars';
  readonly by: string;
}

/** What is late, and what is next: the first of the records; with `sum` what is late, and all that is open, in amounts. */
export interface Due extends Counted {
  readonly kind: 'due';
  /** The date or datetime by which something has to be done, or at which it takes place. */
  readonly on: string;
  /** The values of a field by which it is done, or that it has one, `{ paid_on__isnull: false }`; without them nothing is late. */
  readonly done?: CardFilter | undefined;
}

/** Of what there is little: the first of the records that the filter finds, those with least first. */
export interface Low extends Omit<Counted, 'sum'> {
  readonly kind: 'low';
  /** The number of which a record has little. */
  readonly of: string;
  readonly sum?: undefined;
}

/** This month's number of records, or sum of a field: `figure('issued_on', { sum: 'total' })`. */
export const figure = (on: string, options: Counted = {}): Figure => ({
  kind: 'figure',
  on,
  ...options,
});

/** The number of records, or sum of a field, of each of the last twelve months. */
export const series = (on: string, options: Counted = {}): Series => ({
  kind: 'series',
  on,
  ...options,
});

/** The number of records, or the sum of a field, by the values of another one: `bars('status')`. */
export const bars = (by: string, options: Counted = {}): Bars => ({ kind: 'bars', by, ...options });

/** What is overdue, and due in the next days, until it is done: `due('due_on', { done: { status: ['paid'] } })`. */
export const due = (on: string, options: Omit<Due, 'kind' | 'on'> = {}): Due => ({
  kind: 'due',
  on,
  ...options,
});

/** Of what there is too little: `low('stock', { filter: { stock__lte_field: 'reorder_level' } })`. */
export const low = (of: string, options: Omit<Low, 'kind' | 'of'> = {}): Low => ({
  kind: 'low',
  of,
  ...options,
});
