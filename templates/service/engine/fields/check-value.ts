import { keepsEmpty, type ColumnInfo, type ExtraInfo } from './column-info.js';
import { typeOf } from './field-types.js';
import { no, type CheckedField, type Misfit } from './limits.js';

/** A checked value in its stored form, or the reason why it is refused. */
export type Outcome = { readonly value: unknown; readonly code?: undefined } | Misfit;

/** Checks a value that is not null against the type and the limits of its field. Nothing is coerced. */
export function checkValue(value: unknown, field: CheckedField | ExtraInfo): Outcome {
  const type = typeOf(field);
  const accepted = type.accept(value);
  if (accepted === null) return no('type', `${field.name} must be ${type.noun}`);
  return type.fits?.(accepted, field) ?? { value: type.kept?.(accepted, field) ?? accepted };
}

/**
 * Checks a value that a client sends, or that a hook returns. A missing value is null, `undefined`, or an empty text in a column
 * that does not keep one; a column that is not nullable refuses it, and an empty text of any type.
 */
export function checkGiven(value: unknown, column: ColumnInfo): Outcome {
  const { name, nullable } = column;
  if (value === null || value === undefined)
    return nullable ? MISSING : no('required', `${name} must not be null`);
  if (value === '') {
    if (!nullable) return no('required', `${name} must not be empty`);
    if (!keepsEmpty(column)) return MISSING;
  }
  return checkValue(value, column);
}

const MISSING: Outcome = { value: null };
