import type { RecordId } from '../fields/record-id.js';
import { conflict, spokenName, type HttpProblem } from '../problem/problem.js';
import { visibleRecord } from '../records/create-engine.js';
import { related, type Scope, type Work } from '../records/scope.js';
import type { Period } from './period.js';

/**
 * The response to a write whose period would overlap with that of another record. It is named only to who sees it, and so are the
 * fields.
 */
export async function overlapProblem(
  period: Period,
  scope: Scope & Partial<Pick<Work, 'session'>>,
  id: RecordId | null,
): Promise<HttpProblem> {
  const { model, session } = scope;
  const other = id === null || !session ? null : await visibleRecord(id, session, scope);
  const label = other === null ? '' : String(other['_label'] ?? '');
  const name = spokenName(model.name);
  const told =
    other === null ? `another ${name}` : `the ${name} ${label === '' ? other.id : label}`;
  const message = `The period overlaps with that of ${told}.`;
  const grants = (['show', 'create', 'edit'] as const).flatMap(
    (action) => related(model, action, scope)?.grant ?? [],
  );
  const fields = [period.start, period.end]
    .map((column) => column.name)
    .filter((field) => grants.some((one) => one.readable.has(field) || one.writable.has(field)));
  return conflict(
    message,
    fields.map((field) => ({ field, code: 'overlap', message })),
    { code: 'overlap', ...(other && { other: { id: other.id, ...(label !== '' && { label }) } }) },
  );
}
