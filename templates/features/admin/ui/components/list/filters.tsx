import { isRelative, localDay, momentOf } from '../../api/days';
import { useRecordId, type FieldFact, type RecordId } from '../../application';
import { Box, Button, Chip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { useRecordNames } from '../fields';
import { formatList, plainText } from '../formats';
import { useLabels } from '../texts';

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
  operator: 'is' | 'is_not' | 'like' | 'at_least' | 'at_most' | 'missing';
  value: unknown;
}

const OPERATORS: readonly (readonly [suffix: string, operator: Condition['operator']])[] = [
  ['', 'is'],
  ['__ne', 'is_not'],
  ['__ilike', 'like'],
  ['__gte', 'at_least'],
  ['__lte', 'at_most'],
  ['__isnull', 'missing'],
];

/** The conditions of a filter on known fields, in field order. */
export function conditionsOf(filter: FilterValues, facts: readonly FieldFact[]): Condition[] {
  return facts.flatMap((fact) =>
    OPERATORS.flatMap(([suffix, operator]) => {
      const key = fact.source + suffix;
      return isSet(filter[key]) ? [{ key, fact, operator, value: filter[key] }] : [];
    }),
  );
}

/** The filter with one parameter changed; an empty value removes it. */
export function withParameter(filter: FilterValues, key: string, value: unknown): FilterValues {
  const { [key]: _, ...others } = filter;
  return isSet(value) ? { ...others, [key]: value } : others;
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '';
}

/** The day of a datetime in the reader's time zone: `2026-11-21`. */
export function dayOf(moment: string): string {
  const date = new Date(momentOf(moment));
  return Number.isNaN(date.getTime()) ? '' : localDay(date);
}

/** The active filters of the list, each removable. */
export function FilterChips({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  // Buttons above the list tell which side of today it is.
  const conditions = conditionsOf(filterValues, fields).filter(({ value }) => !isRelative(value));
  if (conditions.length === 0) return null;
  const remove = (key: string) => setFilters(withParameter(filterValues, key, undefined));
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        px: 1.25,
        pt: 0.75,
        pb: 1.25,
        alignItems: 'center',
      }}
    >
      {conditions.map((condition) => (
        <ConditionChip key={condition.key} condition={condition} onRemove={remove} />
      ))}
      <Button sx={{ minHeight: 26, py: 0 }} onClick={() => setFilters(keepSearch(filterValues))}>
        {translate('list.clear_filters')}
      </Button>
    </Box>
  );
}

function keepSearch({ q }: { q?: unknown }): Record<string, unknown> {
  return q === undefined ? {} : { q };
}

interface ConditionChipProps {
  condition: Condition;
  onRemove: (key: string) => void;
}

function ConditionChip({ condition, onRemove }: ConditionChipProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const name = labels.field(resource, condition.fact.source);
  const value = useValueText(condition);
  const text = translate(`filter.${condition.operator}`, { name, value });
  return (
    <Chip
      label={text}
      aria-label={`${text}. ${translate('list.remove_filter', { name })}`}
      onDelete={() => onRemove(condition.key)}
    />
  );
}

function useValueText({ fact, value }: Condition): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  const isByKey = fact.keyField !== undefined;
  const isReference = fact.reference !== undefined && (fact.type === 'ref' || !isByKey);
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const idOf = useRecordId(fact.reference ?? '');
  const ids = isByKey ? (values as RecordId[]) : values.map(idOf);
  const names = useRecordNames(fact.reference ?? '', isReference ? ids : [], fact.keyField);
  const texts = values.map((one) => plainText(one, fact, translate, resource));
  return formatList(isReference ? names : texts);
}
