import FormatIcon from '@mui/icons-material/FormatAlignLeft';
import { Autocomplete, Box, Button, TextField } from '@mui/material';
import { lazy, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  useRecordContext,
  useResourceContext,
  useSourceContext,
  useTranslate,
  useWrappedSource,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { sameValue } from '../../api/record-values';
import { sessionMayDo, useFieldRuleOf } from '../../api/session';
import { isOwnerByName, ofSameTenant, tenantField, tenantFrom } from '../../api/tenants';
import type { RecordId, Row } from '../../application';
import { useReferredRows } from '../fields';
import { jsonText } from '../formats';
import { OnDemand } from '../messages';
import { parseJson } from '../parse-json';
import { useLabels } from '../texts';
import { KeysPicker, RecordPicker, RolesPicker, type NewRecordProps } from '../record-picker';
import { AsideContext } from './aside';
import { textRules, type TextBounds } from './inputs';
import { OwnerByName } from './owner-by-name';
import {
  useFieldFact,
  useFieldFacts,
  useFormInput,
  useInputPlace,
  type FormInputProps,
} from './use-form-input';

export interface RecordInputProps extends FormInputProps {
  /** The resource to pick from. */
  reference: string;
  /** The field of the other records whose value the reference has, in place of their id. */
  keyField?: string;
  /** Fields of this record that are filled from the chosen one, until somebody types a value: `{ price: 'list_price' }`. */
  fills?: Fills;
  /** Values that this record has once one is chosen, until somebody types others: `{ kind: 'part' }`. */
  sets?: Fills;
}

/** A record of another resource, found by typing; an owner by name where the user may not list users. */
export function RecordInput(props: RecordInputProps) {
  const resource = useResourceContext() ?? '';
  const isByName = isOwnerByName(resource, props.source) && !sessionMayDo('list', props.reference);
  const { reference: _, fills: __, keyField: ___, sets: ____, ...others } = props;
  return isByName ? <OwnerByName {...others} /> : <PickedRecord {...props} />;
}

function PickedRecord({
  reference,
  keyField,
  fills = NONE,
  sets = NONE,
  ...props
}: RecordInputProps) {
  const input = useFormInput(props, { format: (value) => value ?? null, parse: (value) => value });
  const filter = useTenantFilter(reference);
  const resource = useResourceContext();
  const fill = useFilling(fills, tenantFrom(resource ?? '', reference), sets);
  const record = useRecordContext<Partial<Row>>();
  const NewRecord = useNewRecord();
  const isGiven = record?.id === undefined && input !== null && (fills !== NONE || sets !== NONE);
  useFirstFilling(isGiven ? input.value : null, { resource: reference, keyField }, fill);
  if (input === null) return null;
  const { value, inputRef: _, ...field } = input;
  const self = resource === reference && record?.id !== undefined ? [record.id] : [];
  return (
    <RecordPicker
      {...field}
      NewRecord={NewRecord}
      isOwnTenant={props.source === tenantField(resource ?? '')}
      resource={reference}
      keyField={keyField}
      without={self}
      filter={filter}
      value={value as RecordId | null}
      onPick={fill}
    />
  );
}

const CreateAside = lazy(() =>
  import('./create-aside').then((module) => ({ default: module.CreateAside })),
);

function NewRecordAside(props: NewRecordProps) {
  return (
    <OnDemand onClose={props.onClose}>
      <CreateAside {...props} />
    </OnDemand>
  );
}

/** The form for a record that was not found; none in a form that is open for that already. */
const useNewRecord = () => (useContext(AsideContext) === null ? NewRecordAside : undefined);

/** The fields of this record that a chosen one fills, each with the field of that. */
type Fills = Readonly<Record<string, string>>;

const NONE: Fills = {};

/**
 * Fills fields from a chosen record: those without a value, and with one that nobody has typed. A record that a reference had when the
 * form was opened was chosen, too.
 */
function useFilling(fills: Fills, others: Fills, sets: Fills) {
  const { getSource } = useSourceContext();
  const { getValues, setValue, getFieldState } = useFormContext();
  const place = useInputPlace();
  const ruleOf = useFieldRuleOf();
  const facts = useFieldFacts();
  const filled = useRef<Readonly<Record<string, unknown>>>({});
  const isTyped = (source: string) => {
    const value: unknown = getValues(getSource(source));
    if (sameValue(value, null) || sameValue(value, filled.current[source])) return false;
    if (source in fills && facts.some((fact) => fact.source === source && fact.type === 'ref'))
      return true;
    return place
      ? !sameValue(value, place.first[source])
      : getFieldState(getSource(source)).isDirty;
  };
  return (row: Row | null, isFirst = false) => {
    const copied = Object.entries({ ...fills, ...others }).map(([source, from]) => [
      source,
      row?.[from],
    ]);
    const all = { ...Object.fromEntries(copied), ...(row && sets) } as Readonly<
      Record<string, unknown>
    >;
    for (const [source, value] of Object.entries(all)) {
      if (value === undefined || !ruleOf(source).write || isTyped(source)) continue;
      const name = getSource(source);
      if (isFirst && !sameValue(getValues(name), null) && !(source in sets)) continue;
      const { invalid: shouldValidate } = getFieldState(name);
      setValue(name, value, { shouldDirty: !isFirst, shouldValidate });
      filled.current = { ...filled.current, [source]: value };
    }
  };
}

/** A new record that comes with a reference, as from the page of the other one, has what that fills. */
function useFirstFilling(
  value: unknown,
  { resource, keyField }: { resource: string; keyField: string | undefined },
  fill: (row: Row | null, isFirst: boolean) => void,
): void {
  const [first, setFirst] = useState<RecordId | null>(null);
  const isAsked = useInputPlace() === null && sessionMayDo('list', resource);
  // What the form has begun with; what is chosen later fills at once.
  if (isAsked && first === null && value !== null) setFirst(value as RecordId);
  const { data } = useReferredRows(resource, first === null ? [] : [first], keyField);
  const row = data?.[0];
  const isDone = useRef(false);
  const onRow = useEffectEvent(() => {
    if (row === undefined || isDone.current) return;
    isDone.current = true;
    fill(row, true);
  });
  useEffect(() => onRow(), [row]);
}

/** The records of the tenant that the form names; one of another tenant that is there already stays. */
function useTenantFilter(reference: string): Readonly<Record<string, unknown>> {
  const field = tenantField(useResourceContext() ?? '');
  const name = useWrappedSource(field ?? '');
  const tenant: unknown = useWatch({ name, disabled: field === undefined });
  return field === undefined ? {} : ofSameTenant(tenant, reference);
}

/** Several records of another resource. */
export function RecordsInput({
  reference,
  ...props
}: Omit<RecordInputProps, 'fills' | 'sets' | 'keyField'>) {
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  const filter = useTenantFilter(reference);
  const NewRecord = useNewRecord();
  if (input === null) return null;
  const { value, inputRef: _, ...field } = input;
  const ids = value as RecordId[];
  return (
    <RecordPicker {...field} {...{ NewRecord, filter }} multiple resource={reference} value={ids} />
  );
}

export interface SuggestionInputProps extends FormInputProps, TextBounds {
  /** The values to suggest; those of the field's facts by default. */
  values?: readonly string[];
}

/** Text with suggested values; any other can be typed. */
export function SuggestionInput({ values, ...props }: SuggestionInputProps) {
  const input = useFormInput(props, { validate: textRules(props) });
  const fact = useFieldFact(props.source);
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  if (input === null) return null;
  const { value, onChange, onBlur, disabled, inputRef, ...field } = input;
  const known = values ?? fact?.values ?? [];
  // A documented value as people read it; any other as it is.
  const labelOf = (one: string) =>
    known.includes(one) ? labels.value(resource, props.source, one) : one;
  return (
    <Autocomplete
      freeSolo
      forcePopupIcon
      fullWidth
      id={field.id}
      options={known}
      getOptionLabel={labelOf}
      disabled={disabled}
      value={String(value)}
      inputValue={typed ?? labelOf(String(value))}
      onInputChange={(_, text, reason) => {
        if (reason !== 'input') return;
        setTyped(text);
        onChange(valueOf(text, known, labelOf));
      }}
      onChange={(_, picked) => {
        setTyped(null);
        onChange(picked ?? '');
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
      renderInput={(params) => <TextField {...params} {...field} inputRef={inputRef} />}
    />
  );
}

/** The documented value that a typed text stands for, or the text itself. */
export function valueOf(
  text: string,
  known: readonly string[],
  labelOf: (value: string) => string,
): string {
  const wanted = text.trim().toLowerCase();
  const meant = known.find((value) =>
    [value, labelOf(value)].some((one) => one.toLowerCase() === wanted),
  );
  return meant ?? text;
}

export interface KeysInputProps extends FormInputProps {
  /** The resource to pick from. */
  reference: string;
  /** The field by which its records are identified. */
  keyField: string;
}

/** Several records of another resource by something other than their ids, such as roles by their names. */
export function KeysInput({ reference, keyField, ...props }: KeysInputProps) {
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const { value, ...field } = input;
  const Picker = reference === 'role' ? RolesPicker : KeysPicker;
  return <Picker {...field} resource={reference} keyField={keyField} value={value as string[]} />;
}

/** A text area for JSON that shows where it is invalid, and formats it. */
export function JsonInput(props: FormInputProps) {
  const translate = useTranslate();
  const [text, setText] = useState<string | null>(null);
  const problem = useRef<string | null>(null);
  const input = useFormInput(props, {
    format: (value) => value,
    parse: (value) => value,
    validate: [
      () =>
        problem.current === null
          ? undefined
          : { message: 'form.invalid_json', args: { reason: problem.current } },
    ],
  });
  if (input === null) return null;
  const change = (next: string) => {
    const parsed = parseJson(next);
    problem.current = parsed.problem;
    setText(next);
    input.onChange(parsed.problem === null ? parsed.value : next);
  };
  const shown = text ?? jsonText(input.value);
  return (
    <Box className="wide" sx={{ position: 'relative' }}>
      <TextField
        id={input.id}
        name={input.name}
        label={input.label}
        required={input.required}
        disabled={input.disabled}
        placeholder={input.placeholder}
        error={input.error}
        helperText={input.helperText}
        inputRef={input.inputRef}
        onBlur={input.onBlur}
        fullWidth
        multiline
        minRows={4}
        maxRows={20}
        value={shown}
        onChange={(event) => change(event.target.value)}
        slotProps={{
          htmlInput: {
            spellCheck: false,
            style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 },
          },
        }}
      />
      <Button
        startIcon={<FormatIcon />}
        disabled={input.disabled || shown === ''}
        onClick={() => problem.current === null && setText(jsonText(parseJson(shown).value))}
        sx={{ position: 'absolute', top: 4, right: 4, minHeight: 28, py: 0 }}
      >
        {translate('form.format_json')}
      </Button>
    </Box>
  );
}
