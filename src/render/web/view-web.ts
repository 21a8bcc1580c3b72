import type { App, Field, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { inversesOf, referenceOf } from '../../model/relations.js';
import { namesOf, type ModelNames } from '../model-names.js';
import { array, type Code, literal, object, optional } from '../print/code.js';
import { printAssignment, printImport } from '../print/print-code.js';
import { importFrom, partName } from '../render-registry.js';
import { formView } from './form.js';
import { listView } from './list-page.js';
import { isByName, onPages } from './login-fields.js';
import { resourceView } from './resource.js';
import { stampsOf, targetOf } from './shown-fields.js';
import { showView } from './show-page.js';

/** The view of one model's pages; code is broken into lines as prettier would. */
export function webView(given: Model, app: App) {
  const model = onPages(given);
  const names = namesOf(model);
  const inverses = inversesOf(app, model);
  return {
    ...names,
    titleMany: titleCase(names.many),
    aOne: withArticle(names.one),
    resource: resourceView(model, names, inverses),
    rules: rulesImport(model, names),
    facts: factsText(app, model, names.variable),
    list: listView(app, model),
    show: showView(app, model, inverses),
    form: formView(app, model),
  };
}

/** The import of the model's rules from the service; empty without any. */
function rulesImport({ parts = [] }: Model, { file, rules }: ModelNames): string {
  const part = parts.find(({ kind }) => kind === 'rules');
  const here = `web/src/pages/${file}/${file}.resource.ts`;
  return part === undefined
    ? ''
    : `${printImport([partName(part.name, rules)], importFrom(here, part.path))}\n`;
}

/** The statement that describes the fields. */
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
  const isClosed = values.length > 0 && field.enforce;
  return object({
    source: literal(field.name),
    type: literal(isClosed ? 'enum' : type),
    values: values.length > 0 ? literal(values) : undefined,
    reference: optional(targetOf(app, field)),
    keyField: isByName(field) ? literal('name') : undefined,
    relation: type === 'ref' ? literal(referenceOf(field).relation) : undefined,
    required: field.required ? literal(true) : undefined,
    onDelete: onDeleteOf(field),
    unique: field.unique ? literal(true) : undefined,
  });
}

/** Absent where the reference becomes empty. */
function onDeleteOf(field: Field): Code | undefined {
  const kind = field.type === 'ref' ? referenceOf(field).onDelete : 'set_null';
  return kind === 'set_null' ? undefined : literal(kind);
}
