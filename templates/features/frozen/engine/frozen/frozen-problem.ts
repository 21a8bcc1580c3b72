import type { RecordId } from '../fields/record-id.js';
import { conflict, spokenName, type HttpProblem } from '../problem/problem.js';
import { visibleRecord } from '../records/create-engine.js';
import type { Work } from '../records/scope.js';
import { conditionText, type FrozenRule } from './condition.js';

/** The response to a write of a frozen record, or of its lines: the condition is named to whoever sees the record with its field. */
export async function frozenProblem(
  rule: FrozenRule,
  id: RecordId,
  work: Work,
): Promise<HttpProblem> {
  const { model, column } = rule;
  const record = await visibleRecord(id, work.session, { ...work, model });
  const isTold = record !== null && column.name in record;
  const whose = work.model === model ? '' : `of the ${spokenName(model.name)} `;
  const what = `This ${spokenName(work.model.name)} ${whose}can no longer be changed or deleted`;
  return conflict(`${what}${isTold ? `: ${conditionText(rule)}` : ''}.`, [], {
    code: 'frozen',
    params: isTold ? { field: column.name, value: record[column.name] } : {},
  });
}
