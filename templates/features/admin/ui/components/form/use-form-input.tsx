import { createContext, useContext, useEffect, type ReactNode } from 'react';
import {
  ValidationError,
  required,
  useInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type CommonInputProps,
  type Validator,
} from 'react-admin';
import { brokenRules, type ModelRules } from '#engine/rules';
import { isOutOfReach, useIsAbove } from '../../api/ceiling';
import { needsNoInput, useFieldRule } from '../../api/session';
import { isTenantRequired, ofTenant } from '../../api/tenants';
import { useDefinition, type FieldFact, type Row } from '../../application';
import { useLabels } from '../texts';

/** The properties of every input: those of react-admin's inputs, by its names, and whether the field is required. */
export interface FormInputProps extends Pick<
  CommonInputProps,
  'source' | 'label' | 'defaultValue' | 'helperText' | 'readOnly' | 'disabled' | 'validate'
> {
  required?: boolean | undefined;
  /** The text that the empty input shows; the field's own by default. */
  placeholder?: string | undefined;
}

/** An input's properties with the caller's permission for its field; null where it must not appear. */
export function useFieldProps(
  props: FormInputProps,
  rules: readonly Validator[] = [],
): FieldProps | null {
  const record = useRecordContext<Row>();
  const isNew = record?.id === undefined;
  const resource = useResourceContext() ?? '';
  const isAbove = useIsAbove(resource, record);
  const { read, write } = useFieldRule(props.source);
  const modelRules = useDefinition(resource)?.rules ?? {};
  const fact = useFieldFact(props.source);
  const place = useInputPlace();
  const rulesOf = (isOfNew: boolean): Validator[] => {
    if (!write && (isOfNew || !read)) return [];
    const isDemanded = (props.required ?? false) || isTenantRequired(resource, props.source);
    const isRequired = isDemanded && write && (read || isOfNew);
    return [
      ...(isRequired ? [required()] : []),
      ...rules,
      ...modelRule(modelRules, props.source),
      ...[props.validate ?? []].flat(),
    ];
  };
  useEffect(() => place?.learn(props.source, rulesOf));
  if (!write && (isNew || !read)) return null;
  if (isAbove && isOutOfReach(props.source, record!)) return null;
  if (fact !== undefined && needsNoInput(resource, fact)) return null;
  const isFixed = fact?.key === true && !isNew;
  const isClosed = isFixed || !write || (props.readOnly ?? props.disabled ?? false);
  const placeholder = props.placeholder ?? fact?.placeholder;
  const own: FieldProps = {
    validate: rulesOf(isNew),
    // A field that a record lacks stays empty until somebody fills it in.
    defaultValue: isNew ? firstValue(props, resource) : undefined,
    disabled: isClosed,
    placeholder,
    helperText:
      (!read && 'form.write_only') ||
      (!write && 'form.read_only') ||
      (isFixed && 'form.key') ||
      (props.helperText ?? fact?.help),
  };
  return place === null ? own : place.propsOf(own, props);
}

/** The properties that an input gets from its field. */
export interface FieldProps {
  readonly validate: readonly Validator[];
  readonly defaultValue: unknown;
  readonly disabled: boolean;
  readonly placeholder: string | undefined;
  readonly helperText: FormInputProps['helperText'];
}

/** The part of a form around an input, such as the row of a grid, if it changes the input. */
export interface InputPlace {
  /** The values of the fields before somebody typed. */
  readonly first: Readonly<Record<string, unknown>>;
  /** The properties of an input here, null where it must not appear; `own` are its properties in a form of its own record. */
  readonly propsOf: (own: FieldProps, props: FormInputProps) => FieldProps | null;
  /** Is told the rules of each input. */
  readonly learn: (source: string, rulesOf: RulesOf) => void;
  /** Whether one input stands here alone, without what a form has around and beside it. */
  readonly isAlone?: boolean;
}

/** The rules of an input, by whether its record is new. */
export type RulesOf = (isNew: boolean) => Validator[];

/** The place around an input; null in a form of its own record. */
export const InputPlaceContext = createContext<InputPlace | null>(null);
export const useInputPlace = (): InputPlace | null => useContext(InputPlaceContext);

/** Whether one input of a form is shown alone, as over a cell of a list. */
export const useIsAlone = (): boolean => useInputPlace()?.isAlone === true;

/** New records belong to the tenant that the user works in. */
export function firstValue({ source, defaultValue }: FormInputProps, resource: string): unknown {
  return defaultValue ?? ofTenant(resource)[source];
}

/** The model's rules for a field, on the record in the form; a rule that throws is left to the service. */
function modelRule(rules: ModelRules, source: string): Validator[] {
  const rule = rules[source];
  if (rule === undefined) return [];
  return [
    (_value: unknown, values: object) => {
      const complete = new Proxy(values as Record<string, unknown>, {
        get: (target, name) => target[name as string] ?? null,
      });
      try {
        return brokenRules({ [source]: rule }, complete)[0]?.message;
      } catch {
        return undefined;
      }
    },
  ];
}

export interface FormInputOptions {
  validate?: Validator[];
  parse?: (value: string) => unknown;
  format?: (value: unknown) => unknown;
}

export interface FormInput {
  id: string;
  name: string;
  label: ReactNode;
  value: unknown;
  required: boolean;
  disabled: boolean;
  placeholder: string | undefined;
  error: boolean;
  helperText: ReactNode;
  inputRef: (element: HTMLElement | null) => void;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** Connects a custom input with the form; null where it must not appear. */
export function useFormInput(props: FormInputProps, options: FormInputOptions = {}) {
  const labels = useLabels();
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const field = useFieldProps(props, options.validate);
  const {
    id,
    field: place,
    fieldState,
    isRequired,
  } = useInput({
    source: props.source,
    validate: [...(field?.validate ?? [])],
    format: options.format ?? ((value: unknown) => value ?? ''),
    parse: options.parse ?? ((value: string) => (value === '' ? null : value)),
    ...(field?.defaultValue !== undefined && { defaultValue: field.defaultValue }),
  });
  if (field === null) return null;
  const { error } = fieldState;
  const { helperText: help } = field;
  const input: FormInput = {
    id,
    name: place.name,
    label: props.label ?? labels.field(resource, props.source),
    value: place.value as unknown,
    required: isRequired,
    disabled: field.disabled,
    placeholder: field.placeholder,
    error: error !== undefined,
    helperText: error ? (
      <ValidationError error={error.message ?? ''} />
    ) : typeof help === 'string' ? (
      translate(help, { _: help })
    ) : (
      help
    ),
    inputRef: place.ref,
    onChange: place.onChange,
    onBlur: place.onBlur,
  };
  return input;
}

const FieldFacts = createContext<readonly FieldFact[]>([]);

export interface FormFactsProps {
  /** The model's by default. */
  fields: readonly FieldFact[] | undefined;
  children: ReactNode;
}

/** Provides facts about fields to the inputs of a form. */
export function FormFacts({ fields, children }: FormFactsProps) {
  const known = useDefinition(useResourceContext())?.fields ?? [];
  return <FieldFacts value={fields ?? known}>{children}</FieldFacts>;
}

/** What is known of the fields in this form. */
export const useFieldFacts = (): readonly FieldFact[] => useContext(FieldFacts);

/** The facts about a field in this form. */
export function useFieldFact(source: string): FieldFact | undefined {
  return useFieldFacts().find((fact) => fact.source === source);
}
