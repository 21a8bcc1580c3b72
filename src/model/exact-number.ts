/** The most digits of a number, in all: those of a column of PostgreSQL. */
export const MOST_DIGITS = 1000;

/** A number as it is written, without the zeros that say nothing. */
interface Written {
  readonly isNegative: boolean;
  /** The digits before the point, none of a number below 1. */
  readonly whole: string;
  /** The digits behind the point. */
  readonly part: string;
}

/** No text of a number is longer; it has a sign, a point and zeros that say nothing. */
const MOST_CHARACTERS = 2 * MOST_DIGITS + 2;

/** The digits of a text such as `-12.50`, which has no exponent; null for any other. */
function readDigits(text: string): Written | null {
  if (text.length > MOST_CHARACTERS) return null;
  const [, sign, before, behind = ''] = /^(-?)(?=\.?\d)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (before === undefined) return null;
  const [whole, part] = [before.replace(/^0+/, ''), behind.replace(/0+$/, '')];
  return { isNegative: sign === '-' && whole + part !== '', whole, part };
}

const written = ({ isNegative, whole, part }: Written): string =>
  `${isNegative ? '-' : ''}${whole || '0'}${part && `.${part}`}`;

/**
 * The one text of a number: without zeros before it, and with `scale` digits behind the point, or more if the number has more. If the scale
 * is null, the text has no zeros at its end. Null for a text that is not a number.
 */
export function exactText(text: string, scale: number | null): string | null {
  const digits = readDigits(text);
  return digits && written({ ...digits, part: digits.part.padEnd(scale ?? 0, '0') });
}

/** A number with an exponent as one without it: `1200` for `1.2e3`. Any other text is as it is. */
export function withoutExponent(text: string): string {
  // A text of megabytes is not a number, and searching it would take hours.
  if (text.length > MOST_CHARACTERS) return text;
  const [, sign, before = '', behind = '', power] =
    /^(-?)(\d*)\.?(\d*)e([+-]?\d{1,3})$/i.exec(text) ?? [];
  if (power === undefined || before + behind === '') return text;
  const at = before.length + Number(power);
  const digits = before + behind;
  const whole = digits.slice(0, Math.max(at, 0)).padEnd(Math.max(at, 0), '0');
  const part = '0'.repeat(Math.max(-at, 0)) + digits.slice(Math.max(at, 0));
  return `${sign}${whole || '0'}.${part}`;
}

/** How many digits a number has before and behind the point, without zeros that say nothing. */
export function digitsOf(text: string): { readonly before: number; readonly behind: number } {
  const { whole, part } = readDigits(text) ?? { whole: '', part: '' };
  return { before: whole.length, behind: part.length };
}

/**
 * The text that stands for a number where texts are sorted: `0002 12.5`, and `-9997 87,4~-12.5` for -12.5. The text begins with the number
 * of digits before the point. For a negative number, each digit is taken from 9. Null for a text that is not a number.
 */
export function sortedText(text: string): string | null {
  const digits = readDigits(text);
  if (digits === null) return null;
  const plain = written({ ...digits, isNegative: false });
  const sorted = `${String(digits.whole.length).padStart(4, '0')} ${plain}`;
  return digits.isNegative ? `-${complement(sorted)}~-${plain}` : sorted;
}

/** The point becomes a comma, so that a sorted text has one point at most. */
const complement = (text: string): string =>
  text.replace(/\d/g, (digit) => String(9 - Number(digit))).replace('.', ',');

/** The number in its sorted text; any other text as it is. */
export const unsortedText = (sorted: string): string =>
  /^(?:\d{4} |-\d{4} [\d,]+~)(-?[\d.]+)$/.exec(sorted)?.[1] ?? sorted;

/** Whether a number is less than another, by their texts. */
export const isLess = (one: string, other: string): boolean =>
  (sortedText(one) ?? '') < (sortedText(other) ?? '');
