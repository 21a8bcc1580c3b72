/** The text of a JSON value with its keys in order and its numbers in one form; null for a text that is no JSON. */
export function canonicalJson(text: string): string | null {
  try {
    return JSON.stringify(inOrder(JSON.parse(text)));
  } catch {
    return null;
  }
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = value as Record<string, unknown>;
  // Without a prototype `__proto__` is a name like any other.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(members).sort()) ordered[name] = inOrder(members[name]);
  return ordered;
}
