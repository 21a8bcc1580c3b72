/** The maximum length of a unit, which stands beside every number of a list. */
const MAX_UNIT = 12;

const HELP = 'write a currency as `EUR`, or a word or sign such as `km`, `kg` or `%`';

/** The reason why a text is not a unit, and what to write instead; null if numbers can be shown with the text. */
export function unitFault(
  unit: string,
): { readonly message: string; readonly help: string } | null {
  const fault = (what: string, help = HELP) => ({ message: `\`${unit}\` ${what}`, help });
  const length = [...unit].length;
  if (unit.trim() === '') return { message: 'a unit is empty', help: HELP };
  if (unit.trim() !== unit) return fault('has spaces around it', `write \`${unit.trim()}\``);
  if (length > MAX_UNIT)
    return fault(`has ${length} characters`, `write at most ${MAX_UNIT}: \`km/h\``);
  if (/[<>&:\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(unit)) return fault('is not a unit');
  // Beside a number it would be read as a part of it.
  if (/^[\d.,+\-\u2212]/.test(unit)) return fault('starts like a number');
  return null;
}
