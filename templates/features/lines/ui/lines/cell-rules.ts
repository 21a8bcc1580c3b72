import type { RefObject } from 'react';
import { composeValidators, type Validator } from 'react-admin';
import { get, type FieldValues } from 'react-hook-form';
import type { FieldProps, FormInputProps, RulesOf } from '../components/form/use-form-input';
import { isKept, type FormLine } from './lines';

/** The properties of an input in a line. A new line has its first values already, and a cell has no room for help about the column. */
export const cellProps = (
  own: FieldProps,
  { helperText }: FormInputProps,
  { name, isClosed }: { readonly name: string; readonly isClosed: boolean },
): FieldProps => ({
  validate: own.validate.map((rule) => ofLine(name, rule)),
  defaultValue: undefined,
  disabled: isClosed || own.disabled,
  placeholder: own.placeholder,
  helperText,
});

/** A rule on the values of the line with this name in the form. Only lines that saving keeps are checked. */
function ofLine(name: string, rule: Validator): Validator {
  const inLine = (value: unknown, values: object, props: object) => {
    const line = get(values as FieldValues, name) as FormLine | undefined;
    return line === undefined || !isKept(line) ? undefined : rule(value, line, props);
  };
  // By this mark react-admin knows that an input is required.
  return Object.assign(inLine, { isRequired: 'isRequired' in rule && rule.isRequired });
}

/** The rules of the inputs of a grid, by field. */
export type ColumnRules = ReadonlyMap<string, RulesOf>;

/** A cell that has no input. */
interface PlainPlace {
  /** The name of its line in the form. */
  readonly name: string;
  readonly isNew: boolean;
  readonly rules: RefObject<ColumnRules>;
  /** The rules of its input, for an input that does not tell them, such as one of react-admin. */
  readonly own: FormInputProps['validate'];
}

/** The check of a cell that has no input: the rules of the inputs of its column, with their messages. */
export function checkOf(source: string, { name, isNew, rules, own }: PlainPlace) {
  return async (value: unknown, values: object): Promise<string | true> => {
    const demanded = rules.current.get(source)?.(isNew) ?? [own ?? []].flat();
    const check = composeValidators(demanded.map((rule) => ofLine(name, rule)));
    const error: unknown = await check(value, values, { source });
    return error ? `@@react-admin@@${JSON.stringify(error)}` : true;
  };
}
