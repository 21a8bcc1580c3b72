/** JSON on as many lines as it needs; nothing for no value. */
export function jsonText(value: unknown): string {
  return value === null || value === undefined || value === ''
    ? ''
    : JSON.stringify(value, null, 2);
}

/** The value of a text, or why it has none; an empty text is null. */
export function parseJson(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: null, problem: null };
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch (error) {
    return { value: null, problem: (error as Error).message };
  }
}
