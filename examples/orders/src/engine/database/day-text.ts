const DAY = 86_400_000;
/** Days remembered: two years' worth. */
const DAYS = 730;

const texts = new Map<number, string>();

/**
 * The day of a moment in UTC, as `2026-11-21`; throws a RangeError for what is no moment. Rows of one table share their days, so
 * the texts of some are remembered instead of made by `toISOString` for each value.
 */
export function dayText(time: number): string {
  const day = Math.floor(time / DAY);
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, -14);
  if (texts.size >= DAYS) texts.clear();
  texts.set(day, text);
  return text;
}
