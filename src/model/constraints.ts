import { isComposite } from './composite-references.js';
import { isBesideNumber, keyOf, keysOf } from './keys.js';
import { type Field, type Model, tenantOf } from './model.js';

/** Whether the column alone is unique over the whole table; with tenants only `unique=global` is. */
export function isUniqueColumn(model: Model, field: Field): boolean {
  if (isBesideNumber(model, field)) return true;
  const tenant = tenantOf(model);
  if (field.uniqueGlobal || field.name === tenant) return field.unique || field.uniqueGlobal;
  if (tenant !== null) return false;
  return field.unique || isAlone(model.unique, field.name);
}

/** Whether a foreign key is one-to-one: unique over the whole table, or its whole primary key. */
export function isOneToOne(model: Model, field: Field): boolean {
  return field.type === 'ref' && (isUniqueColumn(model, field) || isKey(field, keyOf(model)));
}

/**
 * Whether the column has its own index: foreign keys, unless code has none for them, and what the model asks for. The primary key has
 * one that begins with its first column; where rows are only read, crudgen makes none.
 */
export function isIndexed(model: Model, field: Field): boolean {
  if (model.readOnly || isComposite(field)) return false;
  const isReference =
    field.type === 'ref' && field.reference?.unindexed !== true && !isKey(field, keysOf(model)[0]);
  const wanted = isReference || field.index || isAlone(model.indexes, field.name);
  return wanted && !isUniqueColumn(model, field);
}

const isKey = ({ name }: Field, key: Field | null | undefined): boolean => key?.name === name;

/** Fields that are unique together: single ones per tenant first, then the model's groups, each with its tenant. */
export function uniqueGroups(model: Model): readonly (readonly string[])[] {
  const tenant = tenantOf(model);
  if (tenant === null) return distinct(model.unique.filter((group) => group.length > 1));
  const single = model.fields.filter((field) => field.unique && !isUniqueColumn(model, field));
  const groups = [...single.map((field) => [field.name]), ...model.unique];
  return distinct(
    groups.map((group) => (group.includes(tenant) ? group : [tenant, ...group])),
  ).filter((group) => group.length > 1);
}

/** Groups of fields with an index that are not unique together already; the columns of a reference are one, unless code has none for them. */
export function indexGroups(model: Model): readonly (readonly string[])[] {
  const unique = uniqueGroups(model);
  const known = new Set(unique.map(String));
  const own = distinct(model.indexes).filter(
    (group) => group.length > 1 && !known.has(String(group)),
  );
  if (model.readOnly) return own;
  const served = [keysOf(model).map(({ name }) => name), ...unique, ...own];
  const added = model.fields.flatMap(({ reference }) =>
    reference?.columns === undefined || reference.unindexed || isServed(reference.columns, served)
      ? []
      : [reference.columns],
  );
  return [...own, ...distinct(added)];
}

/** Whether an index of one of these groups finds rows by some columns. */
export const isServed = (
  columns: readonly string[],
  groups: readonly (readonly string[])[],
): boolean => groups.some((group) => columns.every((column, at) => group[at] === column));

/** Whether a group has this field alone. */
export function isAlone(groups: readonly (readonly string[])[], name: string): boolean {
  return groups.some((group) => group.length === 1 && group[0] === name);
}

function distinct(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(groups.map((group) => [String(group), group])).values()];
}
