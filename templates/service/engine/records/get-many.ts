import { idOf, isId, type RecordId } from '../fields/record-id.js';
import type { Row } from '../model/operations.js';
import { and } from '../model/where.js';
import { choosing } from './reading/chosen-fields.js';
import { readAdmitted } from './reading/expand.js';
import { lengthOfRecord } from './reading/encode-records.js';
import { maxLinksOf } from './reading/measure-page.js';
import { authorize, reading, reserve, type Scope } from './scope.js';

/**
 * The records with these ids as `get` has each of them, in few statements; without those that do not exist, or not for this user.
 * 400 where all together are too large for a response. With `fields` they have these alone, of those that the user may read.
 */
export async function getMany(
  scope: Scope,
  ids: readonly RecordId[],
  fields: readonly string[] | null = null,
): Promise<ReadonlyMap<RecordId, Row>> {
  const { core } = scope;
  const allowed = choosing(fields, authorize(scope, 'show'));
  const values = [...new Set(ids.map((id) => idOf(id, scope.model.key)))].filter(isId);
  if (values.length === 0) return new Map();
  const where = and({ op: 'in', field: 'id', values }, allowed.grant.where);
  const times = new Map(values.map((id) => [id, 1]));
  const reservation = reserve(scope);
  const bounds = { maxLinks: maxLinksOf(core.limits), reservation };
  const { records } = await core.database.read(
    (session) => readAdmitted({ where }, reading(allowed, session, bounds), times),
    { quick: !scope.model.isUnindexed, replica: true },
  );
  reservation?.settle(records.reduce((sum, record) => sum + lengthOfRecord(record), 0));
  return new Map(records.map((record) => [record.id, record]));
}
