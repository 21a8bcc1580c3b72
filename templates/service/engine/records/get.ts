import { idOf, type RecordId } from '../fields/record-id.js';
import { ADDED, type ReadOptions, type Row } from '../model/operations.js';
import { countable } from './reading/count-children.js';
import { expandedColumns, expandRecords, readAdmitted } from './reading/expand.js';
import { parseExpand, parseFields } from './query/parse-query.js';
import { ProblemCollector } from './query/problem-collector.js';
import { choosing } from './reading/chosen-fields.js';
import { lengthOfRecord } from './reading/encode-records.js';
import { oneRow } from './reading/rows-where.js';
import { authorize, missing, reading, reserve, type Scope } from './scope.js';

/** One record; 404 if it does not exist, or not for this user. */
export async function get(scope: Scope, id: RecordId, options: ReadOptions = {}): Promise<Row> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'show');
  const { grant } = allowed;
  const context = { grant, countable: () => countable(scope) };
  const { lines } = core.plan(model);
  const listed = lines && options.expand !== undefined ? lines.listed(context.countable()) : [];
  const attempt = new ProblemCollector();
  const expand = attempt.that(() => parseExpand(options.expand, model, context, listed)) ?? [];
  const fields = attempt.that(() => parseFields(options.fields, context));
  attempt.end();
  const added = expand.filter((name) => listed.includes(name));
  const parents = expand.filter((name) => !listed.includes(name));
  const where = oneRow(idOf(id, model.key), grant.where);
  const keys = expandedColumns(parents, model);
  const shown = choosing(fields, allowed);
  const reservation = reserve(scope);
  const way = { quick: added.length === 0 && !model.isUnindexed, replica: true };
  return core.database.read(async (session) => {
    const read = reading(shown, session, { reservation });
    const found = await readAdmitted({ where, keys }, read);
    const [record] = found.records;
    if (!record) throw missing(scope, id);
    await expandRecords(found, parents, keys, read);
    if (added.length > 0) await lines!.expand(record, added, read);
    if (record[ADDED]) record[ADDED] = expand;
    reservation?.settle(lengthOfRecord(record));
    return record;
  }, way);
}
