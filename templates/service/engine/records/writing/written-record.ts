import type { RecordId } from '../../fields/record-id.js';
import type { Grant } from '../../model/access-rules.js';
import type { Row } from '../../model/operations.js';
import { and } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import { readAdmitted } from '../reading/expand.js';
import { assertFits, lengthOfRecord, tellWidths } from '../reading/encode-records.js';
import { admitPage } from '../reading/measure-page.js';
import { readRecords, recordsOf } from '../reading/read-records.js';
import { idsWhere, named } from '../reading/rows-where.js';
import { isUnrestricted, reserve, type Granted, type Write } from '../scope.js';
import { RefusedWrite } from './refused-write.js';
import type { Returning, StoredRow } from './stored-rows.js';

/** A write whose row has been written. */
export interface StoredWrite extends StoredRow {
  readonly write: Write;
}

/** What a change returns of a record: it must not reveal what its writer may not show. Who creates one knows it. */
export const shownRecord = (record: Row, { shows }: Grant): Row =>
  shows ? record : { id: record.id, _label: record['_label'] };

/**
 * What a write statement can return to its writer: the whole record, where no row rule may hide it and no trigger changes it
 * further. Null where it must be read again.
 */
export function returningOf(allowed: Granted): Returning | null {
  const { core, model, grant } = allowed;
  return isFinal(allowed)
    ? { key: grant.readableKey, select: core.reader(model, grant).select }
    : null;
}

const isFinal = ({ core, model, grant }: Granted): boolean =>
  isUnrestricted(grant) && !core.triggered.has(model.table);

/**
 * The written records in the same order, as their writer sees them: from what the statements returned, if anything. Throws where
 * one is hidden from them, and 400 where all together are too large for a response.
 */
export async function readWritten(stored: readonly StoredWrite[]): Promise<readonly Row[]> {
  if (stored.length === 1) {
    const [record] = await readGroup(stored);
    if (!record) throw new RefusedWrite(stored[0]!.write);
    return [record];
  }
  const records = new Map<RecordId, Row>();
  for (const group of byGrant(stored))
    for (const record of await readGroup(group)) records.set(record.id, record);
  return stored.map(({ id, write }) => {
    const record = records.get(id);
    if (!record) throw new RefusedWrite(write);
    return record;
  });
}

async function readGroup(group: readonly StoredWrite[]): Promise<readonly Row[]> {
  const { write, row } = group[0]!;
  // Only of a row that is written alone a statement returns anything.
  if (row) return told((await recordsOf([row], write)).records, write);
  const ids = group.map(({ id }) => id);
  if (ids.length === 1) return told(await readRecords({ where: seen(ids, write) }, write), write);
  return write.context.response ? readForResponse(ids, write) : readForCode(ids, write);
}

/** Throws where a written record is hidden from its writer, and returns none. */
export async function requireWritten(stored: readonly StoredWrite[]): Promise<readonly Row[]> {
  for (const group of byGrant(stored)) {
    const { write } = group[0]!;
    if (isFinal(write)) continue;
    const ids = group.map(({ id }) => id);
    const found = new Set(await idsWhere(seen(ids, write), write));
    for (const one of group) if (!found.has(one.id)) throw new RefusedWrite(one.write);
  }
  return [];
}

/** The record as hooks and lines have left it; as it was written if they have hidden it from its writer. */
export async function readAgain(record: Row, write: Write): Promise<Row> {
  const [now = record] = await readRecords({ where: seen([record.id], write) }, write);
  await write.core.plan(write.model).lines?.read(now, write);
  return now;
}

/** Writes that see the same of their records. */
const byGrant = (stored: readonly StoredWrite[]): readonly (readonly StoredWrite[])[] =>
  stored.length === 1
    ? [stored]
    : [...new Set(stored.map(({ write }) => write.grant))].map((grant) =>
        stored.filter(({ write }) => write.grant === grant),
      );

const seen = (ids: readonly RecordId[], { grant }: Write) => and(named(ids), grant.where);

function told(records: readonly Row[], write: Write): readonly Row[] {
  tellWidths(records, write);
  return records;
}

/**
 * 400 where rows are too large to be read for a response: before they are read whole, for rules and for what follows the commit.
 */
export async function assertReadable(ids: readonly RecordId[], write: Write): Promise<void> {
  const { core, model, context } = write;
  if (!context.response || ids.length < 2) return;
  const parts = [compileWhere(seen(ids, write), model, core)];
  const page = { start: 0, end: ids.length };
  await admitPage({ order: [], page, parts }, { ...write, reservation: undefined });
}

/** Once there is room for them. */
async function readForResponse(ids: readonly RecordId[], write: Write): Promise<readonly Row[]> {
  // Waiting would keep the transaction open, and others from writing.
  const reservation = reserve(write, false);
  const times = new Map(ids.map((id) => [id, 1]));
  const { records } = await readAdmitted(
    { where: seen(ids, write) },
    { ...write, reservation },
    times,
  );
  reservation?.settle(records.reduce((sum, record) => sum + lengthOfRecord(record), 0));
  return records;
}

/** The number of records that are read at once. */
const CHUNK = 500;

async function readForCode(ids: readonly RecordId[], write: Write): Promise<readonly Row[]> {
  const records: Row[] = [];
  for (let at = 0; at < ids.length; at += CHUNK)
    records.push(...(await readRecords({ where: seen(ids.slice(at, at + CHUNK), write) }, write)));
  return records;
}

/** Refuses records that are read one by one as soon as they are too large for a response together. */
export function sizeCheck({ core, context }: Granted): (record: Row) => Row {
  let length = 0;
  return (record) => {
    length += lengthOfRecord(record);
    if (context.response) assertFits(length, core.limits);
    return record;
  };
}
