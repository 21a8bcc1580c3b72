import type { Field, Model } from '../../model/model.js';
import { titleCase } from '../../model/names.js';
import { type Inverse, isSelfReference, referenceOf } from '../../model/relations.js';
import type { ModelNames } from '../model-names.js';
import {
  array,
  arrow,
  brokenObject,
  call,
  type Code,
  literal,
  optional,
  raw,
} from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { stampsOf } from './shown-fields.js';

/** Every page of a model with its file. */
const PAGES = { list: 'list', show: 'show', create: 'form', edit: 'form' };

/** The resource definition of a model in the back-office: its labels and pages. */
export function resourceView(model: Model, names: ModelNames, inverses: readonly Inverse[]) {
  const { file, variable } = names;
  const pages = Object.entries(PAGES).map(([kind, name]) => {
    const exported = literal(names.class + titleCase(kind));
    const place = arrow('()', `import('./${file}.${name}')`);
    return [kind, call('page', place, exported)] as const;
  });
  const rules = (['owner', 'tenant'] as const).filter((rule) => model.rows[rule] !== null);
  // The first self-reference makes the records a tree.
  const parent = model.fields.find((field) => isSelfReference(model, field));
  const resource = brokenObject({
    timestamps: literal(model.timestamps),
    parent: literal(parent?.name ?? null),
    children: optional(parent?.reference?.inverse),
    rows: rules.length > 0 ? array(rules.map((rule) => literal(rule))) : undefined,
    messages: messagesOf(model, inverses),
    ...Object.fromEntries(pages),
    fields: raw(`${variable}Fields`),
    ...(model.parts?.some(({ kind }) => kind === 'rules') && { rules: raw(names.rules) }),
  });
  return printAssignment(`export const ${variable}Resource: ModelDefinition`, resource);
}

function messagesOf(model: Model, inverses: readonly Inverse[]) {
  return brokenObject({ fields: brokenObject(fieldTitles(model, inverses)) });
}

/** The labels of a model's fields and lists of related records. */
export function fieldTitles(model: Model, inverses: readonly Inverse[]): Record<string, Code> {
  return Object.fromEntries([
    ...model.fields.map((field) => [field.name, literal(fieldTitle(field))]),
    ...stampsOf(model).map((name) => [name, literal(titleCase(name))]),
    ...inverses.map(({ name }) => [name, literal(titleCase(name))]),
  ]);
}

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}
