import { STRING_LENGTH } from '../../model/columns.js';
import type { Field } from '../../model/model.js';
import { countableText, textLike } from '../../model/pattern.js';
import { call, type Code, literal, object, optional } from '../print/code.js';

/** Code for a value that is unique among rows. */
export function freshValue(field: Field): Code {
  const { min, max } = field;
  const within = (highest: number | null) =>
    min === null && highest === null
      ? []
      : [object({ min: optional(min), max: optional(highest) })];
  if (field.values.length > 0) return call('fresh.of', literal(field.values));
  switch (field.type) {
    case 'string':
    case 'text':
      if (field.pattern !== null) return textsLike(field.pattern);
      if (field.format !== null) return call(`fresh.${field.format}`);
      return call(
        'fresh.text',
        ...within(field.type === 'string' && max === STRING_LENGTH ? null : max),
      );
    case 'integer':
    case 'float':
    case 'decimal':
    case 'bigint':
      return call(
        `fresh.${field.type === 'bigint' ? 'bigint' : 'number'}`,
        ...(min === null ? [] : [literal(min)]),
      );
    case 'boolean':
      return call('fresh.of', literal([false, true]));
    case 'json':
      return object({ note: call('fresh.text') });
    default:
      return call(`fresh.${field.type}`);
  }
}

/** Different texts that match a pattern: counted up, or a list of them; any text where none is found. */
function textsLike(pattern: string): Code {
  const countable = countableText(pattern);
  if (countable !== null) return call('fresh.like', literal(countable));
  const texts = Array.from({ length: 20 }, (_, index) => textLike(pattern, index));
  const found = new Set(texts.filter((text) => text !== null));
  return found.size === 0 ? call('fresh.text') : call('fresh.of', literal([...found]));
}
