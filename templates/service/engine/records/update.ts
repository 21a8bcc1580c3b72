import { idOf, type RecordId } from '../fields/record-id.js';
import type { RecordChange, Row, WriteOptions } from '../model/operations.js';
import { authorize, type Scope } from './scope.js';
import { prepareWrites, writeAll, writeOne } from './write.js';
import { refuseRepeated } from './writing/check-each.js';

/** Changes a record: `update` the present fields, `replace` all that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  given: RecordId,
  payload: unknown,
  options: WriteOptions = {},
): Promise<Row> {
  const id = idOf(given, scope.model.key);
  return writeOne({ id, mode, values: payload, allowed: authorize(scope, 'edit'), options });
}

/** Changes the present fields of all of these records or, where one is refused, of none; refusals say at which index. */
export async function updateMany(
  scope: Scope,
  changes: readonly RecordChange[],
): Promise<readonly Row[]> {
  const allowed = authorize(scope, 'edit');
  const sent = changes.map((change, index) => ({
    ...change,
    id: idOf(change.id, scope.model.key),
    ...{ index, mode: 'update' as const, allowed },
  }));
  await refuseRepeated(
    sent,
    ({ id }) => id,
    'id',
    ({ id }) => `The id ${id}`,
  );
  return writeAll(await prepareWrites(sent));
}
