import type { FieldFact } from '../application/field-fact';
import { formatDate, formatDatetime } from './formats';
import { humanize } from './humanize';

/** A value of a field as a plain text, where there is no room for its field component. */
export function plainText(value: unknown, fact?: FieldFact): string {
  const text = String(value);
  if (fact?.type === 'date') return formatDate(text);
  if (fact?.type === 'datetime') return formatDatetime(text);
  return fact?.values !== undefined || fact?.type === 'boolean' ? humanize(text) : text;
}
