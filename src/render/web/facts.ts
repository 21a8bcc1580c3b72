import type { App, Field, Model } from '../../model/model.js';
import { namesOf } from '../model-names.js';
import { array, type Code, literal, object, printAssignment } from '../print/code.js';
import { referenceOf } from '../../model/relations.js';
import { STAMPS } from './shown-fields.js';
import { targetOf } from './targets.js';

/** The statement with the facts in `<model>.fields.ts`. */
export function factsText(app: App, model: Model): string {
  const facts = model.fields.map((field) => factOf(app, field));
  const stamps = model.timestamps
    ? STAMPS.map((name) =>
        object({ source: literal(name), type: literal('datetime'), required: literal(true) }),
      )
    : [];
  const left = `export const ${namesOf(model).variable}Fields: readonly FieldFact[]`;
  return printAssignment(left, array([...facts, ...stamps]));
}

function factOf(app: App, field: Field): Code {
  const { type, values, reference } = field;
  const isClosed = values.length > 0 && field.enforce;
  return object({
    source: literal(field.name),
    type: literal(isClosed ? 'enum' : type),
    values: values.length > 0 ? literal(values) : undefined,
    reference: reference ? literal(targetOf(app, field)) : undefined,
    relation: type === 'ref' ? literal(referenceOf(field).relation) : undefined,
    required: field.required ? literal(true) : undefined,
  });
}
