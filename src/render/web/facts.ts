import type { App, Field, Model } from '../../model/model.js';
import { type Inverse, isSelfReference, referenceOf } from '../../model/relations.js';
import type { ModelNames } from '../model-names.js';
import { array, brokenObject, type Code, literal, object, optional, raw } from '../print/code.js';
import { printAssignment, printImport } from '../print/print-code.js';
import { importFrom, NOTICE, partName } from '../render-registry.js';
import { isLines } from './lines.js';
import { isByName } from './login-fields.js';
import { resourceOf, stampsOf, targetOf } from './shown-fields.js';

/** What the back-office knows of a model by its entity: generated, so that its resource file says only what the entity does not. */
export const factsView = (
  app: App,
  model: Model,
  names: ModelNames,
  inverses: readonly Inverse[],
) => ({
  notice: NOTICE,
  rules: rulesImport(model, names),
  fields: fieldFacts(app, model, names),
  model: modelFacts(model, names, inverses),
});

/** The import of the model's rules from the service; empty without any. */
function rulesImport(model: Model, { file, rules }: ModelNames): string {
  const part = rulesOf(model);
  const here = `web/src/pages/${file}/${file}.facts.gen.ts`;
  return part === undefined
    ? ''
    : `${printImport([partName(part.name, rules)], importFrom(here, part.path))}\n`;
}

const rulesOf = ({ parts = [] }: Model) => parts.find(({ kind }) => kind === 'rules');

/** The statement that describes the fields. */
function fieldFacts(app: App, model: Model, { variable }: ModelNames): string {
  const facts = model.fields.map((field) => factOf(app, field));
  const stamps = stampsOf(model).map((name) =>
    literal({ source: name, type: 'datetime', required: true }),
  );
  const left = `export const ${variable}Fields: readonly FieldFact[]`;
  return printAssignment(left, array([...facts, ...stamps]));
}

/** The statement with all facts of the model. */
function modelFacts(
  model: Model,
  { variable, rules }: ModelNames,
  inverses: readonly Inverse[],
): string {
  const rows = (['owner', 'tenant'] as const).filter((rule) => model.rows[rule] !== null);
  // The first self-reference makes the records a tree.
  const parent = model.fields.find((field) => isSelfReference(model, field));
  const facts = brokenObject({
    timestamps: literal(model.timestamps),
    parent: literal(parent?.name ?? null),
    children: optional(parent?.reference?.inverse),
    rows: rows.length > 0 ? array(rows.map((rule) => literal(rule))) : undefined,
    fields: raw(`${variable}Fields`),
    lines: linesFact(inverses),
    rules: rulesOf(model) && raw(rules),
  });
  return printAssignment(`export const ${variable}Facts: ModelFacts`, facts);
}

/** Absent where records have none. */
function linesFact(inverses: readonly Inverse[]): Code | undefined {
  const lists = inverses
    .filter(isLines)
    .map(({ name, model, field }) =>
      literal({ source: name, reference: resourceOf(model), target: field.name }),
    );
  return lists.length > 0 ? array(lists) : undefined;
}

function factOf(app: App, field: Field): Code {
  const { type, values } = field;
  const isClosed = values.length > 0 && field.enforce;
  return object({
    source: literal(field.name),
    type: literal(isClosed ? 'enum' : type),
    values: values.length > 0 ? literal(values) : undefined,
    reference: optional(targetOf(app, field)),
    keyField: isByName(field) ? literal('name') : undefined,
    relation: type === 'ref' ? literal(referenceOf(field).relation) : undefined,
    required: field.required ? literal(true) : undefined,
    digits: type === 'decimal' ? optional(field.scale) : undefined,
    onDelete: onDeleteOf(field),
    unique: field.unique ? literal(true) : undefined,
  });
}

/** Absent where the reference becomes empty. */
function onDeleteOf(field: Field): Code | undefined {
  const kind = field.type === 'ref' ? referenceOf(field).onDelete : 'set_null';
  return kind === 'set_null' ? undefined : literal(kind);
}
