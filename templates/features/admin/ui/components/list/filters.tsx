import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { localDay, momentOf } from '../../api/days';
import { WITHIN, isDated } from '../../api/relative';
import type { FieldFact } from '../../application';

/** Milliseconds without typing after which a list is filtered. */
const TYPING_PAUSE = 300;

/** What the user is typing: it follows `current`, and is passed on once they pause. */
export function useTyped<T>(current: T, send: (typed: T) => void) {
  const [typed, setTyped] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = JSON.stringify(current);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    setTyped(current);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: T) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), TYPING_PAUSE);
  };
  return [typed, change] as const;
}

/** The filter of the list while it is typed, and as it was meant once its editor is left. */
export function useFilterDraft() {
  const { filterValues, setFilters } = useListContext();
  // What was there is what the editor begins with: the list follows, and the editor does not follow it back.
  const [first] = useState<FilterValues>(filterValues);
  const [draft, setDraft] = useState(first);
  const put = (filter: FilterValues) => setFilters(filter, undefined, false);
  const [, type] = useTyped<FilterValues>(filterValues, put);
  const change = (next: FilterValues) => {
    setDraft(next);
    type(next);
  };
  const send = () => {
    if (draft !== first) put(draft);
  };
  return { draft, change, send };
}

/** How a field can be filtered. */
export type FilterKind = 'text' | 'equals' | 'choice' | 'boolean' | 'range' | 'reference' | 'none';

export type FilterValues = Record<string, unknown>;

/** The kind of filter for a field. */
export function filterKind({ type, values, key = false }: FieldFact): FilterKind {
  const kind = KINDS[type];
  // A number that is a key names a record, and measures nothing.
  if (key && kind === 'range') return 'equals';
  const isOneOf = kind === 'text' || kind === 'range' || type === 'list';
  return values !== undefined && isOneOf ? 'choice' : kind;
}

const KINDS: Readonly<Record<FieldFact['type'], FilterKind>> = {
  string: 'text',
  text: 'text',
  enum: 'choice',
  integer: 'range',
  bigint: 'range',
  float: 'range',
  decimal: 'range',
  exact: 'range',
  boolean: 'boolean',
  date: 'range',
  time: 'range',
  datetime: 'range',
  uuid: 'equals',
  color: 'equals',
  json: 'none',
  list: 'equals',
  ref: 'reference',
  refs: 'reference',
};

/** One condition of a list's filter: its parameter, its field and its operator. */
export interface Condition {
  key: string;
  fact: FieldFact;
  operator: FilterOperator;
  value: unknown;
}

export type FilterOperator =
  | ('within' | 'is' | 'is_not' | 'like' | 'at_least' | 'at_most' | 'missing' | 'present')
  | ComparedWithField;

/** Operators of addresses that nobody is offered: their value is the name of another field. */
export type ComparedWithField = 'less_than_field' | 'at_most_field';

/** Behind the name of a field: the end of the operator's parameter. */
const SUFFIXES: Readonly<Record<FilterOperator, string>> = {
  within: WITHIN,
  is: '',
  is_not: '__ne',
  like: '__ilike',
  at_least: '__gte',
  at_most: '__lte',
  missing: '__isnull',
  present: '__isnull',
  less_than_field: '__lt_field',
  at_most_field: '__lte_field',
};

export const comparesFields = (operator: FilterOperator): operator is ComparedWithField =>
  operator === 'less_than_field' || operator === 'at_most_field';

const OPERATORS = Object.entries(SUFFIXES) as [FilterOperator, string][];

/** The parameter of a condition: `due_on__gte`. */
export const parameterOf = (source: string, operator: FilterOperator): string =>
  source + SUFFIXES[operator];

/** The operators that a field can be filtered by, the usual one first. */
export function operatorsOf(fact: FieldFact): readonly FilterOperator[] {
  const kind = filterKind(fact);
  if (kind === 'none') return [];
  const own = kind === 'range' ? rangeOperators(fact) : BY_KIND[kind];
  return fact.required ? own : [...own, 'missing', 'present'];
}

const BY_KIND: Readonly<Record<Exclude<FilterKind, 'range' | 'none'>, readonly FilterOperator[]>> =
  {
    text: ['like', 'is', 'is_not'],
    equals: ['is', 'is_not'],
    choice: ['is', 'is_not'],
    boolean: ['is'],
    reference: ['is', 'is_not'],
  };

/** A moment is hardly ever the very same. */
function rangeOperators(fact: FieldFact): readonly FilterOperator[] {
  if (fact.type === 'time') return ['at_least', 'at_most'];
  if (fact.type === 'datetime') return ['within', 'at_least', 'at_most'];
  return isDated(fact)
    ? ['within', 'is', 'is_not', 'at_least', 'at_most']
    : ['at_least', 'at_most', 'is', 'is_not'];
}

/** The conditions of a filter on known fields, in field order. */
export function conditionsOf(filter: FilterValues, facts: readonly FieldFact[]): Condition[] {
  return facts.flatMap((fact) =>
    OPERATORS.flatMap(([operator, suffix]) => {
      const key = fact.source + suffix;
      const value = filter[key];
      // One parameter asks for records with a value, and for records without.
      const isOther = suffix === '__isnull' && (operator === 'missing') !== isTrue(value);
      return isSet(value) && !isOther ? [{ key, fact, operator, value }] : [];
    }),
  );
}

/** The filter with one parameter changed; an empty value removes it. */
export function withParameter(filter: FilterValues, key: string, value: unknown): FilterValues {
  const { [key]: _, ...others } = filter;
  return isSet(value) ? { ...others, [key]: value } : others;
}

const isTrue = (value: unknown): boolean => String(value) === 'true';

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '';
}

/** The day of a datetime in the reader's time zone: `2026-11-21`. */
export function dayOf(moment: string): string {
  const date = new Date(momentOf(moment));
  return Number.isNaN(date.getTime()) ? '' : localDay(date);
}
