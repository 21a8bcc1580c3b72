import type { App, Field, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { inversesOf, referenceOf } from '../../model/relations.js';
import { namesOf } from '../model-names.js';
import { array, type Code, literal, object } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { formView } from './form.js';
import { listView } from './list-page.js';
import { resourceView } from './resource.js';
import { stampsOf, targetOf } from './shown-fields.js';
import { showView } from './show-page.js';

/** Everything that the pages of one model say; every text is broken into lines as prettier would. */
export function webView(model: Model, app: App) {
  const names = namesOf(model);
  const inverses = inversesOf(app, model);
  return {
    ...names,
    titleMany: titleCase(names.many),
    aOne: withArticle(names.one),
    resource: resourceView(model, names, inverses),
    facts: factsText(app, model, names.variable),
    list: listView(app, model),
    show: showView(app, model, inverses),
    form: formView(app, model),
  };
}

/** The statement with what is known of the fields. */
function factsText(app: App, model: Model, variable: string): string {
  const facts = model.fields.map((field) => factOf(app, field));
  const stamps = stampsOf(model).map((name) =>
    literal({ source: name, type: 'datetime', required: true }),
  );
  const left = `export const ${variable}Fields: readonly FieldFact[]`;
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
