import { NO_IMPORTS } from './imports.js';
import { readColumn } from './read-column.js';
import { readRelation } from './read-relation.js';
import type { ts } from './typescript.js';

/** The meaning of a class member for the model, in a canonical form; and whether it cannot be read. */
export function memberFacts(member: ts.PropertyDeclaration): {
  facts: string | null;
  unread: boolean;
} {
  const column = readColumn(member, NO_IMPORTS);
  if (column?.kind === 'unread') return { facts: null, unread: true };
  const found = column ?? readRelation(member, NO_IMPORTS);
  if (found && 'model' in found && (found.model === null || !found.whole))
    return { facts: null, unread: true };
  return { facts: found && JSON.stringify(found), unread: false };
}
