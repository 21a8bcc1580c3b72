import { type Problem, problem, refusal, Refusal } from '../problem.js';
import {
  type App,
  type Field,
  type Frozen,
  type Layout,
  type LayoutKind,
  hidesRows,
  type Model,
  type Role,
  type RoleRule,
} from './model.js';
import {
  bareTable,
  kebabCase,
  referenceField,
  referenceRelation,
  schemaName,
  snakeCase,
  tableInSchema,
} from './names.js';
import { relabelled } from './label.js';
import { ownParts, referencesWith, withRequiredParts } from './composite-references.js';
import { unknownName } from './nearest.js';
import { fieldCalled } from './field-source.js';
import { followField } from './follow-field.js';
import { namesColumn, withRenamed } from './sql-expression.js';
import { isUnextended } from './parts.js';
import { inverseName } from './relations.js';
import { setSentences, withClassName, withFieldNames } from './sentence.js';
import { layoutsAfter, withLayout, withSuitedLayouts } from './layouts.js';
import { deletionColumn, goingAlong, withoutTrash, withTrash } from './trash.js';
import { BUILT_IN_CLASSES, builtInNamed, builtInProperties, isUser } from './built-in.js';

/** The model of this name, including `User` and `Tenant`; refuses an unknown one. */
export function findModel(app: Pick<App, 'models'>, name: string): Model {
  const found = modelNamed(app, name);
  if (found !== undefined) return found;
  const names = app.models.map((model) => model.name);
  const code = 'unknown-model';
  if (!BUILT_IN_CLASSES.includes(name))
    throw new Refusal([unknownName(code, `there is no model \`${name}\``, name, names)]);
  const message = `\`${name}\` is built into every project and is not one of your models`;
  throw refusal(code, message, `your models: ${names.join(', ')}`);
}

const modelNamed = ({ models }: Pick<App, 'models'>, name: string): Model | undefined =>
  models.find((model) => model.name === name) ?? builtInNamed(name);

/** Refuses to rename or remove a built-in model. */
export function requireNotBuiltIn(name: string, what: string): void {
  if (builtInNamed(name) === undefined) return;
  const message = `\`${name}\` is built into every project and cannot be ${what}`;
  const help = `for the fields that you added, which can be changed: crudgen model show ${name}`;
  throw refusal('built-in-model', message, help);
}

/** The field of this name or, for a ref, relation; undefined without one. */
export function fieldNamed(model: Model, name: string): Field | undefined {
  return fieldCalled(model.fields, name);
}

/** The field of this name or, for a ref, relation; refuses an unknown name. */
export function findField(model: Model, name: string): Field {
  const found = fieldNamed(model, name);
  if (found !== undefined) return found;
  throw new Refusal([missingField(model, name)]);
}

/** The problem with a name that no field of a model has. */
export function missingField(model: Model, name: string): Problem {
  if (builtInProperties(model).includes(name)) return builtInField(model, name);
  const all = model.fields.flatMap(({ name: own, reference }) => [own, reference?.relation ?? own]);
  const message = `\`${model.name}\` has no field \`${name}\``;
  return unknownName('unknown-field', message, name, all);
}

/** The problem with changing a built-in field. */
export function builtInField(model: Model, name: string): Problem {
  const [code, what] = isUser(model)
    ? ['login-field', 'a login']
    : ['built-in-field', 'a built-in'];
  const file = kebabCase(model.name);
  return problem(
    code,
    `\`${model.name}.${name}\` is ${what} field and cannot be changed`,
    `choose another name for your own field: crudgen model add-field ${model.name} notes:text\nto change its column, edit it in src/models/${file}/${file}.model.ts, then run: crudgen sync`,
  );
}

/** The app with new models at its end; an extended built-in one replaces the old one. */
export function addModels(app: App, models: readonly Model[]): App {
  const old = app.models.filter(({ table }) => !models.some((model) => model.table === table));
  return { ...app, models: [...old, ...models] };
}

