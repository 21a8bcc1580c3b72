import type { JsonValue } from './model.js';
import type { GivenValue, Reading, ValueRules } from './value-rules.js';

/** Reads a list: an array, which a text may have as JSON or as items with commas between them. */
export function readListValue(
  given: GivenValue,
  field: ValueRules,
  readItem: (given: GivenValue, item: ValueRules) => Reading,
): Reading {
  const items = itemsIn(given);
  if (items === null) return { not: 'a list', example: '[]' };
  const { items: type, itemLength, min, max } = field;
  const item: ValueRules = { ...field, type: type!, items: null, min: null, max: itemLength };
  const read = items.map((one) => readItem(one, item));
  const misfit = read.find((one) => !('value' in one));
  if (misfit !== undefined && 'not' in misfit)
    return { not: `a list: not every item is ${misfit.not}`, change: 'change the items' };
  const change = 'change the items or the limit';
  if (items.length < (min ?? 0)) return { not: `a list of at least ${min} items`, change };
  if (items.length > (max ?? Infinity)) return { not: `a list of at most ${max} items`, change };
  return { value: read.map((one) => ('value' in one ? one.value : null)) };
}

/** The items of a list as they are given; null if it is none. */
function itemsIn(given: GivenValue): readonly GivenValue[] | null {
  const raw = given.form === 'text' ? given.text : given.value;
  if (typeof raw === 'string' && !raw.trim().startsWith('[')) {
    const texts = raw.trim() === '' ? [] : raw.split(',');
    return texts.map((text) => ({ form: 'text', text: text.trim() }));
  }
  const value = typeof raw === 'string' ? parsed(raw) : raw;
  return Array.isArray(value)
    ? (value as JsonValue[]).map((one) => ({ form: 'value', value: one }))
    : null;
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
