import type { Field, JsonValue } from './model.js';

/** A value as given: text of a command line, or a value of a YAML or JSON file. */
export type GivenValue =
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'value'; readonly value: JsonValue };

/** The settings of a field that restrict its values. */
export type ValueRules = Pick<
  Field,
  | ('type' | 'values' | 'enforce' | 'min' | 'max' | 'format' | 'pattern' | 'precision' | 'scale')
  | ('items' | 'itemLength')
>;

/** A value as stored; else what it is not, and an example or what to change. */
export type Reading =
  | { readonly value: JsonValue }
  | { readonly not: string; readonly example: string }
  | { readonly not: string; readonly change: string };
