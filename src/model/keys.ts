import { STRING_LENGTH } from './columns.js';
import { type Problem, problem } from '../problem.js';
import type { App, Field, FieldType, Model, Reference, RowNumber, ScalarType } from './model.js';

/** The types of a primary key of one column. */
export const KEY_TYPES: readonly ScalarType[] = ['string', 'integer', 'bigint', 'uuid'];
/** The types of the columns that are a primary key together. */
export const PART_TYPES: readonly ScalarType[] = [
  ...KEY_TYPES,
  ...(['date', 'datetime', 'decimal', 'enum'] as const),
];

/** The fields that make up the primary key of a model, in its order; none if the key is the integer `id`, which is not a field. */
export const keysOf = ({ fields }: Pick<Model, 'fields'>): readonly Field[] =>
  fields.filter(({ key }) => key !== null);

/** Whether nothing names the rows of a model, so that they have no `id`: those of a view without a key. */
export const isKeyless = (model: Pick<Model, 'fields' | 'readOnly'>): boolean =>
  model.readOnly === true && keysOf(model).length === 0;

/** Whether the primary key of a model is made up of several fields. */
export const hasCompositeKey = (model: Pick<Model, 'fields'>): boolean => keysOf(model).length > 1;

/** The field that alone is the primary key of a model; null if the key is several fields, or the integer `id`, which is not a field. */
export function keyOf(model: Pick<Model, 'fields'>): Field | null {
  const [key, second] = keysOf(model);
  return key === undefined || second !== undefined ? null : key;
}

/** Whether a model can have its key: of types of keys, and of several fields only where a client gives each. */
export function hasUsableKey(model: Pick<Model, 'fields'>): boolean {
  const keys = keysOf(model);
  const types: readonly FieldType[] = keys.length > 1 ? PART_TYPES : KEY_TYPES;
  return keys.every(
    ({ type, key }) =>
      (type === 'ref' || types.includes(type)) && (keys.length === 1 || key === 'given'),
  );
}

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

/** The primary key behind ids of the kind `public`. */
export const ROW_NUMBER = {
  name: 'row_number',
  column: 'id',
  type: 'integer',
} as const satisfies RowNumber;

/** The column of ids of the kind `public`, unless it is given another name. */
export const PUBLIC_ID = 'public_id';

/** Whether a field has values by which rows are named beside the number that is their primary key, or is that number. */
export const isBesideNumber = ({ rowNumber }: Pick<Model, 'rowNumber'>, field: Field): boolean =>
  rowNumber !== undefined && (field.key !== null || isRowNumber({ rowNumber }, field));

/** Whether a field shows the number that is the primary key. */
export const isRowNumber = (
  { rowNumber }: Pick<Model, 'rowNumber'>,
  { column }: Pick<Field, 'column'>,
): boolean => column === rowNumber?.column;

/** The property to which a relation has to say that it leads, as TypeORM takes the primary key for the one; undefined where that is right. */
export function namedProperty(
  { models }: Pick<App, 'models'>,
  reference: Reference,
): string | undefined {
  const target = models.find(({ name }) => name === reference.model);
  const to = reference.to ?? (target?.rowNumber && keyOf(target)?.name);
  return to === target?.rowNumber?.name ? undefined : to;
}

/** Whether the service makes the values of a key by the package `uuid`. */
export const isMadeByPackage = ({ key, type }: Pick<Field, 'key' | 'type'>): boolean =>
  key === 'v7' && type === 'uuid';

/** The type of the columns that refer to a model. */
export interface KeyType {
  readonly type: ScalarType;
  /** The length of a text. */
  readonly length?: number;
}

/**
 * The type of the columns that refer to a class: of an own model, or of a built-in one, whose ids are integers. With `to`, of those
 * that refer to its field of this name. A key that is itself a reference has the type of the key to which it leads.
 */
