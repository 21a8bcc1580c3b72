import {
  BUILT_IN,
  builtInNamed,
  builtInProperties,
  EXTENSIBLE_MODELS,
  USER,
} from '../model/built-in.js';
import type { Field, Model, Reference } from '../model/model.js';
import { pascalCase } from '../model/names.js';
import { didYouMean } from '../model/nearest.js';
import { inverseName, inverseNames } from '../model/relations.js';
import type { Position, Report } from '../problem.js';
import { checkBuiltInField } from './check-built-in.js';
import { checkColumns } from './check-columns.js';
import { FILTER_OPERATORS, reservedField, SHORT_OPERATORS } from './reserved.js';
import type { Located, SpecField } from './spec.js';

/** A new field with its spec. */
export interface DraftField {
  readonly field: Field;
  readonly spec: SpecField;
}

/** A new or existing model with the fields to add. */
export interface Draft {
  readonly model: Model;
  readonly fields: readonly DraftField[];
}

/** Checks that property names are unique in a model, and that no column looks like a filter of another. */
export function checkProperties({ model, fields }: Draft, report: Report): void {
  const taken = new Map<string, string>();
  const take = (field: Field) => {
    for (const name of propertiesOf(field)) taken.set(name.toLowerCase(), name);
  };
  model.fields.forEach(take);
  if (model.rowNumber) taken.set(model.rowNumber.name, model.rowNumber.name);
  for (const { field, spec } of fields) {
    checkBuiltInField(model, field, spec, report);
    const clash = propertiesOf(field).find((name) => taken.has(name.toLowerCase()));
    const first = clash && taken.get(clash.toLowerCase());
    if (clash && first) reportClash(model, spec, clash, first, report);
    take(field);
  }
  checkColumns(model, fields, report);
  const names = [...model.fields, ...fields.map(({ field }) => field)].map(({ name }) => name);
  for (const { field, spec } of fields) checkSuffix(field.name, names, spec.name.at, report);
}

function reportClash(
  model: Model,
  { name, type }: SpecField,
  clash: string,
  first: string,
  report: Report,
): void {
  const isReference = ({ type, reference }: Field) =>
    type === 'ref' && reference!.relation === name.value;
  const same = name.value === first || (type.value === 'ref' && model.fields.some(isReference));
  const message = same
    ? `\`${model.name}\` already has a field \`${first}\``
    : `\`${name.value}\` adds \`${clash}\`, but \`${model.name}\` already has \`${first}\``;
  const isThere = model.fields.some((field) => propertiesOf(field).includes(first));
  const help =
    type.value === 'ref' && !same
      ? 'a ref adds a column `<name>_id` and a relation `<name>`; rename one of the two'
      : same && isThere
        ? `to change it: crudgen model change-field ${model.name} ${asTyped(name)}`
        : 'rename or remove one of the two';
  report.error('duplicate-field', message, name.at, help);
}

