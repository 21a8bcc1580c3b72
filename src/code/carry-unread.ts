import { loginOf, setLogin, withLogin } from '../model/built-in.js';
import { type App, type Field, type Model, tenantOf } from '../model/model.js';
import { classOptionsOf } from './class-options.js';

/** The parts of a model that could not be read: they exist, whatever they define. */
export interface Gap {
  /** Properties, and `@Model`, `@Unique` or `@Index` over the class. */
  readonly members: readonly string[];
  /** Columns in constraints that could not be read. */
  readonly groups: readonly (readonly string[])[];
  /** Whether there may be unknown members, such as those of a computed base class. */
  readonly any: boolean;
}

export interface Gaps {
  /** The unread parts of models, by table. */
  readonly models: ReadonlyMap<string, Gap>;
  /** Whether a missing model may be in code that cannot be read. */
  readonly mayHide: (model: Model) => boolean;
}

/** The app with unread parts as crudgen last knew them: what cannot be read is never taken for removed. */
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
  const isUnread = ({ name, reference }: Field): boolean =>
    any || members.includes(name) || (reference !== null && members.includes(reference.relation));
  const read = model.fields.map((field) => {
    const was = before.fields.find(({ column }) => column === field.column);
    return was?.reference && !field.reference && isUnread(was) ? was : field;
  });
  const isRead = (field: Field): boolean =>
    read.some(({ name, column }) => name === field.name || column === field.column);
  const lost = before.fields.filter((field) => isUnread(field) && !isRead(field));
  const names = before.fields.map(({ name }) => name);
  const fields = lost.reduce((list, one) => putBack(list, one, names, ({ name }) => name), read);
  const whole = any ? withFilledOf({ ...model, fields }, before) : { ...model, fields };
  return withOptionsOf(whole, gap, before);
}

/** Puts an entry back after its former predecessor. */
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

/** Adds the columns that TypeORM fills, where they may be inherited. */
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

/** Adds what class decorators defined. */
function withOptionsOf(model: Model, { members, groups }: Gap, before: Model): Model {
  const has = (name: string) => members.includes(name);
  // The model leaves the tenant out of a group.
  const key = (group: readonly string[]) => String(group.filter((one) => one !== tenantOf(model)));
  const vague = new Set(groups.map(key));
  const isVague = (group: readonly string[]) => vague.has(key(group));
  const carried = (field: Field): Field => {
    const was = withLogin(before).find(({ column }) => column === field.column);
    if (!was) return field;
    const isOpen = isVague([field.name]);
    const unique = has('@Unique') || (isOpen && was.unique) ? was : field;
    return {
      ...field,
      unique: unique.unique,
      uniqueGlobal: unique.uniqueGlobal,
      index: field.index || (was.index && (isOpen || has('@Index'))),
    };
  };
  const kept = (all: Model['unique'], name: string) =>
    has(name) ? all : all.filter((group) => isVague(group));
  return {
    ...setLogin(model, loginOf(model).map(carried)),
    fields: model.fields.map(carried),
    ...(has('@Model') && classOptionsOf(before)),
    ...(has('@Check') && before.checks && { checks: { ...before.checks, ...model.checks } }),
    unique: withAll(model.unique, kept(before.unique, '@Unique')),
    indexes: withAll(model.indexes, kept(before.indexes, '@Index')),
  };
}
