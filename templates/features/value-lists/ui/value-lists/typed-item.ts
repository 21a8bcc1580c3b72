import type { FieldType } from '../application';

const NUMBERS: readonly FieldType[] = ['integer', 'float', 'decimal'];

/** An item as it was typed, in the form of JSON; null for one that is not of the type. */
export function typedItem(text: string, type: FieldType, step?: number): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  if (type === 'boolean') return BOOLEANS.has(typed) ? typed === 'true' : null;
  if (!NUMBERS.includes(type)) return PATTERNS[type]?.test(typed) === false ? null : typed;
  const number = Number(typed.replace(',', '.'));
  const isWhole = step !== 1 || Number.isInteger(number);
  return Number.isFinite(number) && isWhole ? number : null;
}

const BOOLEANS = new Set(['true', 'false']);

/** The forms of items that are typed as texts; moments have their offset. */
const PATTERNS: Partial<Record<FieldType, RegExp>> = {
  bigint: /^-?\d{1,19}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(:\d\d)?$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Items of a type as people see how to write them; undefined where any text is one. */
export const EXAMPLES: Partial<Record<FieldType, string>> = {
  integer: '12',
  bigint: '12',
  float: '0.5',
  decimal: '0.5',
  date: '2026-01-31',
  time: '07:30',
  datetime: '2026-01-31T07:30:00Z',
  uuid: '0d2c3b1a-4f5e-4c6d-8a7b-9e8f7a6b5c4d',
};
