import type { Field, FieldType, Model } from './model.js';

/** The default digits of a decimal. */
export const DECIMAL_DIGITS = { precision: 15, scale: 2 } as const;
/** The default length of a string. */
export const STRING_LENGTH = 255;

/** The types of numbers. */
export const NUMBER_TYPES: readonly FieldType[] = ['integer', 'bigint', 'float', 'decimal'];

/** The types of which a value may have a unit: numbers, be they texts in JSON. */
export const UNIT_TYPES: readonly FieldType[] = [...NUMBER_TYPES, 'exact'];

/** Whether a field has a day. */
export const isDated = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'date' || type === 'datetime';

/** Whether a field has a text that people write. */
export const isText = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'string' || type === 'text';

/** The columns that the service fills in a model with timestamps. */
export const STAMPS: readonly string[] = ['created_at', 'updated_at'];

/** The field of a model that has the moment of the insert or of the last change, be it one of `timestamps` or another; null without one. */
export function stampField(
  { timestamps, fields }: Pick<Model, 'timestamps' | 'fields'>,
  stamp: 'created' | 'updated',
): string | null {
  if (timestamps) return `${stamp}_at`;
  return fields.find((field) => field.stamp === stamp)?.name ?? null;
}

/** Whether the service or the database makes the values of a field other than the key, so that nobody enters them. */
export const isFilledIn = (
  field: Pick<Field, 'stamp' | 'series' | 'generated' | 'default'>,
): boolean => field.stamp !== null || field.series !== null || isOfDatabase(field);

/** Whether the database makes the values of a field other than the key, and accepts no other values. */
export const isOfDatabase = ({
  generated,
  default: given,
}: Pick<Field, 'generated' | 'default'>): boolean =>
  generated !== null || given?.kind === 'counted';

/** The timestamps of a model. */
export const stampsOf = ({ timestamps }: Pick<Model, 'timestamps'>): readonly string[] =>
  timestamps ? STAMPS : [];
