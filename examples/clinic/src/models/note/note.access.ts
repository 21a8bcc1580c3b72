import { defineAccess, owner, tenant } from '#engine';
import type { Note } from './note.model.js';

/** Who may do what with notes, which rows they see, which fields they read and write. */
export const noteAccess = defineAccess<Note>({
  // Row rules: any of them lets a row through.
  rows: [owner('created_by_id'), tenant('tenant_id')],
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: { secret: { read: ['Admin'] } },
});
