import type { Position } from '../problem.js';
import type { Field, Model, Reference } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import { pascalCase } from '../model/names.js';
import { problem, type Report, warning } from './report.js';
import { FILTER_OPERATORS, reservedField, SHORT_OPERATORS } from './reserved.js';
import type { SpecField } from './spec.js';
import { inverseName } from '../model/relations.js';
import { BUILT_IN } from '../model/built-in.js';

/** A new field beside the words that asked for it. */
export interface DraftField {
  readonly field: Field;
  readonly spec: SpecField;
}

export interface Draft {
  readonly model: Model;
  readonly fields: readonly DraftField[];
}

/** Checks that no two properties of a model share a name, and that no column looks like a filter of another. */
export function checkProperties(model: Model, added: readonly DraftField[], report: Report): void {
  const taken = new Map<string, string>();
  for (const field of model.fields)
    for (const name of propertiesOf(field)) taken.set(name.toLowerCase(), name);
  for (const { field, spec } of added) {
    const clash = propertiesOf(field).find((name) => taken.has(name.toLowerCase()));
    if (clash !== undefined) report(clashOf(model, spec, clash, taken.get(clash.toLowerCase())!));
    for (const name of propertiesOf(field)) taken.set(name.toLowerCase(), name);
  }
  const names = [...model.fields, ...added.map(({ field }) => field)].map(({ name }) => name);
  for (const { field, spec } of added) checkSuffix(field.name, names, spec.name.at, report);
}

function clashOf(model: Model, { name, type }: SpecField, clash: string, first: string) {
  const same = name.value === first;
  const message = same
    ? `\`${model.name}\` has a field \`${first}\` already`
    : `\`${name.value}\` makes \`${clash}\`, and \`${model.name}\` has \`${first}\` already`;
  const relation = type.value === 'ref' && !same;
  const help = relation
    ? 'a ref makes a column `<name>_id` and a relation `<name>`; rename one of the two'
    : 'rename or remove one of the two';
  return problem('duplicate-field', message, name.at, help);
}

function propertiesOf({ name, reference }: Field): string[] {
  return reference === null || reference.relation === name ? [name] : [name, reference.relation];
}

/** `price__gte` beside `price` would be two things in one query; `price_gte` wins over the filter, which is said. */
function checkSuffix(name: string, names: readonly string[], at: Position, report: Report): void {
  for (const base of names) {
    if (base === name || !name.startsWith(`${base}_`)) continue;
    const rest = name.slice(base.length);
    if (FILTER_OPERATORS.some((operator) => rest === `__${operator}`)) {
      const help = `lists filter \`${base}\` by \`${name}=\`; choose another name`;
      report(problem('ambiguous-name', `\`${name}\` reads as a filter of \`${base}\``, at, help));
    } else if (SHORT_OPERATORS.some((operator) => rest === `_${operator}`)) {
      const help = `the filter is \`${base}_${rest}=\` then, with two \`_\`; or choose another name`;
      const message = `\`${name}\` hides the filter of the same name on \`${base}\``;
      report(warning('ambiguous-name', message, at, help));
    }
  }
}

/** Resolves every reference and names its other side; the drafts come back with complete references. */
export function checkReferences(
  drafts: readonly Draft[],
  existing: readonly Model[],
  report: Report,
): Draft[] {
  const models = new Map<string, Model>();
  for (const model of existing) models.set(model.name, model);
  for (const { model, fields } of drafts) {
    models.set(model.name, {
      ...model,
      fields: [...model.fields, ...fields.map(({ field }) => field)],
    });
  }
  const inverses = new Inverses(models, existing, drafts);
  return drafts.map(({ model, fields }) => ({
    model,
    fields: fields.map((draft) => {
      const reference = resolve(model, draft, fields, models, inverses, report);
      return reference === null ? draft : { ...draft, field: { ...draft.field, reference } };
    }),
  }));
}

