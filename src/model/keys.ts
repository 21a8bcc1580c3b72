import { STRING_LENGTH } from './columns.js';
import type { App, Field, Model, ScalarType } from './model.js';

/** The types of primary keys. */
export const KEY_TYPES: readonly ScalarType[] = ['string', 'integer', 'bigint', 'uuid'];

/** The field that is the primary key of a model; null if the key is the integer `id`, which is no field. */
export const keyOf = ({ fields }: Pick<Model, 'fields'>): Field | null =>
  fields.find(({ key }) => key !== null) ?? null;

/** Whether a field is the integer `id` that the database counts in a column `id`, which the fields of a model leave out. */
export const isIntegerId = ({
  name,
  column,
  type,
  key,
}: Pick<Field, 'name' | 'column' | 'type' | 'key'>): boolean =>
  name === 'id' && column === 'id' && type === 'integer' && key === 'database';

/** Sorts the key before all other fields. */
export const keyFirst = (one: Pick<Field, 'key'>, other: Pick<Field, 'key'>): number =>
  Number(one.key === null) - Number(other.key === null);

/** Whether the database or the service makes the values of a field that is a primary key, so that no client sends one. */
export const isMade = ({ key }: Pick<Field, 'key'>): boolean => key !== null && key !== 'given';

/** Whether the service makes the values of a key by the package `uuid`. */
export const isMadeByPackage = ({ key, type }: Pick<Field, 'key' | 'type'>): boolean =>
  key === 'v7' && type === 'uuid';

/** The type of the columns that refer to a model. */
export interface KeyType {
  readonly type: ScalarType;
  /** The length of a text. */
  readonly length?: number;
}

/** The type of the columns that refer to a class: of an own model, or of a built-in one, whose ids are integers. */
export function keyTypeOf({ models }: Pick<App, 'models'>, className: string): KeyType {
  const model = models.find(({ name }) => name === className);
  const key = model === undefined ? null : keyOf(model);
  if (key === null) return { type: 'integer' };
  const type = key.type as ScalarType;
  return type === 'string' ? { type, length: key.max ?? STRING_LENGTH } : { type };
}

/** A field as its column holds it: a reference has the type of the key to which it leads. Throws for `refs`, which has no column. */
export function asColumn(
  app: Pick<App, 'models'>,
  field: Field,
): Field & { readonly type: Exclude<Field['type'], 'ref' | 'refs'> } {
  if (field.type === 'refs') throw new Error(`${field.name} has no column of its own`);
  if (field.type !== 'ref') return { ...field, type: field.type };
  const { type, length = null } = keyTypeOf(app, field.reference?.model ?? '');
  return { ...field, type, max: length };
}
