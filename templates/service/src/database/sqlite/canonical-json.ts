/** The text of a JSON value with its keys in order and its numbers in one form; null for a text that is no JSON. */
export function canonicalJson(text: string): string | null {
  try {
    return write(JSON.parse(text));
  } catch {
    return null;
  }
}

function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${write(member)}`,
  );
  return `{${members.sort().join()}}`;
}
