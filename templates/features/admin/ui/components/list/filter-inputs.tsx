import { Autocomplete, Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { endOfDay, startOfDay } from '../../api/days';
import { CURRENT_USER, PERIOD_NAMES, WITHIN, canBeMe } from '../../api/relative';
import { knownChoices, sessionMayDo, useFieldRuleOf } from '../../api/session';
import { useTenants } from '../../api/tenants';
import { useRecordId, type FieldFact, type RecordId } from '../../application';
import { numberOf } from '../formats';
import { KeysPicker, RecordPicker } from '../record-picker';
import { useLabels } from '../texts';
import { unitSign } from '../unit-sign';
import { dayOf, filterKind, withParameter, type FilterValues } from './filters';

/** The fields that the user may read and has something to choose for. */
export function useFilterable(fields: readonly FieldFact[]): FieldFact[] {
  const resource = useResourceContext() ?? '';
  const ruleOf = useFieldRuleOf();
  const choice = useTenants();
  return fields.filter((fact) => {
    const { source, reference } = fact;
    if (filterKind(fact) === 'none' || !ruleOf(source).read) return false;
    if (reference === undefined || sessionMayDo('list', reference) || canBeMe(fact)) return true;
    return knownChoices(resource, reference, choice).length > 0;
  });
}

export interface ValueInputProps {
  fact: FieldFact;
  /** What it fills in: `status`, `total__gte`. */
  parameter: string;
  filter: FilterValues;
  onChange: (filter: FilterValues) => void;
  /** The name of the field by default. */
  label?: string;
  autoFocus?: boolean;
}

/** The value of one condition, by the type of its field. */
export function ValueInput({ label, ...props }: ValueInputProps) {
  const { fact, parameter } = props;
  const name = useValueLabel(fact);
  const input = { ...props, label: label ?? name };
  if (parameter.endsWith(WITHIN)) return <PeriodInput {...input} />;
  switch (filterKind(fact)) {
    case 'text':
    case 'equals':
      return <TextValueInput {...input} />;
    case 'choice':
      return <ChoiceValueInput {...input} />;
    case 'boolean':
      return <BooleanValueInput {...input} />;
    case 'reference':
      return <ReferenceValueInput {...input} />;
    case 'range':
      return <MeasureInput {...input} />;
    case 'none':
      return null;
  }
}

/** The name of a field, with its unit. */
export function useValueLabel({ source, unit }: FieldFact): string {
  const name = useLabels().field(useResourceContext() ?? '', source);
  return unit === undefined ? name : `${name} (${unitSign(unit).sign})`;
}

type InputProps = ValueInputProps & { label: string };

function PeriodInput(props: InputProps) {
  const translate = useTranslate();
  return (
    <TextValueInput {...props}>
      {PERIOD_NAMES.map((period) => (
        <MenuItem key={period} value={period}>
          {translate(`filter.periods.${period}`)}
        </MenuItem>
      ))}
    </TextValueInput>
  );
}

/** A text that is typed, or one of some options. */
function TextValueInput({ children, ...props }: InputProps & { children?: ReactNode }) {
  const { parameter, filter, onChange, label, autoFocus = false } = props;
  return (
    <TextField
      select={children !== undefined}
      fullWidth
      autoFocus={autoFocus}
      label={label}
      value={String(filter[parameter] ?? '')}
      onChange={(event) => onChange(withParameter(filter, parameter, event.target.value))}
    >
      {children}
    </TextField>
  );
}

function ChoiceValueInput({ fact, parameter, filter, onChange, ...input }: InputProps) {
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <SomeOf
      {...input}
      freeSolo={fact.type !== 'enum'}
      options={fact.values ?? []}
      textOf={(value) => labels.value(resource, fact.source, value)}
      value={listOf(filter[parameter]).map(String)}
      onChange={(values) => onChange(withParameter(filter, parameter, values))}
    />
  );
}

interface SomeOfProps<T> {
  label: string;
  autoFocus?: boolean;
  /** Whether others can be typed. */
  freeSolo?: boolean;
  options: readonly T[];
  textOf: (value: T) => string;
  value: T[];
  onChange: (values: readonly unknown[]) => void;
}

