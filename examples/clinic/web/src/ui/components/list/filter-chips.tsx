import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import type { FieldFact } from '../../application/app-resource';
import { useRecordLabels } from '../fields/reference-field';
import { plainText } from '../formats';
import { useLabels } from '../use-labels';
import type { Condition } from './filters';
import { conditionsOf, withParameter } from './filters';

/** What the list is filtered by at present, each condition removable. */
export function FilterChips({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const conditions = conditionsOf(filterValues, fields);
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
  const isReference = fact.reference !== undefined && fact.keyField === undefined;
  const labels = useRecordLabels(fact.reference ?? '', isReference ? values.map(Number) : []);
  return values
    .map((one) =>
      isReference ? (labels.get(Number(one)) ?? `#${String(one)}`) : plainText(one, fact),
    )
    .join(', ');
}