/** The app with new roles after those that it has. */
export const addRoles = (app: App, roles: readonly Role[]): App =>
  roles.length === 0 ? app : { ...app, roles: [...(app.roles ?? []), ...roles] };

/** The app with new fields at the end of one model; a default label is updated. */
export function addFields(app: App, model: string, fields: readonly Field[]): App {
  return onModel(app, model, (found) =>
    relabelled(found, { ...found, fields: [...found.fields, ...fields] }),
  );
}

/** The app with other settings of some fields of one model, in their places; a default label is updated. */
export function changeFields(app: App, model: string, changed: ReadonlyMap<Field, Field>): App {
  const followed = [...changed].reduce((rest, [old, now]) => followField(rest, old, now), app);
  const byName = new Map([...changed].map(([{ name }, now]) => [name, now]));
  return onModel(followed, model, (found) => {
    const fields = found.fields.map((one) => byName.get(one.name) ?? one);
    const suited = withSuitedLayouts(found, { ...found, fields }).model;
    return relabelled(found, withRequiredParts(suited));
  });
}

/** The app with a field renamed throughout the model; its column follows if it has the same name and migrations make it. */
export function renameField(app: App, modelName: string, from: string, to: string): App {
  const field = findField(findModel(app, modelName), from);
  const [name, relation] =
    field.type === 'ref' ? [referenceField(to), referenceRelation(to)] : [to, to];
  const reference = field.reference && { ...field.reference, relation };
  const { readOnly } = findModel(app, modelName);
  const column = field.column === field.name && !readOnly ? name : field.column;
  const renamed: Field = { ...field, name, column, reference };
  const followed = followField(app, field, renamed);
  return onModel(followed, modelName, (model) => ({
    ...withFieldName(model, field.name, name),
    ...withRules(model, field.column, column),
    fields: model.fields.map((one) =>
      one.name === field.name
        ? { ...renamed, from: one.from, total: one.total }
        : withPartName(withColumnName(one, field.column, column), field.name, name),
    ),
  }));
}

/** The SQL indexes and checks of a model without those that name the column of a field that goes. */
function withoutColumn(model: Model, from: string, to: string | null): Partial<Model> {
  const { column } = findField(model, from);
  const left = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([, sql]) => !namesColumn(sql, column)));
  if (to !== null) return {};
  return {
    ...(model.sqlIndexes && { sqlIndexes: left(model.sqlIndexes) }),
    ...(model.checks && { checks: left(model.checks) }),
  };
}

/** The SQL indexes and checks of a model under the new name of a column. */
function withRules(model: Model, from: string, to: string): Partial<Model> {
  const renamed = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, sql]) => [name, withRenamed(sql, from, to)]),
    );
  if (from === to) return {};
  return {
    ...(model.sqlIndexes && { sqlIndexes: renamed(model.sqlIndexes) }),
    ...(model.checks && { checks: renamed(model.checks) }),
  };
}

/** A field whose expression names a column by its new name. */
function withColumnName(field: Field, from: string, to: string): Field {
  const { generated } = field;
  if (generated === null || from === to || !namesColumn(generated, from)) return field;
  return { ...field, generated: withRenamed(generated, from, to) };
}

/** A reference of several columns with one of them under its new name. */
function withPartName(field: Field, from: string, to: string): Field {
  const { reference } = field;
  if (reference?.columns === undefined) return field;
  const columns = reference.columns.map((column) => (column === from ? to : column));
  return { ...field, reference: { ...reference, columns } };
}

/** Refuses to remove a column of a reference that stays. */
function requireNoPart(model: Model, field: Field): void {
  const [reference] = referencesWith(model, field);
  if (reference === undefined) return;
  const { relation } = reference.reference!;
  throw refusal(
    'part-of-reference',
    `\`${model.name}.${field.name}\` is a column of the reference \`${relation}\``,
    `remove the reference first: crudgen model remove-field ${model.name} ${relation}`,
  );
}

/**
 * The app without a field, and without the groups, row rule, label, sentences, sources and totals that use it; a built-in model leaves
 * with the last.
 */
