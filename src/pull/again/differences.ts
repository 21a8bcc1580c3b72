import { isDeepStrictEqual } from 'node:util';
import { isComposite, partsOf } from '../../model/composite-references.js';
import type { App, Field, Model } from '../../model/model.js';
import { joinTableOf, tableOfClass } from '../../model/relations.js';

/** What happened to the tables of a database, as models say it. Models and fields are known by table and column. */
export interface Differences {
  /** The models of tables that came. */
  readonly came: readonly Model[];
  /** The models of tables that went. */
  readonly gone: readonly Model[];
  /** The models that changed. */
  readonly changed: readonly ModelDifference[];
}

/** A model of a table that changed. */
export interface ModelDifference {
  readonly was: Model;
  readonly now: Model;
  readonly came: readonly Field[];
  readonly gone: readonly Field[];
  /** Fields of which the column changed. */
  readonly changed: readonly FieldDifference[];
  /** Settings of the model that changed. */
  readonly settings: readonly ModelSetting[];
  /** Columns that are unique together, and columns with an index together. */
  readonly unique: GroupDifference;
  readonly indexes: GroupDifference;
}

/** A field of which the column changed. */
export interface FieldDifference {
  readonly was: Field;
  readonly now: Field;
  /** Settings of the field that changed. */
  readonly settings: readonly FieldSetting[];
  /** Settings of its reference that changed, where it is one before and after. */
  readonly ofReference: readonly ReferenceSetting[];
}

/** Groups of columns that came and went. */
export interface GroupDifference {
  readonly came: readonly (readonly string[])[];
  readonly gone: readonly (readonly string[])[];
}

/** The names of a field belong to the developer, and so does who may read and write it. */
const OWN_OF_FIELD = ['name', 'column', 'reference', 'read', 'write'] as const;
export type FieldSetting = Exclude<keyof Field, (typeof OWN_OF_FIELD)[number]>;

/** What the developer decides of a model; groups and fields are compared by themselves. */
const OWN_OF_MODEL = [
  ...([
    'name',
    'table',
    'prefix',
    'label',
    'group',
    'fields',
    'login',
    'unique',
    'indexes',
  ] as const),
  ...(['access', 'rows', 'sentences', 'parts', 'list', 'dashboard', 'place'] as const),
];
export type ModelSetting = Exclude<keyof Model, (typeof OWN_OF_MODEL)[number]>;

/** What a reference says of the database, with the table and the column in place of their names in code. */
export interface ReferenceFacts {
  readonly table: string;
  readonly to: string | undefined;
  readonly onDelete: string;
  readonly lines: boolean;
  readonly unindexed: boolean;
}
export type ReferenceSetting = keyof ReferenceFacts;

type Models = Pick<App, 'models'>;

/** The differences between one guess of a database and a later one. */
export function differencesOf(before: Models, after: Models): Differences {
  const was = new Map(before.models.map((model) => [model.table, model]));
  const is = new Set(after.models.map(({ table }) => table));
  return {
    came: after.models.filter(({ table }) => !was.has(table)),
    gone: before.models.filter(({ table }) => !is.has(table)),
    changed: after.models.flatMap((now) => {
      const old = was.get(now.table);
      const found = old && modelDifference(before, old, after, now);
      return found && isChange(found) ? [found] : [];
    }),
  };
}

const isChange = ({ came, gone, changed, settings, unique, indexes }: ModelDifference): boolean =>
  [came, gone, changed, settings, unique.came, unique.gone, indexes.came, indexes.gone].some(
    (list) => list.length > 0,
  );

function modelDifference(before: Models, was: Model, after: Models, now: Model): ModelDifference {
  const idsOf = (app: Models, model: Model) =>
    new Map(model.fields.map((field) => [placeOf(app, model, field), field]));
  const [old, next] = [idsOf(before, was), idsOf(after, now)];
  return {
    was,
    now,
    came: [...next].flatMap(([place, field]) => (old.has(place) ? [] : [field])),
    gone: [...old].flatMap(([place, field]) => (next.has(place) ? [] : [field])),
    changed: [...next].flatMap(([place, field]) => {
      const one = old.get(place);
      return one === undefined ? [] : fieldDifference(before, one, after, field);
    }),
    settings: changedKeys(was, now, OWN_OF_MODEL) as ModelSetting[],
    unique: groupDifference(columnsIn(was, was.unique), columnsIn(now, now.unique)),
    indexes: groupDifference(columnsIn(was, was.indexes), columnsIn(now, now.indexes)),
  };
}

/** What a field is in the database: a column, the columns of a foreign key, or a join table. */
export function placeOf(app: Models, model: Model, field: Field): string {
  if (isComposite(field))
    return `(${partsOf(model, field)
      .map(({ column }) => column)
      .join(', ')})`;
  return field.type === 'refs' ? `(${joinTableOf(app as App, model, field).table})` : field.column;
}

/** Groups of field names as groups of columns. */
export const columnsIn = (
  { fields }: Model,
  groups: Model['unique'],
): readonly (readonly string[])[] =>
  groups.map((group) =>
    group.map((name) => fields.find((field) => field.name === name)?.column ?? name),
  );

const groupDifference = (
  was: readonly (readonly string[])[],
  now: readonly (readonly string[])[],
): GroupDifference => ({
  came: now.filter((group) => !hasGroup(was, group)),
  gone: was.filter((group) => !hasGroup(now, group)),
});

/** Whether one of some groups is of these columns in this order. */
export const hasGroup = (
  groups: readonly (readonly string[])[],
  group: readonly string[],
): boolean => groups.some((one) => isDeepStrictEqual(one, group));

function fieldDifference(
  before: Models,
  was: Field,
  after: Models,
  now: Field,
): readonly FieldDifference[] {
  const settings = changedKeys(was, now, OWN_OF_FIELD) as FieldSetting[];
  const [old, next] = [factsOf(before, was), factsOf(after, now)];
  const isBoth = old !== null && next !== null;
  const ofReference = isBoth ? (changedKeys(old, next, []) as ReferenceSetting[]) : [];
  return settings.length + ofReference.length === 0 ? [] : [{ was, now, settings, ofReference }];
}

/** The facts that a field states about a foreign key; null if the field is not a reference. */
export function factsOf(app: Models, { reference }: Field): ReferenceFacts | null {
  if (reference === null) return null;
  const { model, to, onDelete, lines, unindexed } = reference;
  const target = app.models.find(({ name }) => name === model);
  return {
    table: tableOfClass(app as App, model),
    to: target?.fields.find(({ name }) => name === to)?.column ?? to,
    onDelete,
    lines,
    unindexed: unindexed === true,
  };
}

/** The properties of which the values differ, whichever there are. */
function changedKeys(one: object, other: object, without: readonly string[]): readonly string[] {
  const [left, right] = [one, other] as readonly Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => !without.includes(key) && !isDeepStrictEqual(left![key], right![key]),
  );
}
