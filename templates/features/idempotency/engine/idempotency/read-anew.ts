import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, Row } from '../model/operations.js';
import { HttpProblem } from '../problem/problem.js';
import { lengthOfRecord } from '../records/reading/encode-records.js';
import { isTooLarge } from '../records/reading/too-large.js';
import { ownTurn } from '../records/reading/turns.js';
import type { Write, Written } from '../routes/request-writes.js';
import type { Outcome } from './kept-writes.js';

/** The number of records that are read at once, before others have their turn. */
const TOGETHER = 250;

/** The records of writes as their writer sees them now; no more than the ids of those that are too large for one response. */
export async function readAnew(
  outcomes: readonly Outcome[],
  records: Write['records'],
  pageLimit: number,
): Promise<readonly Written[]> {
  const written: Written[] = [];
  let length = 0;
  for (let start = 0; start < outcomes.length; start += TOGETHER) {
    if (start > 0) await ownTurn();
    const some = outcomes.slice(start, start + TOGETHER);
    const of: Write['records'] = (at) => records(start + at);
    const known = length > pageLimit || some.length === 1 ? NOTHING : await readTogether(some, of);
    for (const [at, [status, id, added]] of some.entries()) {
      if (id === null) {
        written.push({ status });
        continue;
      }
      const found = length > pageLimit ? alone(id) : await recordOf(id, added ?? [], of(at), known);
      length += lengthOfRecord(found.record);
      written.push({ status, ...(length > pageLimit ? alone(id) : found) });
    }
  }
  return written;
}

type Known = ReadonlyMap<ModelInfo, ReadonlyMap<RecordId, Row>>;

const NOTHING: Known = new Map();

/** The records to which nothing was added, by model; none of a model whose records are too large to be read together. */
async function readTogether(
  outcomes: readonly Outcome[],
  records: Write['records'],
): Promise<Known> {
  const asked = new Map<ModelInfo, { readonly operations: Operations; readonly ids: RecordId[] }>();
  for (const [at, [, id, added]] of outcomes.entries()) {
    if (id === null || added) continue;
    const operations = records(at);
    const ofModel = asked.get(operations.model) ?? { operations, ids: [] };
    asked.set(operations.model, ofModel);
    ofModel.ids.push(id);
  }
  const known = new Map<ModelInfo, ReadonlyMap<RecordId, Row>>();
  for (const [model, { operations, ids }] of asked) {
    try {
      known.set(model, await operations.getMany(ids));
    } catch (error) {
      if (isHidden(error)) known.set(model, new Map());
      else if (!isTooLarge(error)) throw error;
    }
  }
  return known;
}

/**
 * The record with what was added to it, as far as its writer may read that now; no more than its id of a record that is gone, or
 * that they may not see any more.
 */
async function recordOf(
  id: RecordId,
  expand: readonly string[],
  records: Operations,
  known: Known,
): Promise<Required<Pick<Written, 'record' | 'isAsShown'>>> {
  const read = expand.length === 0 ? known.get(records.model) : undefined;
  if (read) {
    const record = read.get(id);
    return record ? { record, isAsShown: true } : alone(id);
  }
  try {
    return { record: await records.get(id, { expand }), isAsShown: true };
  } catch (error) {
    const isRefused = error instanceof HttpProblem && error.status === 400;
    if (isRefused && expand.length > 0) return recordOf(id, [], records, known);
    if (!isHidden(error)) throw error;
    return alone(id);
  }
}

const alone = (id: RecordId) => ({ record: { id }, isAsShown: false });

const isHidden = (error: unknown): boolean =>
  error instanceof HttpProblem && (error.status === 403 || error.status === 404);
