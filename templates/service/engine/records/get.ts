import type { RecordId } from '../fields/record-id.js';
import { linesOf } from '../model/model-info.js';
import { ADDED, type ReadOptions, type Row } from '../model/operations.js';
import { refuse } from '../problem/problem.js';
import { countable } from './reading/count-children.js';
import { expandedColumns, expandRecords, readAdmitted } from './reading/expand.js';
import { parseExpandOfOne, parseFields } from './query/parse-query.js';
import { ProblemCollector } from './query/problem-collector.js';
import { choosing } from './reading/chosen-fields.js';
import { lengthOfRecord } from './reading/encode-records.js';
import { addLines } from './reading/read-lines.js';
import { oneRow } from './reading/rows-where.js';
import { authorize, missing, reading, reserve, type Scope } from './scope.js';

/** One record; 404 if it does not exist, or not for this user. */
export async function get(scope: Scope, id: RecordId, options: ReadOptions = {}): Promise<Row> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'show');
  const { grant } = allowed;
  const context = { grant, countable: () => countable(scope) };
  const attempt = new ProblemCollector();
  const expand = attempt.that(() => parseExpandOfOne(options.expand, model, context)) ?? [];
  const fields = attempt.that(() => parseFields(options.fields, context));
  attempt.end();
  const lines = linesOf(model).filter(({ name }) => expand.includes(name));
  const parents = expand.filter((name) => lines.every((one) => one.name !== name));
  const where = oneRow(id, grant.where);
  const keys = expandedColumns(parents, model);
  const shown = choosing(fields, allowed);
  const reservation = reserve(scope);
  const way = { quick: lines.length === 0, replica: true };
  return core.database.read(async (session) => {
    const read = reading(shown, session, { reservation });
    const found = await readAdmitted({ where, keys }, read);
    const [record] = found.records;
    if (!record) throw missing(scope, id);
    await expandRecords(found, parents, keys, read);
    for (const one of lines) if (!(await addLines(record, one, read))) throw tooMany(one.name);
    if (record[ADDED]) record[ADDED] = expand;
    reservation?.settle(lengthOfRecord(record));
    return record;
  }, way);
}

const tooMany = (name: string) =>
  refuse(
    '_expand',
    'too-many',
    `There are too many ${name} to be read with the record; read them from their own list`,
  );
