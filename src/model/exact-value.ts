import { digitsOf, exactText, isLess, withoutExponent } from './exact-number.js';
import type { GivenValue, Reading, ValueRules } from './value-rules.js';

/** Reads an exact decimal: the text of a number, or a number that has all its digits. */
export function readExact(given: GivenValue, field: ValueRules): Reading {
  const raw = given.form === 'text' ? given.text : given.value;
  const text = typeof raw === 'number' ? safeText(raw) : raw;
  const value = typeof text === 'string' ? exactText(text, field.scale) : null;
  if (value === null)
    return { not: 'a number with all its digits', example: exactText('0', field.scale)! };
  return tooManyDigits(value, field) ?? outOfRange(value, field) ?? { value };
}

/** The number of digits that JavaScript's numbers keep, whatever the digits are. */
const SAFE_DIGITS = 15;

/** The text of a number that has all its digits; null where it may have lost some. */
function safeText(value: number): string | null {
  const text = withoutExponent(String(value));
  const { before, behind } = digitsOf(text);
  return before + behind <= SAFE_DIGITS ? text : null;
}

function tooManyDigits(value: string, { precision, scale }: ValueRules): Reading | null {
  if (precision === null) return null;
  const [wholes, places] = [precision - (scale ?? 0), scale ?? 0];
  const { before, behind } = digitsOf(value);
  if (before <= wholes && behind <= places) return null;
  const not = `a number with ${wholes} digits before and ${places} after the point`;
  return { not, change: 'change the value, or the digits in `exact=`' };
}

function outOfRange(value: string, { min, max }: ValueRules): Reading | null {
  const change = 'change the value or the limit';
  if (min !== null && isLess(value, withoutExponent(String(min))))
    return { not: `at least ${min} (\`min=${min}\`)`, change };
  return max !== null && isLess(withoutExponent(String(max)), value)
    ? { not: `at most ${max} (\`max=${max}\`)`, change }
    : null;
}
