import type { RawRow } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Grant } from '../../model/access-rules.js';
import type { Row } from '../../model/operations.js';
import { tellWidths } from '../reading/page-size.js';
import { addLines } from '../reading/read-lines.js';
import { readRecords, recordsOf } from '../reading/read-records.js';
import { oneRow } from '../reading/rows-where.js';
import { isUnrestricted, type Granted, type Write } from '../scope.js';
import { hasLines } from './draft.js';
import type { Returning } from './stored-row.js';
import { RefusedWrite } from './refused-write.js';

/** What a change returns of a record: it must not reveal what its writer may not show. Who creates one knows it. */
export const shownRecord = (record: Row, { shows }: Grant): Row =>
  shows ? record : { id: record.id, _label: record['_label'] };

/**
 * What a write statement can return to its writer: the whole record, where no row rule may hide it and no trigger changes it
 * further. Null where it must be read again.
 */
export function returningOf({ core, model, grant }: Granted): Returning | null {
  const isFinal = isUnrestricted(grant) && model.path === 'sql' && !core.triggered.has(model.table);
  return isFinal ? { key: grant.readableKey, select: core.reader(model, grant).select } : null;
}

/** The written record as its writer sees it, from what the statement returned if anything; throws where they would not see it. */
export async function readWritten(id: RecordId, row: RawRow | null, write: Write): Promise<Row> {
  const [record] = row
    ? (await recordsOf([row], write)).records
    : await readRecords({ where: oneRow(id, write.grant.where) }, write);
  if (!record) throw new RefusedWrite(write);
  tellWidths([record], write);
  return record;
}

/**
 * Reads the record again if a hook or its lines may have changed it, with lines that were written; as written if the hook has
 * hidden it from its writer.
 */
export async function readAfterHooks(record: Row, write: Write): Promise<Row> {
  const { draft, model } = write;
  if (!model.hooks.afterSave && !hasLines(draft)) return record;
  const wanted = { where: oneRow(record.id, write.grant.where) };
  const [changed = record] = await readRecords(wanted, write);
  for (const { relation } of draft.lines ?? []) await addLines(changed, relation, write);
  return changed;
}
