import type { Field, ScalarType } from './model.js';

/** The default digits of a decimal. */
export const DECIMAL_DIGITS = { precision: 15, scale: 2 } as const;
/** The default length of a string. */
export const STRING_LENGTH = 255;

/** The column type of a field: a reference is an integer; throws for `refs`, which has no column. */
export function scalarType(field: Field): ScalarType {
  if (field.type === 'refs') throw new Error(`${field.name} has no column of its own`);
  return field.type === 'ref' ? 'integer' : field.type;
}
