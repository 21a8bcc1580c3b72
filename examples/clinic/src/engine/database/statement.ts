import { createHash } from 'node:crypto';
import type { Statement } from './session.js';

/** A statement named after its text. */
export const statementOf = (sql: string): Statement => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url').slice(0, 20),
});
