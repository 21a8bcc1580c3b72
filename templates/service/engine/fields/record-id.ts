import type { TypeInfo } from './column-info.js';
import { typeOf } from './field-types.js';
import { isCleanText } from './storable.js';

/**
 * The key of a record, as code names it: a number where the key is an integer, else the text in its stored form. The compiler
 * then names each place that computes with a number.
 */
export type RecordId = number | string;

/** The id of a row of the service's own tables: of users, roles, tenants, sessions and what features keep. */
export type NumericId = number;

/** The id that no record has. */
export const NO_ID: RecordId = NaN;

/** Texts that no key may be: clients resolve dots in a URL, and `_aggregate` is an endpoint of every model. */
export const RESERVED_IDS: readonly string[] = ['.', '..', '_aggregate'];

/** Whether a record could have this id: `NO_ID` and numbers that JavaScript does not hold exactly are none. */
export const isId = (id: RecordId): boolean => typeof id === 'string' || Number.isSafeInteger(id);

/** An id in a path: a positive integer that JavaScript holds exactly; null for anything else. */
export function parseId(text: string): NumericId | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** The type of the column by which rows of a model are identified. */
type Key = TypeInfo;

/** The id that a text in a path names: `NO_ID` if no record of the model could have it. A number is written in one way. */
export function pathId(text: string, key: Key): RecordId {
  const isNumber = key.type === 'integer' || key.type === 'bigint';
  if (isNumber && !/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return NO_ID;
  return idOf(key.type === 'integer' ? Number(text) : text, key);
}

/** The id that a value of JSON or of code names, in its stored form: `NO_ID` where no record of the model could have it. */
export function idOf(value: unknown, key: Key): RecordId {
  if (key.type === 'integer') return Number.isSafeInteger(value) ? (value as number) : NO_ID;
  return (typeOf(key).compare(value) as string | null) ?? NO_ID;
}

/** The noun for an id of the model: completes "must be ...". */
export const nounOf = (key: Key): string => typeOf(key).noun;

/** The id that an item of a comma list in a query means: its text, encoded as in a URL where a comma or a `%` is in it. */
export function idInList(item: string): string {
  const id = decoded(item);
  // No id has what no database holds, such as NUL.
  return isCleanText(id) ? (id as string) : item;
}

/** The text that was encoded as in a URL; null for a text that was not. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
