import { InputAdornment } from '@mui/material';
import { useCallback, useState, type ComponentType } from 'react';
import {
  BooleanInput as SwitchInput,
  DateInput as RaDateInput,
  DateTimeInput,
  NullableBooleanInput,
  NumberInput as RaNumberInput,
  SelectInput,
  TextInput as RaTextInput,
  TimeInput as RaTimeInput,
  regex,
  useRecordContext,
  useResourceContext,
  type BooleanInputProps,
  type CommonInputProps,
  type SelectInputProps,
  type Validator,
} from 'react-admin';
import { isYear } from '../formats';
import { useLabels } from '../texts';
import { unitSign } from '../unit-sign';
import { decimalsOf, inputNumber } from '../units';
import { useFieldFact, useFieldProps, type FormInputProps } from './use-form-input';

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

export interface TextBounds extends Bounds {
  /** A pattern that must match somewhere in the text. */
  pattern?: string | undefined;
  /** What is said where it does not. */
  patternMessage?: string | undefined;
}

/** Length in code points, as the service counts it, and a pattern. */
export function textRules({
  min = 0,
  max = Infinity,
  pattern = '',
  patternMessage = 'form.wrong_pattern',
}: TextBounds): Validator[] {
  const expression = new RegExp(pattern, 'u');
  const refuse = (message: string, args: object) => ({ message, args });
  return [
    (value: unknown) => {
      const length = typeof value === 'string' ? [...value].length : 0;
      if (length > max) return refuse('form.too_long', { max });
      if (length > 0 && length < min) return refuse('form.too_short', { min });
      const fits = length === 0 || expression.test(value as string);
      return fits ? undefined : refuse(patternMessage, { pattern });
    },
  ];
}

/** A number within its bounds; the messages show a year without separators. */
export function valueRules(
  source: string,
  { min = -Infinity, max = Infinity }: Bounds,
): Validator[] {
  const shown = (bound: number) => (isYear(source) ? String(bound) : bound);
  return [
    (value: unknown) => {
      if (typeof value !== 'number') return undefined;
      if (value < min) return { message: 'ra.validation.minValue', args: { min: shown(min) } };
      if (value > max) return { message: 'ra.validation.maxValue', args: { max: shown(max) } };
      return undefined;
    },
  ];
}

/** A number with no more decimals than its step, as the service stores it. */
export function stepRules(step: unknown): Validator[] {
  if (typeof step !== 'number') return [];
  const scale = decimalsOf(step);
  const message = scale === 0 ? 'form.invalid_bigint' : 'form.too_many_decimals';
  return [
    (value: unknown) =>
      typeof value === 'number' && decimalsOf(value) > scale
        ? { message, args: { smart_count: scale } }
        : undefined,
  ];
}

const EMAIL = regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'form.invalid_email');
const URL = regex(/^https?:\/\/\S+$/i, 'form.invalid_url');
const UUID = regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'form.invalid_uuid');
const WHOLE = regex(/^-?\d+$/, 'form.invalid_bigint');

/** What our inputs take besides react-admin's properties. */
type Own = Pick<FormInputProps, 'required'>;

/** One of react-admin's inputs at full width, subject to the caller's permission for its field. */
function inputOf<P extends CommonInputProps>(
  Input: ComponentType<P>,
  fixed: Partial<P> = {},
  rules: readonly Validator[] = [],
) {
  return function FieldInput(given: P & Own) {
    const { required, ...props } = given;
    const field = useFieldProps({ ...props, required } as FormInputProps, rules);
    if (field === null) return null;
    return <Input {...({ fullWidth: true, ...fixed, ...props, ...field } as unknown as P)} />;
  };
}

/** A text input at full width, where `min` and `max` count characters. */
function textInputOf(fixed: Partial<TextInputProps> = {}, rules: readonly Validator[] = []) {
  const Input = inputOf(RaTextInput, { autoComplete: 'off', ...fixed });
  return function FieldInput(given: TextInputProps & TextBounds) {
    const { min, max, pattern, patternMessage, validate = [], ...props } = given;
    const own = textRules({ min, max, pattern, patternMessage });
    const all = [...rules, ...own, ...[validate].flat()];
    return <Input {...props} validate={all} />;
  };
}

type TextInputProps = Parameters<typeof RaTextInput>[0] & Own;

/** One line of text. */
export const TextInput = textInputOf();

/** Text of any length. */
export const LongTextInput = textInputOf({
  multiline: true,
  minRows: 3,
  maxRows: 16,
  className: 'wide',
});