export function keyTypeOf(
  { models }: Pick<App, 'models'>,
  className: string,
  to?: string,
): KeyType {
  const seen = new Set<string>();
  let key = referredTo(models, className, to);
  while (key?.type === 'ref' && !seen.has(key.reference!.model)) {
    const { model, to: field } = key.reference!;
    seen.add(model);
    key = referredTo(models, model, field);
  }
  if (key === null || key.type === 'ref') return { type: 'integer' };
  const type = key.type as ScalarType;
  return type === 'string' ? { type, length: key.max ?? STRING_LENGTH } : { type };
}

function referredTo(models: App['models'], className: string, to?: string): Field | null {
  const model = models.find(({ name }) => name === className);
  if (model === undefined) return null;
  return model.fields.find(({ name }) => name === to) ?? keyOf(model);
}

/** A field as its column holds it: a reference has the type of the key to which it leads. Throws for `refs`, which has no column. */
export function asColumn(
  app: Pick<App, 'models'>,
  field: Field,
): Field & { readonly type: Exclude<Field['type'], 'ref' | 'refs'> } {
  if (field.type === 'refs') throw new Error(`${field.name} has no column of its own`);
  if (field.type !== 'ref') return { ...field, type: field.type };
  const { model = '', to, columns } = field.reference ?? {};
  // The field of a reference of several columns has the id of the record, which is a text.
  if (columns !== undefined) return { ...field, type: 'string', max: null };
  const { type, length = null } = keyTypeOf(app, model, to);
  return { ...field, type, max: length };
}

/** Why a model with this field cannot have its key, or the other model its own; null if both can. */
export function keyFault(app: Pick<App, 'models'>, model: Model, field: Field): Problem | null {
  const { name, type, search } = field;
  const place = `\`${model.name}.${name}\``;
  if (search === 'trigram' && hasCompositeKey(model))
    return problem(
      'bad-key',
      `${place} cannot have \`search: trigram\`, because the key of \`${model.name}\` has several fields`,
      `leave it out, or ${ONE_KEY}`,
    );
  if (type === 'refs' && hasCompositeKey(model))
    return problem(
      'bad-key',
      `${place} cannot be many-to-many, because the key of \`${model.name}\` has several fields`,
      `add a model with a reference to \`${field.reference!.model}\`, or ${ONE_KEY}`,
    );
  if (field.reference === null) return null;
  const { to, columns, relation } = field.reference;
  const target = app.models.find((one) => one.name === field.reference!.model);
  if (target === undefined) return null;
  if (hasCompositeKey(target) && type === 'refs')
    return problem(
      'bad-key',
      `${place} cannot be many-to-many, because the key of \`${target.name}\` has several fields`,
      `add a model with a reference to each of the two, or ${ONE_KEY}`,
    );
  const isBack =
    type === 'ref' &&
    (keyOf(model) === field
      ? leadsBack(app, model, target)
      : field.key !== null && target.name === model.name);
  if (isBack)
    return problem(
      'bad-key',
      `${place} is the key of \`${model.name}\`, and leads back to it`,
      'leave `key` out: no row could be the first one',
    );
  if (hasCompositeKey(target) && to === undefined && columns === undefined) {
    const all = keysOf(target).map((key) => key.name);
    return problem(
      'bad-key',
      `${place} has one column, but the key of \`${target.name}\` has several: ${all.join(', ')}`,
      `name a column of this table for each: \`@JoinColumn([${all.map((key) => `{ name: '${relation}_${key}', referencedColumnName: '${key}' }`).join(', ')}])\``,
    );
  }
  return null;
}

const ONE_KEY =
  'leave `key` out and make these fields unique together: `unique: [[order, number]]`';

/** Whether the references that are keys lead from a model to another one. */
function leadsBack(app: Pick<App, 'models'>, model: Model, from: Model): boolean {
  const seen = new Set<Model>();
  for (let at: Model | undefined = from; at !== undefined && !seen.has(at);) {
    if (at.name === model.name) return true;
    seen.add(at);
    const next: string | undefined = keyOf(at)?.reference?.model;
    at = app.models.find(({ name }) => name === next);
  }
  return false;
}
