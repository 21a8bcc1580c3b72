import type { App, Field, Model } from '../model/model.js';
import type { Unread } from './read-project.js';

/** The app with what stands in the files and could not be read, as crudgen last knew it: absence is never a removal. */
export function carryUnread(app: App, unread: ReadonlyMap<string, Unread>, known: App | null): App {
  if (known === null) return app;
  const models = app.models.map((model) => {
    const gap = unread.get(model.table);
    const before = known.models.find(({ table }) => table === model.table);
    return gap && before ? carryModel(model, gap, before) : model;
  });
  return { ...app, models };
}

function carryModel(model: Model, { members, access }: Unread, before: Model): Model {
  const lost = before.fields.filter(
    (field) =>
      (members.includes(field.name) || members.includes(field.reference?.relation ?? '')) &&
      !model.fields.some(({ name }) => name === field.name),
  );
  const fields = lost.reduce((list, field) => putBack(list, field, before), model.fields);
  const prefix = members.includes('@Model') ? before : model;
  const whole = { ...model, fields, prefix: prefix.prefix, label: prefix.label };
  return access ? withRulesOf(whole, before) : whole;
}

/** A field behind the one that it stood behind. */
function putBack(fields: readonly Field[], field: Field, before: Model): Field[] {
  const above = before.fields[before.fields.indexOf(field) - 1]?.name;
  const at = fields.findIndex(({ name }) => name === above) + 1;
  return fields.toSpliced(above === undefined ? 0 : at === 0 ? fields.length : at, 0, field);
}

function withRulesOf(model: Model, { access, rows, fields }: Model): Model {
  const rules = (field: Field): Field => {
    const was = fields.find(({ column }) => column === field.column);
    return was ? { ...field, read: was.read, write: was.write } : field;
  };
  return { ...model, access, rows, fields: model.fields.map(rules) };
}
