/** Deeper values overflow the stack of whoever walks them. */
const MAX_DEPTH = 100;
/** Of one object: a body has fields, and a json column may have an index of things. */
const MAX_NAMES = 5000;

/**
 * What of a JSON text is more than the service takes, as the end of a sentence; null where it is not. One look at each
 * character: a pattern for strings would go through a body of quotes again and again.
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