export function removeField(app: App, modelName: string, name: string): App {
  const whole = findModel(app, modelName);
  const field = findField(whole, name);
  requireNoPart(whole, field);
  const parts = ownParts(whole, field).map((part) => part.name);
  const alone = onModel(followField(app, field, null), modelName, (model) => ({
    ...withFieldName(model, field.name, null),
    fields: model.fields.filter((one) => one.name !== field.name),
  }));
  // The columns that belong to a reference alone mean nothing without it.
  const freed = parts.reduce((rest, part) => removeField(rest, modelName, part), alone);
  const isLeft = (model: Model) =>
    isUnextended(model) &&
    !referencesTo(freed, model.name).some((one) => one.field.reference!.inverse !== null);
  return { ...freed, models: freed.models.filter((model) => !isLeft(model)) };
}

/** The periods of a model with a field under another name; null removes them, or the field from those by which they are apart. */
function periodWith(
  { noOverlap }: Model,
  from: string,
  to: string | null,
): Pick<Model, 'noOverlap'> {
  if (!noOverlap) return {};
  const { fields, by } = noOverlap;
  const named = (name: string) => (name === from ? to : name);
  const [start, end] = fields.map(named);
  if (start == null || end == null) return { noOverlap: undefined } as object;
  return { noOverlap: { fields: [start, end], by: by.flatMap((name) => named(name) ?? []) } };
}

/** The rule of frozen records after a rename of its field; no rule if the field goes. */
const frozenWith = ({ frozen }: Model, from: string, to: string | null): Pick<Model, 'frozen'> =>
  frozen?.field !== from
    ? {}
    : to === null
      ? ({ frozen: undefined } as object)
      : { frozen: { ...frozen, field: to } };

/** The layouts of a list with a field under another name; without those of it if it goes. */
const layoutsWith = ({ layouts }: Model, from: string, to: string | null): object =>
  layouts === undefined
    ? {}
    : {
        layouts: undefined,
        ...layoutsAfter(layouts, (name) => (name === from ? to : name)),
      };

/** A model whose settings name a field by another name; null removes the settings that use it. */
function withFieldName(model: Model, from: string, to: string | null): Model {
  const { label, unique, indexes, rows, fields, sentences = [] } = model;
  const rule = (field: string | null) => (field === from ? to : field);
  const groups = (all: Model['unique']) =>
    to === null
      ? all.filter((group) => !group.includes(from))
      : all.map((group) => group.map((field) => (field === from ? to : field)));
  const isGone = to === null && label?.includes(`{${from}}`) === true;
  const ofRoles = (rows.byRole ?? []).flatMap((one): RoleRule[] => {
    const field = rule(one.field);
    return field === null ? [] : [{ ...one, field }];
  });
  const { byRole: _, preset, ...others } = rows;
  const owner = rule(rows.owner);
  const left: Model['rows'] = {
    ...others,
    ...{ owner, tenant: rule(rows.tenant), as: rule(rows.as) },
    ...(ofRoles.length > 0 && { byRole: ofRoles }),
    ...(owner !== null && preset === false && { preset }),
  };
  const relation = fields.find(({ name }) => name === from)?.reference?.relation ?? from;
  const names = new Map([
    [relation, to && (relation === from ? to : referenceRelation(to))],
    [from, to],
  ]);
  // If the last rule goes, nothing is left to make an exception from.
  const isOpen = hidesRows({ rows }) && !hidesRows({ rows: left });
  const changed = {
    ...model,
    label: isGone ? null : (label?.replaceAll(`{${from}}`, `{${to}}`) ?? null),
    unique: groups(unique),
    indexes: groups(indexes),
    ...withoutColumn(model, from, to),
    ...periodWith(model, from, to),
    ...frozenWith(model, from, to),
    ...layoutsWith(model, from, to),
    rows: isOpen ? { ...left, except: [] } : left,
  };
  return setSentences(changed, withFieldNames(sentences, names));
}

