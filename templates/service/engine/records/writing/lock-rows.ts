import type { RecordId } from '../../fields/record-id.js';
import type { RecordChange, Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import {
  forbidden,
  preconditionFailed,
  spokenName,
  type HttpProblem,
} from '../../problem/problem.js';
import { readRecords } from '../reading/read-records.js';
import {
  firstIds,
  idsWhere,
  named,
  oneRow,
  rowExists,
  type RowLock,
} from '../reading/rows-where.js';
import { areSameRoles, missing, reading, type Granted, type Read } from '../scope.js';
import { checkEach, type Placed } from './check-each.js';
import { shownRecord } from './written-record.js';

/** A row that is about to be changed or deleted, and what must hold for it. */
export type PlacedRow = Placed & Pick<RecordChange, 'id' | 'options'>;

/** Records whose version is compared are read so many at a time: they may be wide. */
const COMPARED_TOGETHER = 50;

/**
 * Locks rows for what becomes of them, in the order of their ids, so that two requests do not wait for each other. 404 with all
 * that do not exist for this user, then 412 with all that have changed: `If-Match` is compared once nobody changes them any more.
 */
export async function lockRows(
  rows: readonly PlacedRow[],
  read: Read,
  lock: RowLock = 'change',
): Promise<void> {
  await requireAll(rows, read, lock);
  await requireRowsAsExpected(rows, read);
  await requireRecordsAsExpected(rows, read);
}

/** Before hooks that may refuse or take long, such as one that hashes a password: not for rows that do not exist. */
export async function requireRows(rows: readonly PlacedRow[], allowed: Granted): Promise<void> {
  await allowed.core.database.read((session) => requireAll(rows, reading(allowed, session)));
}

async function requireAll(rows: readonly PlacedRow[], read: Read, lock?: RowLock): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const found = new Set(await idsWhere(and(named(ids), read.grant.where), read, lock));
  await checkEach(rows, async ({ id }) => {
    if (!found.has(id)) throw await notFoundFor(id, read);
  });
}

async function requireRowsAsExpected(rows: readonly PlacedRow[], read: Read): Promise<void> {
  const expected = rows.filter(({ options }) => options?.ifRow);
  if (expected.length === 0) return;
  const found = await firstIds(
    expected.map(({ id, options }) => and(oneRow(id, read.grant.where), options!.ifRow!)),
    read,
  );
  await checkEach(
    expected.map((row, at) => ({ ...row, isFound: found[at] !== null })),
    async ({ isFound }) => {
      if (!isFound) throw changed();
    },
  );
}

async function requireRecordsAsExpected(rows: readonly PlacedRow[], read: Read): Promise<void> {
  const compared = rows.filter(({ options }) => options?.ifMatch);
  const changedRows: PlacedRow[] = [];
  for (let at = 0; at < compared.length; at += COMPARED_TOGETHER) {
    const some = compared.slice(at, at + COMPARED_TOGETHER);
    const where: Where = and(named(some.map(({ id }) => id)), read.grant.where);
    const records = await readRecords({ where }, read);
    const byId = new Map<RecordId, Row>(records.map((record) => [record.id, record]));
    for (const row of some) {
      const record = byId.get(row.id);
      if (!record || !row.options!.ifMatch!(shownRecord(record, read.grant))) changedRows.push(row);
    }
  }
  await checkEach(changedRows, async () => {
    throw changed();
  });
}

/** The response where a precondition does not hold. */
const changed = () => preconditionFailed('The record has changed since you read it.');

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
