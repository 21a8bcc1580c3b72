import type { Field, Model } from '../../model/model.js';
import { plural, titleCase } from '../../model/names.js';
import { type Inverse, isSelfReference, referenceOf } from '../../model/relations.js';
import type { ModelNames } from '../model-names.js';
import { array, brokenObject, call, literal, raw } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { iconOf } from './icons.js';
import { resourceOf, stampsOf } from './shown-fields.js';

const PAGES = ['list', 'show', 'create', 'edit'];

/** The entry of a model in the back-office: address, icon, texts and where the pages are. */
export function resourceView(model: Model, names: ModelNames, inverses: readonly Inverse[]) {
  const { file, variable } = names;
  const load = (helper: string, kind: string, exported: string) =>
    call(helper, raw(`() => import('./${file}.${kind}')`), literal(exported));
  const rules = (['owner', 'tenant'] as const).filter((rule) => model.rows[rule] !== null);
  // The first reference to the model itself makes the records a tree.
  const parent = model.fields.find((field) => isSelfReference(model, field));
  const resource = brokenObject({
    name: literal(resourceOf(model)),
    model: literal(model.name),
    icon: raw('Icon'),
    timestamps: literal(model.timestamps),
    parent: literal(parent?.name ?? null),
    rows: rules.length > 0 ? array(rules.map((rule) => literal(rule))) : undefined,
    messages: messagesOf(model, inverses),
    ...Object.fromEntries(
      PAGES.map((kind) => [kind, load('page', kind, `${names.class}${titleCase(kind)}`)]),
    ),
    fields: load('facts', 'fields', `${variable}Fields`),
  });
  return {
    icon: iconOf(model.name),
    statement: printAssignment(`export const ${variable}Resource: AppResource`, resource),
  };
}

function messagesOf(model: Model, inverses: readonly Inverse[]) {
  const fields = Object.fromEntries([
    ...model.fields.map((field) => [field.name, literal(fieldTitle(field))]),
    ...stampsOf(model).map((name) => [name, literal(titleCase(name))]),
    ...inverses.map(({ name }) => [name, literal(titleCase(name))]),
  ]);
  const name = `${titleCase(model.name)} |||| ${titleCase(plural(model.name))}`;
  return brokenObject({ name: literal(name), fields: brokenObject(fields) });
}

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}
