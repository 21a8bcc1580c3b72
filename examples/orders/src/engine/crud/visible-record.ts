import type { Session } from '../database/dialect.js';
import { oneRow } from './find-ids.js';
import { rowsOf, type Row } from './read-records.js';
import type { Scope } from './scope.js';

/** A record as its user would see it, read through `session`; null where they would not. */
export async function visibleRecord(
  id: number,
  session: Session,
  scope: Scope,
): Promise<Row | null> {
  const { access, user, model } = scope;
  const grant = access.grant(user, 'show', model);
  if (!grant) return null;
  const [row] = await rowsOf({ where: oneRow(id, grant.where) }, grant, session, scope);
  return row ?? null;
}
