import { readColumn } from './read-column.js';
import { readRelation } from './read-relation.js';
import type { ts } from './typescript.js';

/** What a class member says in the terms of the model, in one spelling; and whether it cannot be read. */
export function memberSays(member: ts.PropertyDeclaration): {
  says: string | null;
  opaque: boolean;
} {
  const column = readColumn(member);
  if (column?.kind === 'opaque') return { says: null, opaque: true };
  const facts = column ?? readRelation(member);
  if (facts && 'model' in facts && (facts.model === null || !facts.whole))
    return { says: null, opaque: true };
  return { says: facts && JSON.stringify(facts), opaque: false };
}
