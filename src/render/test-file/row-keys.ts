import { once } from '../../once.js';
import { type App, type Field, isOwnReference, type Model, ruleFields } from '../../model/model.js';
import { isOfDatabase } from '../../model/columns.js';
import { referencesWith } from '../../model/composite-references.js';
import { isUniqueColumn, uniqueGroups } from '../../model/constraints.js';
import { isMade, keysOf } from '../../model/keys.js';
import { referenceOf } from '../../model/relations.js';
import { behindBracket, isWord, tokensOf } from '../../model/sql-tokens.js';
import { freshValue } from './value-code.js';

/** How the rows that tests make of a model differ, so that all its unique fields and groups allow them. */
export interface RowKeys {
  /** Fields with another value for each row. */
  readonly fresh: ReadonlySet<string>;
  /** References to another user or tenant for each row. */
  readonly another: ReadonlySet<string>;
  /** References to a row that is made for each. */
  readonly parents: ReadonlySet<string>;
  /** Unique fields and groups of which a user, a tenant or everybody can only have a few rows. */
  readonly few: readonly (readonly string[])[];
}

/** The number of rows that is enough for all tests of a file. */
const ENOUGH = 100;

/** The unique fields and groups of a model, each with its tenant where it has one; a key that the client gives is one, too. */
export function uniqueSets(model: Model): readonly (readonly string[])[] {
  const key = keysOf(model).filter((field) => !isMade(field));
  return [
    ...(key.length > 0 ? [key.map(({ name }) => name)] : []),
    ...model.fields.filter((field) => isUniqueColumn(model, field)).map(({ name }) => [name]),
    ...uniqueGroups(model),
  ];
}

/** The fields of each unique index in SQL, `UNIQUE (lower(email)) WHERE ...`, which may allow more rows than one of a value. */
function uniqueIndexes(model: Model): readonly (readonly string[])[] {
  return Object.values(model.sqlIndexes ?? {}).flatMap((sql) => {
    const tokens = tokensOf(sql);
    if (!isWord(tokens[0], 'UNIQUE')) return [];
    const columns = tokens.slice(1, behindBracket(tokens, 1)).map(({ value }) => value);
    const fields = model.fields.filter(({ column }) => columns.includes(column));
    return fields.length === 0 ? [] : [fields.map(({ name }) => name)];
  });
}

/** Whether rows may have to differ in a field, so that each has another value. */
export const isTold = (model: Model, { name }: Field): boolean =>
  [...uniqueSets(model), ...uniqueIndexes(model)].some((set) => set.includes(name));

/** Whether the field names the parent by whose rules a row is seen. */
export const isFollowed = (model: Model, { name }: Field): boolean =>
  ruleFields(model, 'as').includes(name);

/** Whether a row has a value even where none is given. */
export const isFilled = (model: Model, field: Field): boolean =>
  field.required ||
  field.default !== null ||
  isOwnReference(model, field) ||
  isFollowed(model, field);

/** The model that a field refers to, unless that is `User` or `Tenant`. */
export function parentOf(app: App, field: Field): Model | null {
  if (field.type !== 'ref') return null;
  const target = referenceOf(field).model;
  return isAccess(field) ? null : (app.models.find(({ name }) => name === target) ?? null);
}

/** The reference of several columns, of those that a row needs, that has a field among these: the row to which it leads gives the value. */
export const leadingBy = (model: Model, field: Field): Field | null =>
  referencesWith(model, field).find((one) => one.required || isFollowed(model, one)) ?? null;

/** Whether a field refers to a user or a tenant. */
export const isAccess = (field: Field): boolean =>
  field.type === 'ref' && ['User', 'Tenant'].includes(referenceOf(field).model);

/** The keys of a model's rows. */
export const rowKeys = (app: App, model: Model): RowKeys => keysIn(app)(model);

const keysIn = once((app: App) => {
  const open = new Set<Model>();
  const keysOf: (model: Model) => RowKeys = once((model: Model) => {
    open.add(model);
    const isNew = (field: Field): boolean => {
      const isNeeded =
        (field.required || isFollowed(model, field)) && leadingBy(model, field) === null;
      const parent = isNeeded && !isOwnReference(model, field) ? parentOf(app, field) : null;
      // In a cycle of required references no row is made at all.
      return parent !== null && (open.has(parent) || keysOf(parent).few.length === 0);
    };
    const made = model.fields.filter(isNew);
    const keys = chooseKeys(model, made);
    open.delete(model);
    return keys;
  });
  return keysOf;
});

function chooseKeys(model: Model, parents: readonly Field[]): RowKeys {
  const fresh = new Set<string>();
  const another = new Set<string>();
  const few: (readonly string[])[] = [];
  const differing = new Set(parents.map(({ name }) => name));
  const sets = [...uniqueSets(model), ...uniqueIndexes(model)];
  for (const set of sets.toSorted((left, right) => left.length - right.length)) {
    const narrower = few.some((names) => names.every((name) => set.includes(name)));
    const fields = set.flatMap((name) => model.fields.find((field) => field.name === name) ?? []);
    const isCounted = fields.some((field) => field.default?.kind === 'counted');
    if (narrower || isCounted || set.some((name) => differing.has(name))) continue;
    if (parents.some((field) => hasAllParts(field, set))) continue;
    const isAlways = fields.every((field) => isFilled(model, field));
    const chosen = chooseKey(model, fields, isAlways);
    if (chosen !== null) (isAccess(chosen) ? another : fresh).add(chosen.name);
    if (chosen !== null && hasPlenty(model, chosen)) differing.add(chosen.name);
    else if (isAlways) few.push(set);
  }
  return { fresh, another, parents: new Set(parents.map(({ name }) => name)), few };
}

/** Whether a set has all columns of a reference that leads to another row each time. */
const hasAllParts = ({ reference }: Field, set: readonly string[]): boolean =>
  reference?.columns?.every((name) => set.includes(name)) === true;

/** The field of a unique set that tells rows apart: one that needs a value, where there is one; null where none can. */
function chooseKey(model: Model, set: readonly Field[], isAlways: boolean): Field | null {
  const scalars = set
    .filter(
      (field) => field.type !== 'ref' && !isOfDatabase(field) && leadingBy(model, field) === null,
    )
    .toReversed();
  const needed = scalars.filter((field) => field.default === null);
  const plenty = (field: Field) => hasPlenty(model, field);
  const users = isAlways
    ? set.filter((field) => isAccess(field) && !isOwnReference(model, field))
    : [];
  const varied = needed.filter((field) => freshValue(model, field).count > 1);
  return needed.find(plenty) ?? scalars.find(plenty) ?? users.at(-1) ?? varied[0] ?? null;
}

const hasPlenty = (model: Model, field: Field): boolean =>
  isAccess(field) || freshValue(model, field).count >= ENOUGH;