/** A field as it stands on a command line; from a spec file, its name and a place for what changes. */
function asTyped({ value, at: { file, text, column } }: Located<string>): string {
  const typed = file === 'argv' ? /^[^\s'"]+/.exec(text.slice(column - 1))?.[0] : undefined;
  return typed ?? `${value}:...`;
}

function propertiesOf({ name, reference }: Field): string[] {
  return reference === null || reference.relation === name ? [name] : [name, reference.relation];
}

/** `price__gte` beside `price` would be ambiguous in queries; `price_gte` hides the short filter, which is a warning. */
function checkSuffix(name: string, names: readonly string[], at: Position, report: Report): void {
  for (const base of names) {
    if (base === name || !name.startsWith(`${base}_`)) continue;
    const rest = name.slice(base.length);
    if (FILTER_OPERATORS.some((operator) => rest === `__${operator}`)) {
      const help = `choose another name: \`${name}=\` filters lists by \`${base}\``;
      report.error('ambiguous-name', `\`${name}\` looks like a filter of \`${base}\``, at, help);
    } else if (SHORT_OPERATORS.some((operator) => rest === `_${operator}`)) {
      const help = `write the filter with two \`_\` (\`${base}_${rest}=\`), or choose another name`;
      const message = `\`${name}\` hides the filter \`${name}\` of \`${base}\``;
      report.warn('ambiguous-name', message, at, help);
    }
  }
}

/** Resolves every reference and its inverse; returns the drafts with complete references. */
export function checkReferences(
  drafts: readonly Draft[],
  existing: readonly Model[],
  report: Report,
): Draft[] {
  const names = new PropertyNames(existing, drafts);
  return drafts.map((draft) => ({
    ...draft,
    fields: draft.fields.map((one) => {
      const reference = resolve(draft, one, names, report);
      return reference === null ? one : { ...one, field: { ...one.field, reference } };
    }),
  }));
}

function resolve(
  draft: Draft,
  { field, spec }: DraftField,
  names: PropertyNames,
  report: Report,
): Reference | null {
  const { model } = draft;
  const { reference } = field;
  if (reference === null) return null;
  const { model: target, relation } = reference;
  const given = spec.words.as;
  if (builtInNamed(target) && given === undefined) return { ...reference, inverse: null };
  if (!names.models.has(target))
    return builtInReference(
      reference,
      spec,
      [...names.models].filter((one) => builtInNamed(one) === undefined),
      report,
    );
  const defaultName = inverseName(model, field);
  if (given === undefined && isAmbiguous(draft, field)) {
    const message = `\`${model.name}\` refers to \`${target}\` more than once`;
    const help = `name the inverse relation of each reference: \`as=${proposedName(draft, field)}\``;
    return report.error('missing-as', message, spec.name.at, help);
  }
  const inverse = given?.value ?? defaultName;
  const at = given?.at ?? spec.target?.at ?? spec.name.at;
  if (!checkInverseName(inverse, at, report)) return null;
  const other = names.take(target, inverse, `a relation from \`${model.name}.${relation}\` named`);
  if (other === undefined) return { ...reference, inverse };
  const message = `\`${target}\` already has ${other} \`${inverse}\``;
  const help = `name the inverse relation of \`${spec.name.value}\` with \`as=\`, such as \`as=${relation}_${inverse}\``;
  return report.error('inverse-clash', message, at, help);
}

/** The name that tells the inverse of a reference from those of the others that say none. */
function proposedName({ model, fields }: Draft, field: Field): string {
  const open = fields.filter(
    (one) => one.spec.words.as === undefined && one.field.reference !== null,
  );
  const names = inverseNames(
    open.map((one) => {
      const { model: target, relation } = one.field.reference!;
      return { model: model.name, target, relation, usual: inverseName(model, one.field) };
    }),
  );
  return names[open.findIndex((one) => one.field === field)]!;
}

/** Whether another new reference would get the same inverse name. */
function isAmbiguous({ model, fields }: Draft, field: Field): boolean {
  return fields.some(
    ({ field: other, spec }) =>
      other !== field &&
      other.reference?.model === field.reference!.model &&
      spec.words.as === undefined &&
      inverseName(model, other) === inverseName(model, field),
  );
}

function checkInverseName(name: string, at: Position, report: Report): boolean {
  const before = report.errors;
  const reserved = reservedField(name);
  if (reserved !== null)
    report.error('reserved-name', `\`${name}\` ${reserved}`, at, 'choose another name after `as=`');
  else if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    const help = 'use letters, digits and _, starting with a letter';
    report.error('invalid-name', `\`${name}\` is not a valid relation name`, at, help);
  }
  return report.errors === before;
}

/** A reference to a class of access control; reports an unknown one. */
function builtInReference(
  reference: Reference,
  { target, name: field, words }: SpecField,
  known: readonly string[],
  report: Report,
): Reference | null {
  const name = reference.model;
  const at = target?.at ?? field.at;
  if (Object.hasOwn(BUILT_IN, name)) {
    if (words.as === undefined) return { ...reference, inverse: null };
    const message = `\`${name}\` has no inverse relations`;
    return report.error('inverse-on-built-in', message, words.as.at, 'remove `as`');
  }
  // A model with a misspelt name has been reported at its definition.
  if (known.some((one) => pascalCase(one) === name)) return null;
  if (name === 'Role') {
    const help = 'refer to `User` instead: roles belong to users';
    return report.error('unknown-model', '`Role` cannot be referenced', at, help);
  }
  const all = [...known, ...Object.keys(BUILT_IN)];
  const listed = known.length === 0 ? all.join(' and ') : all.slice(0, 12).join(', ');
  const otherwise = `models: ${listed}; add the other model first, or add both models with one spec file`;
  const help = didYouMean(name, all, otherwise);
  return report.error('unknown-model', `there is no model \`${name}\``, at, help);
}

/** The property names that each model uses, including inverse relations. */
class PropertyNames {
  readonly models: ReadonlySet<string>;
  private readonly taken = new Map<string, string>();

  constructor(existing: readonly Model[], drafts: readonly Draft[]) {
    const models = [...existing, ...drafts.map(({ model }) => model)];
    this.models = new Set([...models.map(({ name }) => name), USER.name]);
    for (const model of EXTENSIBLE_MODELS)
      for (const name of builtInProperties(model)) this.take(model.name, name, 'a field');
    const added = drafts.map(({ model, fields }) => ({
      name: model.name,
      fields: fields.map(({ field }) => field),
    }));
    for (const { name, fields } of [...models, ...added])
      for (const property of fields.flatMap(propertiesOf)) this.take(name, property, 'a field');
    for (const { name, fields } of models)
      for (const { reference } of fields)
        if (reference?.inverse != null)
          this.take(reference.model, reference.inverse, `a relation from \`${name}\` named`);
  }

  /** Reserves a name; returns what already has it, if anything. */
  take(model: string, name: string, what: string): string | undefined {
    const key = `${model}.${name.toLowerCase()}`;
    const found = this.taken.get(key);
    if (found === undefined) this.taken.set(key, what);
    return found;
  }
}
