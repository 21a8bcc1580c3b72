import { once } from '../once.js';
import { BUILT_IN, isBuiltIn, isUser } from './built-in.js';
import { compareText, plainTable, plural, snakeCase } from './names.js';
import type { App, Field, JoinNames, Model, Reference } from './model.js';

/** The reference of a ref or refs field. */
export function referenceOf(field: Field): Reference {
  if (field.reference === null) throw new Error(`${field.name} refers to nothing`);
  return field.reference;
}

/** Whether a field refers to its own model, so that the rows form a tree. */
export const isSelfReference = (model: Pick<Model, 'name'>, field: Field): boolean =>
  field.type === 'ref' && field.reference?.model === model.name;

/** The table of a class: one of the project's models, `User` or `Tenant`. */
export function tableOfClass(app: App, className: string): string {
  const table = modelsByClass(app).get(className)?.table ?? BUILT_IN[className];
  if (table === undefined) throw new Error(`there is no model ${className}`);
  return table;
}

/** The default name of an inverse: the table, or its plural. */
export function inverseName(
  model: Pick<Model, 'table'>,
  field: Pick<Field, 'type' | 'unique'>,
): string {
  const one = isBuiltIn(model) ? model.table.replace(/^auth_/, '') : plainTable(model.table);
  return field.type === 'ref' && field.unique ? one : plural(one);
}

/**
 * Names for the inverses of a model's references. Where several lead to one model, a name tells by which of them rows refer to it:
 * `billing_orders` and `shipping_orders` for `billing_address` and `shipping_address`.
 */
export function inverseNames(
  model: Pick<Model, 'table'>,
  fields: readonly Field[],
): ReadonlyMap<Field, string> {
  const references = fields.filter(({ reference }) => reference !== null);
  const usual = new Map(references.map((field) => [field, inverseName(model, field)]));
  const told = new Map(references.map((field) => [field, toldInverse(model, field)]));
  const isTaken = (names: ReadonlyMap<Field, string>, field: Field): boolean =>
    references.some(
      (other) =>
        other !== field &&
        referenceOf(other).model === referenceOf(field).model &&
        names.get(other) === names.get(field),
    );
  return new Map(
    references.map((field) => {
      if (!isTaken(usual, field)) return [field, usual.get(field)!];
      const whole = `${referenceOf(field).relation}_${usual.get(field)}`;
      return [field, isTaken(told, field) ? whole : told.get(field)!];
    }),
  );
}

/** The name of an inverse after that of the relation, without the name of the model to which it leads. */
function toldInverse(model: Pick<Model, 'table'>, field: Field): string {
  const { relation, model: target } = referenceOf(field);
  const name = snakeCase(target);
  const lead = relation === name ? '' : relation.replace(new RegExp(`_${name}$`), '');
  return lead === '' ? inverseName(model, field) : `${lead}_${inverseName(model, field)}`;
}

/** An inverse relation property of a model. */
export interface Inverse {
  readonly name: string;
  /** The referring model and field. */
  readonly model: Model;
  readonly field: Field;
}

/** The inverse relations of a model, sorted by the referring model. */
export const inversesOf = (app: App, target: Model): readonly Inverse[] =>
  allInverses(app).get(target.name) ?? [];

/** By class; computed once, since each of hundreds of models asks for its own. */
const allInverses = once((app: App): ReadonlyMap<string, readonly Inverse[]> => {
  const found = new Map<string, Inverse[]>();
  for (const model of app.models.toSorted((left, right) => compareText(left.name, right.name))) {
    for (const field of model.fields) {
      const { reference } = field;
      if (reference === null || reference.inverse === null) continue;
      const others = found.get(reference.model) ?? [];
      found.set(reference.model, [...others, { name: reference.inverse, model, field }]);
    }
  }
  return found;
});

/**
 * A model and all models that its generated files depend on: those that refer to it, what these refer to, and those that its
 * rows require; in the order of the menu, in which pages show related records.
 */
export function reachedFrom(app: App, model: Model): readonly Model[] {
  const byName = modelsByClass(app);
  const near = new Set([
    ...[model, ...inversesOf(app, model).map((inverse) => inverse.model)],
    // The class of users refers to the other built-in ones.
    ...(isUser(model) ? app.models.filter(isBuiltIn) : []),
  ]);
  const reached = new Set(near);
  // The set grows during the loop, which ends when nothing new is reached.
  for (const one of reached)
    for (const { reference, required } of one.fields) {
      const target = (required || near.has(one)) && reference && byName.get(reference.model);
      if (target) reached.add(target);
    }
  return [model, ...app.models.filter((one) => one !== model && reached.has(one))];
}

/** The models of an app by class. */
const modelsByClass = once(
  ({ models }: App): ReadonlyMap<string, Model> =>
    new Map(models.map((model) => [model.name, model])),
);

export interface JoinTable extends JoinNames {
  readonly otherTable: string;
}

/** The join table of a many-to-many field: `article_tags` with `article_id` and `tag_id`, or the developer's names. */
export function joinTableOf(app: App, model: Model, field: Field): JoinTable {
  const reference = referenceOf(field);
  const otherTable = tableOfClass(app, reference.model);
  return { otherTable, ...defaultJoin(model, field, otherTable), ...reference.join };
}

function defaultJoin({ table }: Model, { column }: Field, otherTable: string): JoinNames {
  const own = `${table}_id`;
  return {
    table: `${table}_${column}`,
    ownColumn: own,
    otherColumn: otherTable === table ? `${own}_2` : `${otherTable}_id`,
  };
}

/** The app without default join table names, which follow when a model is renamed. */
export function withoutDefaultJoins(app: App): App {
  const tables = modelsByClass(app);
  const plain = (model: Model, field: Field): Field => {
    const { reference } = field;
    if (!reference?.join) return field;
    const { join, ...rest } = reference;
    const otherTable = tables.get(rest.model)?.table ?? BUILT_IN[rest.model] ?? '';
    const usual = defaultJoin(model, field, otherTable);
    const own = Object.entries(join).filter(
      ([key, name]) => usual[key as keyof JoinNames] !== name,
    );
    return {
      ...field,
      reference: { ...rest, ...(own.length > 0 && { join: Object.fromEntries(own) }) },
    };
  };
  const models = app.models.map((model) =>
    model.fields.some(({ reference }) => reference?.join)
      ? { ...model, fields: model.fields.map((field) => plain(model, field)) }
      : model,
  );
  return { ...app, models };
}
