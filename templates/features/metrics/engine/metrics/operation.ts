const OPERATIONS = new Set(['select', 'insert', 'update', 'delete', 'commit']);

/** A statement's operation by its first word: one of a few, whatever the statement. */
export function operationOf(sql: string): string {
  const word = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return word === 'with' ? 'select' : OPERATIONS.has(word) ? word : 'other';
}
