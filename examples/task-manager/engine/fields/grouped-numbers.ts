/** Names of columns whose numbers people group in different ways: telephone numbers, plates. `crudgen` lists them as searched. */
const GROUPED =
  /(?:^|_)(?:(?:phone|telephone|mobile|registration|plate)(?:_number)?|iban|vin|isbn)$/;

export const holdsGroupedNumbers = (column: string): boolean => GROUPED.test(column);

/** What stands between the groups. Blanks that do not break are what spreadsheets leave. */
export const SEPARATORS: readonly string[] = [...' \u00a0()[]+/.-‐‑–'];

/** A text without what separates its groups; null where it has no digit, and so is not a part of a number. */
export function ungrouped(text: string): string | null {
  const joined = [...text].filter((character) => !SEPARATORS.includes(character)).join('');
  return /\d/.test(joined) ? joined : null;
}