/** The app with a model renamed; default table, prefix, label and inverse names follow. */
export function renameModel(given: App, from: string, to: string): App {
  const old = findModel(given, from);
  const follows = bareTable(old.table) === snakeCase(from) && !old.readOnly;
  const table = follows ? tableInSchema(schemaName(old.table), snakeCase(to)) : old.table;
  const prefix = old.prefix === `/${bareTable(old.table)}` ? `/${bareTable(table)}` : old.prefix;
  const inverseOf = (model: Model, field: Field): Field => {
    const { reference } = field;
    if (reference === null) return field;
    const own = model.name === from && reference.inverse === inverseName(old, field);
    const inverse = own ? inverseName({ table }, field) : reference.inverse;
    return {
      ...field,
      reference: { ...reference, inverse, model: reference.model === from ? to : reference.model },
    };
  };
  const app = old.fields.reduce(
    (rest, field) => followField(rest, field, inverseOf(old, field)),
    given,
  );
  const models = app.models.map((model) => {
    // A model that stays the same object need not be rendered again.
    if (model.name !== from && !refersTo(model, from)) return model;
    const fields = model.fields.map((field) => inverseOf(model, field));
    return model.name === from
      ? relabelled(model, {
          ...setSentences(model, withClassName(model.sentences ?? [], to)),
          ...{ name: to, table, prefix, fields },
        })
      : { ...model, fields };
  });
  return { ...app, models };
}

const refersTo = ({ fields }: Model, name: string): boolean =>
  fields.some(({ reference }) => reference?.model === name);

/** The fields of other models that refer to a model. */
export function referencesTo(
  app: Pick<App, 'models'>,
  name: string,
): { model: Model; field: Field }[] {
  return app.models
    .filter((model) => model.name !== name)
    .flatMap((model) =>
      model.fields
        .filter(({ reference }) => reference?.model === name)
        .map((field) => ({ model, field })),
    );
}

/** The app without a model and without the fields of others that refer to it. */
export function removeModel(app: App, name: string): App {
  const { fields } = findModel(app, name);
  const alone = fields.reduce((rest, field) => followField(rest, field, null), app);
  const freed = referencesTo(alone, name).reduce(
    (rest, { model, field }) => removeField(rest, model.name, field.name),
    alone,
  );
  return { ...freed, models: freed.models.filter((model) => model.name !== name) };
}

/** The app with other sentences about the access rules of one model. */
export const changeSentences = (app: App, name: string, sentences: readonly string[]): App =>
  onModel(app, name, (model) => setSentences(model, sentences));

/** Keeps the changes of a model from now on, for a time if there is one; no longer where that is null. */
export const changeHistory = (app: App, name: string, kept: true | string | null): App =>
  onModel(app, name, ({ history: _, ...model }) =>
    kept === null ? model : { ...model, history: kept },
  );

/** Has deleted rows of a model go to the trash from now on, with what a cascade deletes with them; no longer where that is null. */
export function changeTrash(app: App, name: string, kept: true | string | null): App {
  if (kept === null) return onModel(app, name, withoutTrash);
  const along = goingAlong(app, name).filter((model) => deletionColumn(model) === null);
  return along.reduce(
    (all, model) => onModel(all, model.name, (one) => withTrash(one, true)),
    onModel(app, name, (model) => withTrash(model, kept)),
  );
}

/** Freezes the records of a model by a condition; none where that is null. */
export const changeFrozen = (app: App, name: string, by: Frozen | null): App =>
  onModel(app, name, ({ frozen: _, ...model }) => (by === null ? model : { ...model, frozen: by }));

/** Gives the list of a model a layout; null takes the one of its kind away. */
export const changeLayout = (app: App, name: string, kind: LayoutKind, by: Layout | null): App =>
  onModel(app, name, (model) => withLayout(model, kind, by));

function onModel(given: App, name: string, change: (model: Model) => Model): App {
  const found = findModel(given, name);
  const models = given.models.includes(found) ? given.models : [...given.models, found];
  return { ...given, models: models.map((model) => (model === found ? change(model) : model)) };
}
