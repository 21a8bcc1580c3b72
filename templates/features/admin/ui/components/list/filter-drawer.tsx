import CloseIcon from '@mui/icons-material/Close';
import {
  Autocomplete,
  Box,
  Button,
  Checkbox,
  Drawer,
  FormControlLabel,
  IconButton,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { endOfDay, startOfDay } from '../../api/days';
import { useRecordId, type FieldFact, type RecordId } from '../../application';
import { knownChoices, sessionMayDo, useFieldRuleOf } from '../../api/session';
import { useTenants } from '../../api/tenants';
import { dayOf, filterKind, withParameter, type FilterValues, useTyped } from './filters';
import { numberOf } from '../formats';
import { KeysPicker, RecordPicker } from '../record-picker';
import { useLabels } from '../texts';
import { unitSign } from '../unit-sign';

export interface FilterDrawerProps {
  fields: readonly FieldFact[];
  open: boolean;
  onClose: () => void;
}

/** A filter for every filterable field; the list updates while typing. */
export function FilterDrawer({ fields, open, onClose }: FilterDrawerProps) {
  const translate = useTranslate();
  const usable = useUsable(fields);
  const { filterValues, setFilters } = useListContext();
  const [draft, setDraft] = useTyped<FilterValues>(filterValues, (filter) =>
    setFilters(filter, undefined, false),
  );
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 360 } },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', p: 2, pb: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {translate('filter.title')}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: 1,
          overflowY: 'auto',
          px: 2,
          py: 1,
          display: 'grid',
          gap: 2,
          alignContent: 'start',
        }}
      >
        {usable.map((fact) => (
          <FilterInput key={fact.source} fact={fact} filter={draft} onChange={setDraft} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="contained" color="primary" onClick={onClose} sx={{ flex: 1 }}>
          {translate('filter.apply')}
        </Button>
        <Button variant="outlined" onClick={() => setDraft({})}>
          {translate('list.clear_filters')}
        </Button>
      </Box>
    </Drawer>
  );
}

/** The fields that the user may read and has something to choose for. */
function useUsable(fields: readonly FieldFact[]): FieldFact[] {
  const resource = useResourceContext() ?? '';
  const ruleOf = useFieldRuleOf();
  const choice = useTenants();
  return fields.filter((fact) => {
    const { source, reference } = fact;
    if (filterKind(fact) === 'none' || !ruleOf(source).read) return false;
    if (reference === undefined || sessionMayDo('list', reference)) return true;
    return knownChoices(resource, reference, choice).length > 0;
  });
}

export interface FilterInputProps {
  fact: FieldFact;
  filter: FilterValues;
  onChange: (filter: FilterValues) => void;
}

/** The filter of one field by its type, with a checkbox for empty values where possible. */
export function FilterInput(props: FilterInputProps) {
  const translate = useTranslate();
  const { fact, filter, onChange } = props;
  const missing = `${fact.source}__isnull`;
  const isMissing = filter[missing] === true || filter[missing] === 'true';
  return (
    <Box>
      {!isMissing && <TypedInput {...props} />}
      {!fact.required && (
        <FormControlLabel
          sx={{ '& .MuiTypography-root': { fontSize: '0.75rem', color: 'text.secondary' } }}
          control={
            <Checkbox
              sx={{ py: 0.25 }}
              checked={isMissing}
              onChange={(_, checked) =>
                onChange(withParameter(filter, missing, checked ? true : undefined))
              }
            />
          }
          label={isMissing ? <MissingLabel source={fact.source} /> : translate('filter.empty')}
        />
      )}
    </Box>
  );
}

function MissingLabel({ source }: { source: string }) {
  const translate = useTranslate();
  return translate('filter.missing', { name: useLabel(source) });
}

function TypedInput(props: FilterInputProps) {
  switch (filterKind(props.fact)) {
    case 'text':
      return <TextFilter {...props} suffix="__ilike" />;
    case 'equals':
      return <TextFilter {...props} suffix="" />;
    case 'choice':
      return <ChoiceFilter {...props} />;
    case 'boolean':
      return <BooleanFilter {...props} />;
    case 'reference':
      return <ReferenceFilter {...props} />;
    case 'range':
      return <RangeFilter {...props} />;
    case 'none':
      return null;
  }
}

function useLabel(source: string): string {
  return useLabels().field(useResourceContext() ?? '', source);
}

function TextFilter({ fact, filter, onChange, suffix }: FilterInputProps & { suffix: string }) {
  const key = fact.source + suffix;
  return (
    <TextField
      fullWidth
      label={useLabel(fact.source)}
      value={String(filter[key] ?? '')}
      onChange={(event) => onChange(withParameter(filter, key, event.target.value))}
    />
  );
}

function ChoiceFilter({ fact, filter, onChange }: FilterInputProps) {
  const label = useLabel(fact.source);
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      freeSolo={fact.type !== 'enum'}
      forcePopupIcon
      options={[...(fact.values ?? [])]}
      getOptionLabel={(value) => labels.value(resource, fact.source, value)}
      value={listOf(filter[fact.source]).map(String)}
      onChange={(_, values) => onChange(withParameter(filter, fact.source, values))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

function BooleanFilter({ fact, filter, onChange }: FilterInputProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      fullWidth
      label={useLabel(fact.source)}
      value={String(filter[fact.source] ?? '')}
      onChange={(event) => onChange(withParameter(filter, fact.source, event.target.value))}
    >
      <MenuItem value="">{translate('filter.any')}</MenuItem>
      <MenuItem value="true">{translate('filter.yes')}</MenuItem>
      <MenuItem value="false">{translate('filter.no')}</MenuItem>
    </TextField>
  );
}

function ReferenceFilter(props: FilterInputProps) {
  const { fact, filter, onChange } = props;
  const { source, reference = '', keyField } = fact;
  const label = useLabel(source);
  const idOf = useRecordId(reference);
  if (!sessionMayDo('list', reference)) return <KnownFilter {...props} />;
  const picked = listOf(filter[source]);
  const change = (some: unknown[]) => onChange(withParameter(filter, source, some));
  const picker = { resource: reference, label, onChange: change };
  if (keyField === undefined) return <RecordPicker {...picker} multiple value={picked.map(idOf)} />;
  return fact.type === 'ref' ? (
    <RecordPicker {...picker} keyField={keyField} multiple value={picked as RecordId[]} />
  ) : (
    <KeysPicker {...picker} keyField={keyField} value={picked.map(String)} />
  );
}

/** A reference to records that the user may not list, by those that they know. */
function KnownFilter({ fact: { source, reference = '' }, filter, onChange }: FilterInputProps) {
  const label = useLabel(source);
  const known = knownChoices(useResourceContext() ?? '', reference, useTenants());
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const idOf = useRecordId(reference);
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={[...names.keys()]}
      getOptionLabel={(id) => names.get(id) ?? numberOf(id)}
      value={listOf(filter[source]).map(idOf)}
      onChange={(_, ids) => onChange(withParameter(filter, source, ids))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

const HTML_TYPES: Partial<Record<FieldFact['type'], string>> = {
  date: 'date',
  datetime: 'date',
  time: 'time',
};

function RangeFilter(props: FilterInputProps) {
  const { source, unit } = props.fact;
  const name = useLabel(source);
  const label = unit === undefined ? name : `${name} (${unitSign(unit).sign})`;
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, p: 0, m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 1.25, fontSize: '0.75rem', color: 'text.secondary' }}>
        {label}
      </Box>
      <RangeEnd {...props} end="from" />
      <RangeEnd {...props} end="to" />
    </Box>
  );
}

function RangeEnd({ fact, filter, onChange, end }: FilterInputProps & { end: 'from' | 'to' }) {
  const translate = useTranslate();
  const key = fact.source + (end === 'from' ? '__gte' : '__lte');
  const isMoment = fact.type === 'datetime';
  const current = String(filter[key] ?? '');
  const send = (text: string) =>
    isMoment && text ? (end === 'from' ? startOfDay(text) : endOfDay(text)) : text;
  const type = HTML_TYPES[fact.type] ?? 'number';
  return (
    <TextField
      type={type}
      label={translate(`filter.${end}`)}
      value={isMoment ? dayOf(current) : current}
      onChange={(event) => onChange(withParameter(filter, key, send(event.target.value)))}
      slotProps={{
        inputLabel: type === 'number' ? {} : { shrink: true },
        htmlInput: type === 'number' ? { step: 'any' } : {},
      }}
    />
  );
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
