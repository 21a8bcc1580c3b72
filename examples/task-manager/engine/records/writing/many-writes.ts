import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import { readAdmitted } from '../reading/expand.js';
import { readRecords } from '../reading/read-records.js';
import { assertFits, lengthOfRecord } from '../reading/page-size.js';
import { reserve, type Write } from '../scope.js';
import { checkEach } from './check-each.js';
import { FoundReferences } from './found-references.js';
import { wouldBeHidden } from './hidden-row.js';
import { checkReferences, refuseHiddenOwners, type Targets } from './references.js';
import { RefusedWrite } from './refused-write.js';
import { assertRules } from './run-hooks.js';

type BeforeOf = (write: Write) => Readonly<Values> | null;

const NONE_BEFORE: BeforeOf = () => null;

/** A write whose references have been found, and the records that its many-to-many fields name. */
export interface CheckedWrite {
  readonly write: Write;
  readonly targets: Targets;
}

/** The final check of many writes, whose problems are told together: their rules, and what they refer to. */
export async function checkTogether(
  writes: readonly Write[],
  beforeOf: BeforeOf = NONE_BEFORE,
): Promise<readonly CheckedWrite[]> {
  const found = await FoundReferences.of(writes);
  return checkEach(writes, async (one) => {
    const write = { ...one, found };
    if (write.draft.problems.length === 0) assertRules(write.draft, beforeOf(write), write.model);
    const targets = await checkReferences(write);
    // Of a single write this shows once its row is hidden; here the problems of the others would tell which owners exist.
    await refuseHiddenOwners(write, wouldBeHidden);
    return { write, targets };
  });
}

/** Before writes that are done one by one: refuses what is wrong with the values of any, with all that can be said of the others. */
export async function assertNoProblems(writes: readonly Write[]): Promise<void> {
  if (writes.some(({ draft }) => draft.problems.length > 0)) await checkTogether(writes);
}

/**
 * The written records in the order of the ids, as their writer sees them; throws where one is hidden from them, and 400 where
 * all together are too large for a response.
 */
export async function readAllWritten(
  ids: readonly RecordId[],
  writes: readonly Write[],
): Promise<readonly Row[]> {
  const [first] = writes as readonly [Write];
  const records = await (first.context.response
    ? readForResponse(ids, first)
    : readForCode(ids, first));
  const byId = new Map(records.map((record) => [record.id, record]));
  const hidden = ids.findIndex((id) => !byId.has(id));
  if (hidden !== -1) throw new RefusedWrite(writes[hidden]!);
  return ids.map((id) => byId.get(id)!);
}

const named = (values: readonly RecordId[], { grant }: Write): Where =>
  and({ op: 'in', field: 'id', values }, grant.where);

/** Once there is room for them. */
async function readForResponse(ids: readonly RecordId[], write: Write): Promise<readonly Row[]> {
  const reservation = reserve(write);
  const times = new Map(ids.map((id) => [id, 1]));
  const read = { ...write, reservation };
  const { records } = await readAdmitted({ where: named(ids, write) }, read, times);
  reservation?.settle(records.reduce((sum, record) => sum + lengthOfRecord(record), 0));
  return records;
}

/** So many records are read at once. */
const CHUNK = 500;

async function readForCode(ids: readonly RecordId[], write: Write): Promise<readonly Row[]> {
  const records: Row[] = [];
  for (let at = 0; at < ids.length; at += CHUNK)
    records.push(...(await readRecords({ where: named(ids.slice(at, at + CHUNK), write) }, write)));
  return records;
}

/** Refuses records that are read one by one as soon as they are too large for a response together. */
export function sizeCheck({ core, context }: Write): (record: Row) => Row {
  let length = 0;
  return (record) => {
    length += lengthOfRecord(record);
    if (context.response) assertFits(length, core.limits);
    return record;
  };
}
