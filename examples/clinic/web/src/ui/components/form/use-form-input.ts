import type { Validator } from 'react-admin';
import { useInput, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useFieldRule } from '../use-field-rule';
import { useLabels } from '../use-labels';
import { useServiceText } from './form-errors';

/** What every input takes. */
export interface InputProps {
  source: string;
  label?: string | undefined;
  required?: boolean | undefined;
  help?: string | undefined;
  readOnly?: boolean | undefined;
  /** What a new record starts with. */
  initial?: unknown;
}

export interface FormInputOptions {
  validate?: Validator[];
  parse?: (value: string) => unknown;
  format?: (value: unknown) => unknown;
}

export interface FormInput {
  id: string;
  name: string;
  label: string;
  value: unknown;
  required: boolean;
  disabled: boolean;
  error: boolean;
  helperText: string | undefined;
  inputRef: (element: HTMLElement | null) => void;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** An input's place in the form, under the caller's rules for its field; null where it must not appear. */
export function useFormInput(props: InputProps, options: FormInputOptions = {}): FormInput | null {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const isNew = useRecordContext()?.id === undefined;
  const { read, write } = useFieldRule(props.source);
  const serviceText = useServiceText(props.source);
  const label = props.label ?? labels.field(resource, props.source);
  const isRequired = (props.required ?? false) && write && (read || isNew);
  const input = useInput({
    source: props.source,
    validate: [...(isRequired ? [requiredRule] : []), ...(options.validate ?? [])],
    format: options.format ?? ((value: unknown) => value ?? ''),
    parse: options.parse ?? ((value: string) => (value === '' ? null : value)),
    ...(isNew && props.initial !== undefined && { defaultValue: props.initial }),
  });
  if (!write && (isNew || !read)) return null;
  const { error } = input.fieldState;
  return {
    id: input.id,
    name: input.field.name,
    label,
    value: input.field.value as unknown,
    required: isRequired,
    disabled: !write || (props.readOnly ?? false),
    error: error !== undefined,
    helperText:
      (error?.type === 'server' ? serviceText : undefined) ??
      ruleText(error?.message, translate) ??
      helpText(props, { read, write }, translate),
    inputRef: input.field.ref,
    onChange: input.field.onChange,
    onBlur: input.field.onBlur,
  };
}

type Translate = ReturnType<typeof useTranslate>;

function requiredRule(value: unknown): string | undefined {
  const missing = value === undefined || value === null || value === '';
  return missing || (Array.isArray(value) && value.length === 0)
    ? 'ra.validation.required'
    : undefined;
}

/** Messages of our own rules come wrapped by react-admin. */
function ruleText(message: string | undefined, translate: Translate): string | undefined {
  if (message === undefined) return undefined;
  const [, wrapped] = /^@@react-admin@@(.*)$/s.exec(message) ?? [];
  if (wrapped === undefined) return translate(message, { _: message });
  const error = JSON.parse(wrapped) as string | { message: string; args: object };
  if (typeof error === 'string') return translate(error, { _: error });
  return translate(error.message, { _: error.message, ...error.args });
}

function helpText(
  { help }: InputProps,
  { read, write }: { read: boolean; write: boolean },
  translate: Translate,
): string | undefined {
  if (!read) return translate('form.write_only');
  if (!write) return translate('form.read_only');
  return help;
}

/** A rule's refusal: a key of the messages with its arguments. */
function refuse(message: string, args: object = {}) {
  return { message, args };
}

function ruleOn(test: (value: string) => ReturnType<typeof refuse> | undefined): Validator {
  return (value: unknown) => (typeof value === 'string' && value !== '' ? test(value) : undefined);
}

/** At most so many characters, counted as the service does (code points). */
function maxCharacters(max: number): Validator {
  return ruleOn((value) =>
    [...value].length > max ? refuse('form.too_long', { max }) : undefined,
  );
}

/** At least so many characters. */
function minCharacters(min: number): Validator {
  return ruleOn((value) =>
    [...value].length < min ? refuse('form.too_short', { min }) : undefined,
  );
}

/** Between so many characters and so many; a bound that is not given is none. */
export function lengthRules({ min, max }: { min?: number; max?: number }): Validator[] {
  return [
    ...(min === undefined ? [] : [minCharacters(min)]),
    ...(max === undefined ? [] : [maxCharacters(max)]),
  ];
}

export const emailRule = ruleOn((value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : refuse('form.invalid_email'),
);

export const urlRule = ruleOn((value) =>
  /^https?:\/\/\S+$/i.test(value) ? undefined : refuse('form.invalid_url'),
);

export const bigintRule = ruleOn((value) =>
  /^-?\d+$/.test(value) ? undefined : refuse('form.invalid_bigint'),
);

export const uuidRule = ruleOn((value) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? undefined
    : refuse('form.invalid_uuid'),
);

/** A number within its bounds; null bounds are none. */
export function between(min: number | undefined, max: number | undefined): Validator {
  return (value: unknown) => {
    if (typeof value !== 'number') return undefined;
    if (min !== undefined && value < min) return refuse('ra.validation.minValue', { min });
    if (max !== undefined && value > max) return refuse('ra.validation.maxValue', { max });
    return undefined;
  };
}
