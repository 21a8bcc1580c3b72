import type { RecordId } from '../../fields/record-id.js';
import type { Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import { readAdmitted } from '../reading/expand.js';
import { admitPage, assertFits, lengthOfRecord } from '../reading/page-size.js';
import { readRecords } from '../reading/read-records.js';
import { reserve, type Write } from '../scope.js';
import { idsWhere } from '../reading/rows-where.js';
import { RefusedWrite } from './refused-write.js';

/** A write that has been done, and the id of its record. */
export interface WrittenItem {
  readonly id: RecordId;
  readonly write: Write;
}

/**
 * The written records in the same order, as their writer sees them; all writes have the same grant. Throws where one is hidden
 * from them, and 400 where all together are too large for a response.
 */
export async function readAllWritten(written: readonly WrittenItem[]): Promise<readonly Row[]> {
  const [first] = written;
  if (!first) return [];
  const ids = written.map(({ id }) => id);
  const read = first.write.context.response ? readForResponse : readForCode;
  const byId = new Map((await read(ids, first.write)).map((record) => [record.id, record]));
  return written.map(({ id, write }) => {
    const record = byId.get(id);
    if (!record) throw new RefusedWrite(write);
    return record;
  });
}

/** Throws where one is hidden from its writer, as `readAllWritten` does, whose records nobody wants here. */
export async function requireWritten(written: readonly WrittenItem[]): Promise<void> {
  const [first] = written;
  if (!first) return;
  const ids = written.map(({ id }) => id);
  const seen = new Set(await idsWhere(named(ids, first.write), first.write));
  for (const { id, write } of written) if (!seen.has(id)) throw new RefusedWrite(write);
}

const named = (values: readonly RecordId[], { grant }: Write): Where =>
  and({ op: 'in', field: 'id', values }, grant.where);

/**
 * 400 where rows are too large to be read for a response: before they are read whole, for rules and for what follows the commit.
 */
export async function assertReadable(ids: readonly RecordId[], write: Write): Promise<void> {
  const { core, model, context } = write;
  if (!context.response || ids.length === 0) return;
  const parts = [compileWhere(named(ids, write), model, core)];
  const page = { start: 0, end: ids.length };
  await admitPage({ order: [], page, parts }, { ...write, reservation: undefined });
}

/** Once there is room for them. */
async function readForResponse(ids: readonly RecordId[], write: Write): Promise<readonly Row[]> {
  // Waiting would keep the transaction open, and others from writing.
  const reservation = reserve(write, false);
  const times = new Map(ids.map((id) => [id, 1]));
  const { records } = await readAdmitted(
    { where: named(ids, write) },
    { ...write, reservation },
    times,
  );
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
