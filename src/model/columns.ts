import type { Field, ScalarType } from './model.js';

/** Digits of a decimal whose model names none. */
export const DECIMAL_DIGITS = { precision: 15, scale: 2 } as const;
/** Characters of a string whose model names no other number. */
export const STRING_LENGTH = 255;

/** The type of the column that holds a field: a reference is an integer; throws for `refs`, which has no column. */
export function scalarType(field: Field): ScalarType {
  if (field.type === 'refs') throw new Error(`${field.name} has no column of its own`);
  return field.type === 'ref' ? 'integer' : field.type;
}
