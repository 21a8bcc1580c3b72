/** A text that every database can store. */
export const isCleanText = (text: unknown): boolean =>
  typeof text === 'string' && !/\0|\p{Surrogate}/u.test(text);

/** The part of a JSON value that no database stores: a text, or a number. */
export type JsonFault = 'text' | 'number';

/** A JSON value that every database can store. */
export const isPlainJson = (value: unknown): boolean => jsonFault(value) === null;

/** The part of a JSON value that a database cannot store; null if every part can be stored. */
export function jsonFault(value: unknown): JsonFault | null {
  if (typeof value === 'string') return isCleanText(value) ? null : 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'number';
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return 'text';
  for (const [key, inner] of Object.entries(value)) {
    const fault = isCleanText(key) ? jsonFault(inner) : 'text';
    if (fault !== null) return fault;
  }
  return null;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Deeper values overflow the stack of recursive code. */
const MAX_DEPTH = 100;
/** Per object: a body has fields, and a json column may be used as an index. */
const MAX_NAMES = 5000;

/**
 * The reason why the service refuses a JSON text for its size, as the end of a sentence; null if the text is accepted. The
 * function reads each character once: a regular expression for strings would read a body of quotes again and again.
 */
export function jsonExcess(text: string): string | null {
  const names = [0];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') inString = !inString;
    else if (inString && letter === '\\') at += 1;
    else if (inString) continue;
    else if (letter === '[' || letter === '{') {
      if (names.push(0) > MAX_DEPTH + 1) return `is nested more than ${MAX_DEPTH} levels deep`;
    } else if (letter === ']' || letter === '}') names.pop();
    else if (letter === ':' && ++names[names.length - 1]! > MAX_NAMES)
      return `has an object of more than ${MAX_NAMES} names`;
  }
  return null;
}
