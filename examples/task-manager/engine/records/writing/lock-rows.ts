import type { RecordId } from '../../fields/record-id.js';
import type { RecordChange, Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import { readRecords } from '../reading/read-records.js';
import { firstIds, idsWhere, oneRow, type RowLock } from '../reading/rows-where.js';
import { reading, type Granted, type Read } from '../scope.js';
import { checkEach, type Placed } from './check-each.js';
import { lockParents } from './line-parents.js';
import { changed, notFoundFor } from './lock-row.js';
import { shownRecord } from './written-record.js';

/** A row that is about to be changed, and what must hold for it. */
export type PlacedRow = Placed & Pick<RecordChange, 'id' | 'options'>;

/** Records whose version is compared are read so many at a time: they may be wide. */
const COMPARED_TOGETHER = 50;

/**
 * As `lockRow` for many rows, in the order of their ids, so that two requests do not wait for each other: 404 with all that do not
 * exist for this user, then 412 with all that have changed.
 */
export async function lockRows(rows: readonly PlacedRow[], read: Read): Promise<void> {
  await requireAll(rows, read, 'change');
  const expected = rows.filter(({ options }) => options?.ifRow);
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
  const current = await comparedRecords(rows, read);
  await checkEach(rows, async ({ id, options: { ifMatch } = {} }) => {
    if (ifMatch && !current.get(id)) throw changed();
  });
}

/** Before hooks that may refuse or take long: not for rows that do not exist. */
export async function requireRows(rows: readonly PlacedRow[], allowed: Granted): Promise<void> {
  await allowed.core.database.read((session) => requireAll(rows, reading(allowed, session)));
}

async function requireAll(rows: readonly PlacedRow[], read: Read, lock?: RowLock): Promise<void> {
  const values = rows.map(({ id }) => id).filter(Number.isSafeInteger);
  const named: Where = { op: 'in', field: 'id', values };
  if (lock) await lockParents(values, read);
  const found = new Set(await idsWhere(and(named, read.grant.where), read, lock));
  await checkEach(rows, async ({ id }) => {
    if (!found.has(id)) throw await notFoundFor(id, read);
  });
}

/** Of the records that are compared, whether each is as it is expected. */
async function comparedRecords(
  rows: readonly PlacedRow[],
  read: Read,
): Promise<ReadonlyMap<RecordId, boolean>> {
  const compared = rows.filter(({ options }) => options?.ifMatch);
  const outcome = new Map<RecordId, boolean>();
  for (let at = 0; at < compared.length; at += COMPARED_TOGETHER) {
    const some = compared.slice(at, at + COMPARED_TOGETHER);
    const named: Where = { op: 'in', field: 'id', values: some.map(({ id }) => id) };
    const records = await readRecords({ where: and(named, read.grant.where) }, read);
    const byId = new Map<RecordId, Row>(records.map((record) => [record.id, record]));
    for (const { id, options } of some) {
      const record = byId.get(id);
      outcome.set(id, !!record && options!.ifMatch!(shownRecord(record, read.grant)));
    }
  }
  return outcome;
}
