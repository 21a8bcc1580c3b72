import type { RecordId } from '../../fields/record-id.js';
import type { WriteOptions } from '../../model/operations.js';
import { and } from '../../model/where.js';
import {
  forbidden,
  preconditionFailed,
  spokenName,
  type HttpProblem,
} from '../../problem/problem.js';
import { readRecords } from '../reading/read-records.js';
import { oneRow, rowExists, type RowLock } from '../reading/rows-where.js';
import { areSameRoles, missing, reading, type Granted, type Read } from '../scope.js';
import { lockParents } from './line-parents.js';
import { shownRecord } from './written-record.js';

/** 404 unless the row exists for this user, 412 unless `If-Match` holds; locks the row from here on for what becomes of it. */
export async function lockRow(
  lock: RowLock,
  id: RecordId,
  { ifMatch, ifRow }: WriteOptions,
  read: Read,
): Promise<void> {
  const where = oneRow(id, read.grant.where);
  await lockParents([id], read);
  if (!(await rowExists(where, read, lock))) throw await notFoundFor(id, read);
  // Read once it is locked: nobody changes it any more.
  if (ifRow && !(await rowExists(and(where, ifRow), read))) throw changed();
  if (!ifMatch) return;
  const [record] = await readRecords({ where }, read);
  if (!record || !ifMatch(shownRecord(record, read.grant))) throw changed();
}

/** The response where a precondition does not hold. */
export const changed = () => preconditionFailed('The record has changed since you read it.');

/** Before hooks that may refuse or take long (hashing a password): not for a row that does not exist. */
export async function requireRow(id: RecordId, allowed: Granted): Promise<void> {
  await allowed.core.database.read(async (session) => {
    const read = reading(allowed, session);
    if (!(await rowExists(oneRow(id, read.grant.where), read))) throw await notFoundFor(id, read);
  });
}

/** 404; 403 for a record that the user sees by a role that may not do this. */
export async function notFoundFor(id: RecordId, read: Read): Promise<HttpProblem> {
  const { access, user, model, grant } = read;
  const shown = access.grant(user, 'show', model);
  const isShown =
    shown !== null &&
    !areSameRoles(shown.roles, grant.roles) &&
    (await rowExists(oneRow(id, shown.where), read));
  if (!isShown) return missing(read, id);
  const what = `this ${spokenName(model.name)} record`;
  return forbidden(`The role by which you see ${what} does not allow this.`, 'other-role');
}
