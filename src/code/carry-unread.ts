import type { App, Field, Model } from '../model/model.js';

/** What of a model stands in its files and could not be read: it is there, whatever it says. */
export interface Gap {
  /** Properties, and `@Model`, `@Unique` or `@Index` over the class. */
  readonly members: readonly string[];
  /** Columns of which it is not known whether they are unique or indexed together. */
  readonly groups: readonly (readonly string[])[];
  /** Whether more may stand there than has a name, such as what a computed base class has. */
  readonly any: boolean;
}

export interface Gaps {
  /** By table. */
  readonly models: ReadonlyMap<string, Gap>;
  /** Whether a model of which nothing was read may stand in what nobody can read. */
  readonly mayHide: (model: Model) => boolean;
}

/** The app with what could not be read, as crudgen last knew it: absence of what is not understood is never a removal. */
export function carryUnread(app: App, gaps: Gaps, known: App | null): App {
  if (known === null) return app;
  const read = app.models.map((model) => {
    const gap = gaps.models.get(model.table);
    const before = known.models.find(({ table }) => table === model.table);
    return gap && before ? carryModel(model, gap, before) : model;
  });
  const isRead = ({ table }: Model) => read.some((model) => model.table === table);
  const hidden = known.models.filter((model) => !isRead(model) && gaps.mayHide(model));
  const names = known.models.map(({ table }) => table);
  const models = hidden.reduce(
    (list, model) => putBack(list, model, names, ({ table }) => table),
    read,
  );
  return { ...app, models };
}

function carryModel(model: Model, gap: Gap, before: Model): Model {
  const { members, any } = gap;
  const isOpaque = ({ name, reference }: Field): boolean =>
    any || members.includes(name) || (reference !== null && members.includes(reference.relation));
  const read = model.fields.map((field) => {
    const was = before.fields.find(({ column }) => column === field.column);
    return was?.reference && !field.reference && isOpaque(was) ? was : field;
  });
  const isRead = (field: Field): boolean =>
    read.some(({ name, column }) => name === field.name || column === field.column);
  const lost = before.fields.filter((field) => isOpaque(field) && !isRead(field));
  const names = before.fields.map(({ name }) => name);
  const fields = lost.reduce((list, one) => putBack(list, one, names, ({ name }) => name), read);
  const whole = any ? withFilledOf({ ...model, fields }, before) : { ...model, fields };
  return withOptionsOf(whole, gap, before);
}

/** An entry behind the one that it stood behind. */
function putBack<T>(
  list: readonly T[],
  entry: T,
  names: readonly string[],
  nameOf: (entry: T) => string,
): T[] {
  const above = names[names.indexOf(nameOf(entry)) - 1];
  if (above === undefined) return [entry, ...list];
  const at = list.findIndex((one) => nameOf(one) === above) + 1;
  return list.toSpliced(at === 0 ? list.length : at, 0, entry);
}

/** The columns that TypeORM fills by itself, where they may be inherited. */
function withFilledOf(model: Model, before: Model): Model {
  const own = model.others ?? [];
  const isThere = (name: string) => own.some(({ column }) => column === name);
  const others = [...own, ...(before.others ?? []).filter(({ column }) => !isThere(column))];
  const timestamps = model.timestamps || before.timestamps;
  return { ...model, timestamps, ...(others.length > 0 && { others }) };
}

const withAll = (
  one: readonly (readonly string[])[],
  more: readonly (readonly string[])[],
): (readonly string[])[] => [
  ...one,
  ...more.filter((group) => !one.some((own) => String(own) === String(group))),
];

/** What stands over the class. */
function withOptionsOf(model: Model, { members, groups }: Gap, before: Model): Model {
  const has = (name: string) => members.includes(name);
  // The tenant that stands in a group is no part of it in the model.
  const key = (group: readonly string[]) =>
    String(group.filter((one) => one !== model.rows.tenant));
  const vague = new Set(groups.map(key));
  const isVague = (group: readonly string[]) => vague.has(key(group));
  const fields = model.fields.map((field) => {
    const was = before.fields.find(({ column }) => column === field.column);
    if (!was) return field;
    const isOpen = isVague([field.name]);
    const unique = has('@Unique') || (isOpen && was.unique) ? was : field;
    return {
      ...field,
      unique: unique.unique,
      uniqueGlobal: unique.uniqueGlobal,
      index: field.index || (was.index && (isOpen || has('@Index'))),
    };
  });
  const kept = (all: Model['unique'], name: string) =>
    has(name) ? all : all.filter((group) => isVague(group));
  return {
    ...model,
    fields,
    ...(has('@Model') && { prefix: before.prefix, label: before.label }),
    ...(has('@Model') && before.group !== undefined && { group: before.group }),
    unique: withAll(model.unique, kept(before.unique, '@Unique')),
    indexes: withAll(model.indexes, kept(before.indexes, '@Index')),
  };
}