/** An email address. */
export const EmailInput = textInputOf({ type: 'email' }, [EMAIL]);

/** A web address. */
export const UrlInput = textInputOf({ type: 'url' }, [URL]);

/** A UUID. */
export const UuidInput = textInputOf({}, [UUID]);

/** What an input of numbers shows beside them: the unit of its field, on the side on which the language has it. */
function useUnitSlot(source: string) {
  const unit = useFieldFact(source)?.unit;
  if (unit === undefined) return {};
  const { sign, isBefore } = unitSign(unit);
  const position = isBefore ? 'start' : 'end';
  const mark = <InputAdornment position={position}>{sign}</InputAdornment>;
  return { input: { [`${position}Adornment`]: mark } };
}

const WholeInput = textInputOf({}, [WHOLE]);

/** An integer of any size, kept as text. */
export function BigintInput(props: Parameters<typeof WholeInput>[0]) {
  const slots = useUnitSlot(props.source);
  return <WholeInput slotProps={{ htmlInput: { inputMode: 'numeric' }, ...slots }} {...props} />;
}

const BoundedInput = inputOf(RaNumberInput);

/** A number; `step` is 1 for integers, 0.01 for cents. Until it is edited it has the decimals of its field: 3.50. */
export function NumberInput({ validate = [], ...props }: Parameters<typeof BoundedInput>[0]) {
  const { min, max } = props as Bounds;
  const rules = [...valueRules(props.source, { min, max }), ...stepRules(props.step)];
  const slots = useUnitSlot(props.source);
  const fact = useFieldFact(props.source);
  const shown = useCallback((value: unknown) => inputNumber(value, fact), [fact]);
  const validates = [...rules, ...[validate].flat()];
  return <BoundedInput slotProps={slots} format={shown} {...props} validate={validates} />;
}

const Day = inputOf(RaDateInput);
const Moment = inputOf(DateTimeInput);

/** A day; a `defaultValue` of `today` is the reader's day. */
export function DateInput({ defaultValue, ...props }: Parameters<typeof Day>[0]) {
  return <Day {...props} defaultValue={useMoment(defaultValue)} />;
}

/** A datetime in the reader's time zone; a `defaultValue` of `now` is the minute in which the form is opened. */
export function DatetimeInput({ defaultValue, ...props }: Parameters<typeof Moment>[0]) {
  return <Moment {...props} defaultValue={useMoment(defaultValue)} />;
}

/** The value that `today` or `now` had at first: an open form does not change by itself. */
function useMoment(value: unknown): unknown {
  const [opened] = useState(() => new Date());
  return momentOf(value, opened);
}

/** What `today` and `now` stand for at a time; any other value is itself. */
export function momentOf(value: unknown, at: Date): unknown {
  const two = (number: number) => String(number).padStart(2, '0');
  if (value === 'today')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return value === 'now' ? new Date(at).toISOString().replace(/:\d\d\.\d+Z$/, ':00.000Z') : value;
}

/** A time of day. */
export const TimeInput = inputOf(RaTimeInput);

const YesOrNo = inputOf(SwitchInput, { fullWidth: undefined });
const YesNoOrNothing = inputOf(NullableBooleanInput, {
  nullLabel: 'form.none',
  trueLabel: 'app.yes',
  falseLabel: 'app.no',
});

/** Yes or no. An optional field has a third option. */
export function BooleanInput({
  required = false,
  ...props
}: BooleanInputProps & Pick<FormInputProps, 'required'>) {
  const fact = useFieldFact(props.source);
  const mayBeEmpty = !required && props.defaultValue === undefined && fact?.required !== true;
  if (!mayBeEmpty) return <YesOrNo {...props} />;
  const { source, label, helperText, validate } = props;
  return <YesNoOrNothing {...{ source, label, helperText, validate }} />;
}

const OneOf = inputOf<SelectInputProps & { source: string }>(SelectInput, {
  emptyText: 'form.none',
  translateChoice: false,
});

export interface ChoiceInputProps extends FormInputProps {
  /** The values to choose from; those of the field's facts by default. */
  values?: readonly string[];
}

/** One of the values that the service accepts; the current one stays possible. */
export function ChoiceInput({ values, ...props }: ChoiceInputProps) {
  const fact = useFieldFact(props.source);
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const present: unknown = useRecordContext()?.[props.source];
  const known = values ?? fact?.values ?? [];
  const all = [...new Set([...known, ...(typeof present === 'string' ? [present] : [])])];
  const choices = all.map((id) => ({ id, name: labels.value(resource, props.source, id) }));
  return <OneOf {...props} choices={choices} />;
}
