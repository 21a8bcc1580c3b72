import type { Field, FieldOption, FieldSource } from '../model/model.js';
import { EMPTIED } from '../model/personal.js';
import { shownWhen } from '../model/show-if.js';
import { stepIn } from '../model/steps.js';
import { totalIn } from '../model/totals.js';
import { decoratorOptions, type DecoratorCall } from './decorators.js';
import {
  isTrue,
  plainStatic,
  staticNumber,
  staticText,
  toStrings,
  type Static,
} from './static-value.js';

/** The settings of a field that its `@Field` declares. */
export type FieldOptions = Pick<Field, FieldOption>;

/** Reads an option; an option that is missing has no value. */
type Reader<T> = (option: Static | undefined) => T;

/** The options of `@Field`, each with its reader. */
const READERS: { readonly [Name in FieldOption]: Reader<Field[Name]> } = {
  values: (option) => toStrings(option) ?? [],
  enforce: isTrue,
  min: staticNumber,
  max: staticNumber,
  format: (option) => choiceIn(option, ['email', 'url']),
  pattern: staticText,
  patternMessage: staticText,
  unit: staticText,
  placeholder: staticText,
  help: staticText,
  section: staticText,
  showIf: (option) => shownWhen(staticText(option)),
  search: (option) => choiceIn(option, ['trigram']),
  from: (option) => sourceIn(staticText(option)),
  total: (option) => totalIn(staticText(option)),
  series: staticText,
  personal: (option) => (isTrue(option) ? EMPTIED : staticText(option)),
  steps: (option) => toStrings(option)?.map(stepIn) ?? null,
};

/** The names of the options that `readFieldOptions` reads. */
export const FIELD_OPTIONS = Object.keys(READERS) as readonly FieldOption[];

/** Reads the options of a `@Field`; all have no value if the property has no `@Field`. */
export const readFieldOptions = (call: DecoratorCall | undefined): FieldOptions =>
  call ? optionsIn(decoratorOptions(call)) : NO_OPTIONS;

function optionsIn(options: ReadonlyMap<string, Static>): FieldOptions {
  const read = Object.entries<Reader<unknown>>(READERS).map(
    ([name, reader]) => [name, reader(options.get(name))] as const,
  );
  return Object.fromEntries(read) as unknown as FieldOptions;
}

const NO_OPTIONS = optionsIn(new Map());

/** One of some known words; null for any other value. */
function choiceIn<T extends string>(option: Static | undefined, words: readonly T[]): T | null {
  const value = plainStatic(option);
  return words.find((word) => word === value) ?? null;
}

/** Reads `part.price`. Any other text counts as a relation without a field, which a check reports. */
function sourceIn(text: string | null): FieldSource | null {
  if (text === null) return null;
  const [, relation = text, field = ''] = /^(\w+)\.(\w+)$/.exec(text) ?? [];
  return { relation, field };
}
