import { Box, Button, Chip } from '@mui/material';
import type { MouseEvent } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { isRelative } from '../../api/days';
import { CURRENT_USER, isPeriod, canBeMe } from '../../api/relative';
import { useRecordId, type FieldFact, type RecordId } from '../../application';
import { useRecordNames } from '../fields';
import { formatList, plainText } from '../formats';
import { useLabels } from '../texts';
import { comparesFields, conditionsOf, withParameter, type Condition } from './filters';

export interface FilterChipsProps {
  fields: readonly FieldFact[];
  /** Opens a condition at its chip; without it, chips are only removed. */
  onEdit?: (condition: Condition, anchor: HTMLElement) => void;
}

/** The active filters of the list, each removable. */
export function FilterChips({ fields, onEdit }: FilterChipsProps) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  // Buttons above the list tell which side of today it is.
  const conditions = conditionsOf(filterValues, fields).filter(({ value }) => !isRelative(value));
  const last = conditions.at(-1);
  if (last === undefined) return null;
  const remove = (key: string) => setFilters(withParameter(filterValues, key, undefined));
  const chipOf = (condition: Condition) => (
    <ConditionChip key={condition.key} condition={condition} onRemove={remove} onEdit={onEdit} />
  );
  return (
    <>
      {conditions.slice(0, -1).map(chipOf)}
      <Box sx={LAST}>
        {chipOf(last)}
        <Button sx={CLEAR} onClick={() => setFilters(keepSearch(filterValues))}>
          {translate('list.clear_filters')}
        </Button>
      </Box>
    </>
  );
}

/** The button goes to the next line with a chip, and never alone. */
const LAST = { display: 'flex', alignItems: 'center', minWidth: 0, maxWidth: '100%' };
const CLEAR = { minHeight: 26, py: 0, flex: 'none' };

function keepSearch({ q }: { q?: unknown }): Record<string, unknown> {
  return q === undefined ? {} : { q };
}

interface ConditionChipProps {
  condition: Condition;
  onRemove: (key: string) => void;
  onEdit: FilterChipsProps['onEdit'];
}

function ConditionChip({ condition, onRemove, onEdit }: ConditionChipProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const name = labels.field(resource, condition.fact.source);
  const value = useValueText(condition);
  const said = condition.operator === 'within' ? 'is' : condition.operator;
  const text = translate(`filter.${said}`, { name, value });
  const isEdited = onEdit !== undefined && !comparesFields(condition.operator);
  return (
    <Chip
      label={text}
      aria-label={`${text}. ${translate('list.remove_filter', { name })}`}
      onDelete={() => onRemove(condition.key)}
      {...(isEdited && {
        onClick: (event: MouseEvent<HTMLElement>) => onEdit(condition, event.currentTarget),
      })}
    />
  );
}

function useValueText({ fact, operator, value }: Condition): string {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  const values = all.filter((one) => !isMe(fact, one));
  const isByKey = fact.keyField !== undefined;
  const isReference = fact.reference !== undefined && (fact.type === 'ref' || !isByKey);
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const idOf = useRecordId(fact.reference ?? '');
  const ids = isByKey ? (values as RecordId[]) : values.map(idOf);
  const names = useRecordNames(fact.reference ?? '', isReference ? ids : [], fact.keyField);
  if (operator === 'within' && isPeriod(value)) return translate(`filter.periods.${value}`);
  if (comparesFields(operator))
    return values.map((one) => labels.field(resource, String(one))).join(', ');
  const texts = values.map((one) => plainText(one, fact, translate, resource));
  const me = values.length < all.length ? [translate('filter.me')] : [];
  return formatList([...me, ...(isReference ? names : texts)]);
}

const isMe = (fact: FieldFact, value: unknown): boolean => value === CURRENT_USER && canBeMe(fact);
