import { once } from '../once.js';
import { BUILT_IN, isBuiltIn, isUser } from './built-in.js';
import { bareTable, compareText, plainTable, plural, snakeCase } from './names.js';
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

/** A reference whose other side is to be named. */
export interface Referring {
  /** The referring class. */
  readonly model: string;
  readonly target: string;
  /** The relation on this side: `billing_address`. */
  readonly relation: string;
  /** The name of the other side if nothing else has it: `orders`. */
  readonly usual: string;
}

/** Names that models have otherwise, by class. */
type Taken = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Names for the other sides of references, in their order. Where several lead from one model to another, or to their own model, a
 * name tells by which of them rows refer to it: `billing_orders` and `shipping_orders` for `billing_address` and `shipping_address`.
 */
export function inverseNames(
  references: readonly Referring[],
  taken: Taken = new Map(),
): readonly string[] {
  const used = new Map([...taken].map(([model, names]) => [model, new Set(names)]));
  const counts = new Map<string, number>();
  const pair = ({ model, target, usual }: Referring) => JSON.stringify([model, target, usual]);
  for (const one of references) counts.set(pair(one), (counts.get(pair(one)) ?? 0) + 1);
  return references.map((one) => {
    const names = used.get(one.target) ?? new Set<string>();
    used.set(one.target, names);
    const isAlone = counts.get(pair(one)) === 1 && one.model !== one.target;
    const name = possibleNames(one, isAlone).find((possible) => !names.has(possible))!;
    names.add(name);
    return name;
  });
}

function possibleNames({ model, target, relation, usual }: Referring, isAlone: boolean) {
  const name = snakeCase(target);
  const lead = relation === name ? '' : relation.replace(new RegExp(`_${name}$`), '');
  const whole = `${relation}_${usual}`;
  const isParent = model === target && relation.startsWith('parent') && plural(usual) === usual;
  return [
    ...(isParent ? ['children'] : []),
    ...(isAlone || lead === '' ? [usual] : []),
    ...(lead === '' ? [] : [`${lead}_${usual}`]),
    whole,
    ...Array.from({ length: 100 }, (_, index) => `${whole}_${index + 2}`),
  ];
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

/** The inverses by class. They are computed once, because each of hundreds of models asks for its own. */
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
  const own = `${bareTable(table)}_id`;
  return {
    table: `${table}_${column}`,
    ownColumn: own,
    otherColumn: own === `${bareTable(otherTable)}_id` ? `${own}_2` : `${bareTable(otherTable)}_id`,
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
