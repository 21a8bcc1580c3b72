import type { RecordId } from '../../fields/record-id.js';
import type { RecordChange, Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import { readRecords } from '../reading/read-records.js';
import { idsWhere, rowExists, oneRow, type RowLock } from '../reading/rows-where.js';
import { reading, type Granted, type Read } from '../scope.js';
import { checkEach } from './check-each.js';
import { changed, notFoundFor } from './lock-row.js';
import { shownRecord } from './written-record.js';

/** Records whose version is compared are read so many at a time: they may be wide. */
const COMPARED_TOGETHER = 50;

/**
 * As `lockRow` for many rows, in the order of their ids, so that two requests do not wait for each other: 404 with all that do not
 * exist for this user, then 412 with all that have changed.
 */
export async function lockRows(changes: readonly RecordChange[], read: Read): Promise<void> {
  await requireAll(changes, read, 'change');
  await checkEach(changes, async ({ id, options: { ifRow } = {} }) => {
    if (ifRow && !(await rowExists(and(oneRow(id, read.grant.where), ifRow), read)))
      throw changed();
  });
  const current = await comparedRecords(changes, read);
  await checkEach(changes, ({ id, options: { ifMatch } = {} }) =>
    !ifMatch || current.get(id) === true ? Promise.resolve() : Promise.reject(changed()),
  );
}

/** Before hooks that may refuse or take long: not for rows that do not exist. */
export async function requireRows(
  changes: readonly RecordChange[],
  allowed: Granted,
): Promise<void> {
  await allowed.core.database.read((session) => requireAll(changes, reading(allowed, session)));
}

async function requireAll(
  changes: readonly RecordChange[],
  read: Read,
  lock?: RowLock,
): Promise<void> {
  const values = changes.map(({ id }) => id).filter(Number.isSafeInteger);
  const named: Where = { op: 'in', field: 'id', values };
  const found = new Set(await idsWhere(and(named, read.grant.where), read, lock));
  await checkEach(changes, async ({ id }) => {
    if (!found.has(id)) throw await notFoundFor(id, read);
  });
}

/** Of the records that are compared, whether each is as it is expected. */
async function comparedRecords(
  changes: readonly RecordChange[],
  read: Read,
): Promise<ReadonlyMap<RecordId, boolean>> {
  const compared = changes.filter(({ options }) => options?.ifMatch);
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
