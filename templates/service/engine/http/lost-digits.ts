/** An integer of a JSON text that is another one once it is parsed. */
export interface LostDigits {
  /** The member of the outermost object that it stands in; empty outside of objects. */
  readonly field: string;
  /** The integer as it was written. */
  readonly integer: string;
}

/** No shorter integer loses digits. */
const LONG = /\d{16}/;
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;

/**
 * The first integer of a valid JSON text that loses digits (beyond 2^53: RFC 8259, section 6), or null. Only the text shows it:
 * the value is then a number as any other. What has a fraction or an exponent means a float, which is the nearest there is.
 */
export function lostDigits(text: string): LostDigits | null {
  if (!LONG.test(text)) return null;
  let [depth, name, field] = [0, '', ''];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '"') {
      const end = endOfString(text, at);
      if (depth === 1) name = text.slice(at, end + 1);
      at = end;
    } else if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') depth--;
    else if (letter === ':' && depth === 1) field = JSON.parse(name) as string;
    else if (letter === '-' || (letter >= '0' && letter <= '9')) {
      const number = numberAt(text, at);
      if (losesDigits(number)) return { field, integer: number };
      at += number.length - 1;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at;
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)![0];
}

function losesDigits(number: string): boolean {
  const value = Number(number);
  if (!LONG.test(number) || /[.eE]/.test(number) || !Number.isFinite(value)) return false;
  const [mantissa = ''] = Math.abs(value).toExponential().split('e');
  return mantissa.replace('.', '') !== number.replace('-', '').replace(/0+$/, '');
}
