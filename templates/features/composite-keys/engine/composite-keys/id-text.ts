import type { ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import type { FieldValue } from '../fields/field-value.js';
import { decoded } from '../fields/record-id.js';
import { isCleanText } from '../fields/storable.js';

// `7,a%2Fb`: the id of a record is the text of each part of its key, encoded as in a URL, with commas between. There is one text
// for each record: whatever else would mean the same names none.

/** The id of the record whose key has these texts. */
export const idOfTexts = (texts: readonly string[]): string =>
  texts.map(encodeURIComponent).join(',');

/** The texts of the parts of a key in an id; null for what is the id of no record. */
export function textsIn(id: unknown, parts: readonly ColumnInfo[]): readonly string[] | null {
  if (!isCleanText(id)) return null;
  const items = (id as string).split(',');
  if (items.length !== parts.length) return null;
  const texts = items.map(decoded);
  const isId = texts.every((text, at) => text !== null && isForm(text, parts[at]!, items[at]!));
  return isId ? (texts as readonly string[]) : null;
}

/** The values of the parts in their texts. */
const valuesOf = (texts: readonly string[], parts: readonly ColumnInfo[]): readonly FieldValue[] =>
  texts.map((text, at) => typeOf(parts[at]!).parse(text)!);

/** The values of the parts of a key in an id; null for what is the id of no record. */
export function partsIn(id: unknown, parts: readonly ColumnInfo[]): readonly FieldValue[] | null {
  const texts = textsIn(id, parts);
  return texts && valuesOf(texts, parts);
}

/** Whether a text is the only one of its value, and an item of an id the only encoding of the text. */
function isForm(text: string, part: ColumnInfo, item: string): boolean {
  if (!isCleanText(text) || encodeURIComponent(text) !== item) return false;
  const value = typeOf(part).parse(text);
  return value !== null && String(value) === text;
}
