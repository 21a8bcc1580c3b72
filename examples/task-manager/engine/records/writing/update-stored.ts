import type { RawRow } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Write } from '../scope.js';
import { isEmpty } from './draft.js';
import { targetsBefore, writeTargets } from './link-targets.js';
import { checkReferences } from './check-references.js';
import { updateRow } from './stored-row.js';
import { returningOf } from './written-record.js';

/** The statements of an update; returns what the one that changes the row returned of it. */
export async function updateStored(id: RecordId, write: Write): Promise<RawRow | null> {
  const targets = await checkReferences(write);
  const before = await targetsBefore(id, targets, write);
  const row = isEmpty(write.draft)
    ? null
    : await updateRow(id, write.draft.columns, returningOf(write), write);
  await writeTargets(id, targets, before, write);
  return row;
}
