import { createContext, useContext, useEffect, type ReactNode, type RefObject } from 'react';
import {
  ValidationError,
  composeValidators,
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
import { get, type FieldValues } from 'react-hook-form';
import { useLabels } from '../texts';

/** The properties of every input: those of react-admin's inputs, by its names, and whether the field is required. */
export interface FormInputProps extends Pick<
  CommonInputProps,
  'source' | 'label' | 'defaultValue' | 'helperText' | 'readOnly' | 'disabled' | 'validate'
> {
  required?: boolean | undefined;
}

/** An input's properties with the caller's permission for its field; null where it must not appear. */
export function useFieldProps(props: FormInputProps, rules: readonly Validator[] = []) {
  const record = useRecordContext<Row>();
  const isNew = record?.id === undefined;
  const resource = useResourceContext() ?? '';
  const isAbove = useIsAbove(resource, record);
  const { read, write } = useFieldRule(props.source);
  const modelRules = useDefinition(resource)?.rules ?? {};
  const fact = useFieldFact(props.source);
  const line = useFormLine();
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
  useEffect(() => line?.learn(props.source, rulesOf));
  if (!write && (isNew || !read)) return null;
  if (isAbove && isOutOfReach(props.source, record!)) return null;
  if (fact !== undefined && needsNoInput(resource, fact)) return null;
  const validate = rulesOf(isNew);
  const isClosed = !write || (props.readOnly ?? props.disabled ?? false);
  // A new line has its first values already, and a cell has no room for what is true of the whole column.
  if (line !== null)
    return {
      validate: validate.map((rule) => ofLine(line, rule)),
      defaultValue: undefined,
      disabled: isClosed || line.isClosed,
      helperText: props.helperText,
    };
  return {
    validate,
    // A field that a record lacks stays empty until somebody fills it in.
    defaultValue: isNew ? firstValue(props, resource) : undefined,
    disabled: isClosed,
    helperText: (!read && 'form.write_only') || (!write && 'form.read_only') || props.helperText,
  };
}

/** The line of a grid that inputs are in. */
export interface LinePlace {
  /** Its name in the form: `lines.2`. */
  readonly name: string;
  /** What its fields were before somebody typed. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Whether the user may not change it. */
  readonly isClosed: boolean;
  /** Whether saving leaves a line in the record: only then it is checked. */
  readonly isKept: (line: object) => boolean;
  /** Is told what an input demands, for those cells of its column that have none. */
  readonly learn: (source: string, rulesOf: RulesOf) => void;
}

/** What an input demands of its value: of a new line, or of another one. */
export type RulesOf = (isNew: boolean) => Validator[];

/** What the inputs of a grid demand, by field. */
export type LineRules = ReadonlyMap<string, RulesOf>;

/** The line around an input; null outside of a grid. */
export const LineContext = createContext<LinePlace | null>(null);
export const useFormLine = (): LinePlace | null => useContext(LineContext);

/** A rule on the values of a line, of one that saving keeps. */
function ofLine({ name, isKept }: Pick<LinePlace, 'name' | 'isKept'>, rule: Validator): Validator {
  const inLine = (value: unknown, values: object, props: object) => {
    const line = get(values as FieldValues, name) as object | undefined;
    return line === undefined || !isKept(line) ? undefined : rule(value, line, props);
  };
  // By this mark react-admin knows that an input is required.
  return Object.assign(inLine, { isRequired: 'isRequired' in rule && rule.isRequired });
}

/** A cell that has no input. */
export interface PlainPlace {
  /** The name of its line in the form. */
  readonly name: string;
  readonly isNew: boolean;
  readonly isKept: LinePlace['isKept'];
  readonly rules: RefObject<LineRules>;
  /** The rules that its input is given: all of one that tells nothing, such as react-admin's own. */
  readonly own: FormInputProps['validate'];
}

/** The check of such a cell: what the inputs of its column demand, and told as they do it. */
export function checkOf(source: string, { name, isNew, isKept, rules, own }: PlainPlace) {
  return async (value: unknown, values: object): Promise<string | true> => {
    const demanded = rules.current.get(source)?.(isNew) ?? [own ?? []].flat();
    const check = composeValidators(demanded.map((rule) => ofLine({ name, isKept }, rule)));
    const error: unknown = await check(value, values, { source });
    return error ? `@@react-admin@@${JSON.stringify(error)}` : true;
  };
}

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
    validate: field?.validate ?? [],
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

/** The facts about a field in this form. */
export function useFieldFact(source: string): FieldFact | undefined {
  return useContext(FieldFacts).find((fact) => fact.source === source);
}
