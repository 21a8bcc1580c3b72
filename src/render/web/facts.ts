import type { App, Field, Model } from '../../model/model.js';
import { namesOf } from '../model-names.js';
import { array, type Code, literal, object } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { referenceOf } from '../../model/relations.js';
import { stampsOf, targetOf } from './shown-fields.js';

/** The statement with the facts in `<model>.fields.ts`. */
export function factsText(app: App, model: Model): string {
  const facts = model.fields.map((field) => factOf(app, field));
  const stamps = stampsOf(model).map((name) =>
    literal({ source: name, type: 'datetime', required: true }),
  );
  const left = `export const ${namesOf(model).variable}Fields: readonly FieldFact[]`;
  return printAssignment(left, array([...facts, ...stamps]));
}

function factOf(app: App, field: Field): Code {
  const { type, values } = field;
  const target = targetOf(app, field);
  const isClosed = values.length > 0 && field.enforce;
  return object({
    source: literal(field.name),
    type: literal(isClosed ? 'enum' : type),
    values: values.length > 0 ? literal(values) : undefined,
    reference: target === undefined ? undefined : literal(target),
    relation: type === 'ref' ? literal(referenceOf(field).relation) : undefined,
    required: field.required ? literal(true) : undefined,
  });
}