function SomeOf<T>({ label, autoFocus = false, textOf, onChange, ...props }: SomeOfProps<T>) {
  return (
    <Autocomplete
      {...props}
      multiple
      disableCloseOnSelect
      forcePopupIcon
      getOptionLabel={(value) => textOf(value as T)}
      onChange={(_, values) => onChange(values)}
      renderInput={(params) => <TextField {...params} label={label} autoFocus={autoFocus} />}
    />
  );
}

function BooleanValueInput(props: InputProps) {
  const translate = useTranslate();
  return (
    <TextValueInput {...props}>
      <MenuItem value="">{translate('filter.any')}</MenuItem>
      <MenuItem value="true">{translate('filter.yes')}</MenuItem>
      <MenuItem value="false">{translate('filter.no')}</MenuItem>
    </TextValueInput>
  );
}

/** Records to choose from; of users also whoever asks. */
function ReferenceValueInput(props: InputProps) {
  const { fact, parameter, filter, onChange } = props;
  const translate = useTranslate();
  const all = listOf(filter[parameter]);
  const picked = all.filter((one) => one !== CURRENT_USER);
  const isMe = picked.length < all.length;
  const change = (some: readonly unknown[], me: boolean) =>
    onChange(withParameter(filter, parameter, [...(me ? [CURRENT_USER] : []), ...some]));
  const picker = { ...props, picked, onPick: (some: readonly unknown[]) => change(some, isMe) };
  return (
    <Box>
      {sessionMayDo('list', fact.reference ?? '') ? (
        <ListedPicker {...picker} />
      ) : (
        <KnownPicker {...picker} />
      )}
      {canBeMe(fact) && (
        <FormControlLabel
          label={translate('filter.me')}
          control={
            <Checkbox
              sx={{ py: 0.25 }}
              checked={isMe}
              onChange={(_, checked) => change(picked, checked)}
            />
          }
        />
      )}
    </Box>
  );
}

interface PickerProps extends InputProps {
  picked: readonly unknown[];
  onPick: (some: readonly unknown[]) => void;
}

function ListedPicker({ fact, picked, onPick, label, autoFocus }: PickerProps) {
  const { reference = '', keyField } = fact;
  const idOf = useRecordId(reference);
  const picker = { resource: reference, label, autoFocus, onChange: onPick };
  if (keyField === undefined) return <RecordPicker {...picker} multiple value={picked.map(idOf)} />;
  return fact.type === 'ref' ? (
    <RecordPicker {...picker} keyField={keyField} multiple value={picked as RecordId[]} />
  ) : (
    <KeysPicker {...picker} keyField={keyField} value={picked.map(String)} />
  );
}

/** Records that the user may not list, by those that they know. */
function KnownPicker({ fact, picked, onPick, label, autoFocus }: PickerProps) {
  const { reference = '' } = fact;
  const known = knownChoices(useResourceContext() ?? '', reference, useTenants());
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const idOf = useRecordId(reference);
  // Of users whom nobody else is known to there is whoever asks.
  if (known.length === 0 && picked.length === 0) return null;
  return (
    <SomeOf
      {...{ label, autoFocus }}
      options={[...names.keys()]}
      textOf={(id) => names.get(id) ?? numberOf(id)}
      value={picked.map(idOf)}
      onChange={onPick}
    />
  );
}

const HTML_TYPES: Partial<Record<FieldFact['type'], string>> = {
  date: 'date',
  datetime: 'date',
  time: 'time',
};

/** A number, a day or a time; an end of moments is the first or the last one of a day. */
function MeasureInput(props: InputProps) {
  const { fact, parameter, filter, onChange, label, autoFocus = false } = props;
  const isMoment = fact.type === 'datetime';
  const current = String(filter[parameter] ?? '');
  const send = (text: string) =>
    isMoment && text ? (parameter.endsWith('__lte') ? endOfDay(text) : startOfDay(text)) : text;
  const type = HTML_TYPES[fact.type] ?? 'number';
  return (
    <TextField
      fullWidth
      type={type}
      autoFocus={autoFocus}
      label={label}
      value={isMoment ? dayOf(current) : current}
      onChange={(event) => onChange(withParameter(filter, parameter, send(event.target.value)))}
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