function resolve(
  model: Model,
  { field, spec }: DraftField,
  siblings: readonly DraftField[],
  models: ReadonlyMap<string, Model>,
  inverses: Inverses,
  report: Report,
): Reference | null {
  const { reference } = field;
  if (reference === null) return null;
  const target = models.get(reference.model);
  if (target === undefined) {
    if (isBuiltIn(reference.model)) return builtIn(reference, spec, report);
    const misspelt = [...models.keys()].some((name) => pascalCase(name) === reference.model);
    if (!misspelt) report(unknownModel(reference.model, spec, [...models.keys()]));
    return null;
  }
  const given = spec.words.as;
  if (given === undefined && ambiguous(model, field, siblings)) {
    const help = `name the other side of each: \`as=${inverseName(model, field)}_by_${reference.relation}\``;
    const message = `\`${model.name}\` refers to \`${target.name}\` more than once`;
    report(problem('missing-as', message, spec.name.at, help));
    return null;
  }
  const inverse = given?.value ?? inverseName(model, field);
  const at = given?.at ?? spec.target?.at ?? spec.name.at;
  if (!checkInverseName(inverse, at, report)) return null;
  const other = inverses.claim(target.name, inverse, model.name, field);
  if (other !== null) {
    const message = `\`${target.name}\` has ${other} \`${inverse}\` already`;
    const help = `name the other side of \`${spec.name.value}\` with \`as=\`, such as \`as=${reference.relation}_${inverse}\``;
    report(problem('inverse-clash', message, at, help));
    return null;
  }
  return { ...reference, inverse };
}

function ambiguous(model: Model, field: Field, siblings: readonly DraftField[]): boolean {
  const target = field.reference!.model;
  return siblings.some(
    ({ field: other, spec }) =>
      other !== field &&
      other.reference?.model === target &&
      spec.words.as === undefined &&
      inverseName(model, other) === inverseName(model, field),
  );
}

function checkInverseName(name: string, at: Position, report: Report): boolean {
  const reserved = reservedField(name);
  if (reserved !== null) {
    report(
      problem('reserved-name', `\`${name}\` ${reserved}`, at, 'choose another name after `as=`'),
    );
    return false;
  }
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return true;
  report(
    problem(
      'invalid-name',
      `\`${name}\` cannot be the name of a relation`,
      at,
      'letters, digits and _, starting with a letter',
    ),
  );
  return false;
}

function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILT_IN, name);
}

function builtIn(reference: Reference, { words }: SpecField, report: Report): Reference | null {
  if (words.as === undefined) return { ...reference, inverse: null };
  const message = `\`${reference.model}\` has no relations back to your models`;
  report(problem('inverse-on-built-in', message, words.as.at, 'remove `as`'));
  return null;
}

function unknownModel(name: string, { target, name: field }: SpecField, known: readonly string[]) {
  const at = target?.at ?? field.at;
  if (name === 'Role') {
    const help = 'roles belong to users; refer to `User`';
    return problem('unknown-model', '`Role` cannot be referred to', at, help);
  }
  const near = nearest(name, [...known, ...Object.keys(BUILT_IN)]);
  const all =
    known.length === 0
      ? 'there are User and Tenant'
      : `there are ${[...known, ...Object.keys(BUILT_IN)].slice(0, 12).join(', ')}`;
  const help =
    near === null
      ? `${all}; a model that refers to another comes after it, or in one spec file`
      : `did you mean \`${near}\`?`;
  return problem('unknown-model', `there is no model \`${name}\``, at, help);
}

/** The names that each model's properties take, with the other sides of relations. */
class Inverses {
  private readonly taken = new Map<string, Map<string, string>>();

  constructor(
    models: ReadonlyMap<string, Model>,
    existing: readonly Model[],
    drafts: readonly Draft[],
  ) {
    for (const model of models.values()) {
      for (const field of model.fields) {
        for (const name of propertiesOf(field)) this.take(model.name, name, 'a field');
      }
    }
    for (const model of [...existing, ...drafts.map((draft) => draft.model)]) {
      for (const { reference } of model.fields) {
        if (reference?.inverse != null)
          this.take(reference.model, reference.inverse, `from \`${model.name}\` a relation`);
      }
    }
  }

  /** What has the name already, or null when it is now taken for this relation. */
  claim(target: string, name: string, from: string, field: Field): string | null {
    const found = this.taken.get(target)?.get(name.toLowerCase());
    if (found !== undefined) return found;
    this.take(target, name, `from \`${from}.${field.reference!.relation}\` a relation`);
    return null;
  }

  private take(model: string, name: string, what: string): void {
    const names = this.taken.get(model) ?? new Map<string, string>();
    this.taken.set(model, names.set(name.toLowerCase(), what));
  }
}
