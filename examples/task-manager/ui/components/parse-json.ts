/** The value of a text, or why it is invalid; an empty text is null. */
export function parseJson(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: null, problem: null };
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch (error) {
    return { value: null, problem: (error as Error).message };
  }
}
