import { fieldSchema, textSchema } from '../docs/field-schema.js';
import { ref, type Schema } from '../docs/openapi-types.js';
import type { CheckedField } from '../fields/limits.js';

/** The schema of an item of a list: that of a field of its type, but that a text may be empty. */
export function itemSchema(item: CheckedField): Schema {
  const { type, enforce, values = [], max } = item;
  if (type !== 'string' && type !== 'text') return fieldSchema(item, false);
  if (enforce) return { type: 'string', enum: values };
  const text = max === null ? ref('schemas', 'text') : textSchema(max);
  return { ...text, ...(values.length > 0 && { examples: values }) };
}
