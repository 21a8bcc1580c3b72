import type { RecordId } from '../fields/record-id.js';
import type { ReadOptions, Row } from '../model/operations.js';
import { countable } from './reading/count-children.js';
import { expandedColumns, expandRecords, readAdmitted } from './reading/expand.js';
import { parseExpand } from './query/parse-query.js';
import { lengthOfRecord } from './reading/page-size.js';
import { oneRow } from './reading/rows-where.js';
import { authorize, isReplicated, missing, reading, reserve, type Scope } from './scope.js';

/** One record; 404 if it does not exist, or not for this user. */
export async function get(scope: Scope, id: RecordId, options: ReadOptions = {}): Promise<Row> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'show');
  const { grant } = allowed;
  const expand = parseExpand(options.expand, model, { grant, countable: () => countable(scope) });
  const where = oneRow(id, grant.where);
  const keys = expandedColumns(expand, model);
  const reservation = reserve(scope);
  const way = { quick: true, replica: isReplicated(model) };
  return core.database.read(async (session) => {
    const read = reading(allowed, session, { reservation });
    const found = await readAdmitted({ where, keys }, read);
    const [record] = found.records;
    if (!record) throw missing(scope, id);
    await expandRecords(found, expand, keys, read);
    reservation?.settle(lengthOfRecord(record));
    return record;
  }, way);
}
