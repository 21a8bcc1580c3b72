import type { RecordId } from '../fields/record-id.js';
import type { ComingWrite } from '../model/operations.js';
import { HttpProblem } from '../problem/problem.js';
import { authorize, type Scope } from './scope.js';
import { idsToUpsert } from './upsert.js';
import { isRecord } from './writing/check-payload.js';
import type { WriteMode } from './writing/draft.js';
import { requireRows } from './writing/lock-rows.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { keepDraft } from './writing/prepared-drafts.js';

/**
 * Does what a write does before its transaction, where that begins before the write itself: `prepareDraft` then has the outcome,
 * however often the write is tried. What is refused here is told once it is written.
 */
export async function prepare(scope: Scope, { values, ...write }: ComingWrite): Promise<void> {
  try {
    const [mode, id] = await wayOf(scope, values, write);
    await prepareAs(mode, id, values, scope);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
  }
}

async function wayOf(
  scope: Scope,
  values: unknown,
  { mode, id, on }: Omit<ComingWrite, 'values'>,
): Promise<readonly [mode: WriteMode, id: RecordId | null]> {
  if (!on) return [mode, id];
  const [found = null] = await idsToUpsert(scope, [values], on);
  return found === null ? ['create', null] : ['update', found];
}

async function prepareAs(
  mode: WriteMode,
  id: RecordId | null,
  values: unknown,
  scope: Scope,
): Promise<void> {
  if (!isRecord(values)) return;
  const allowed = authorize(scope, mode === 'create' ? 'create' : 'edit');
  if (id !== null) await requireRows([{ index: 0, id }], allowed);
  const draft = prepareDraft(values, mode, allowed);
  keepDraft(values, mode, draft, scope.context);
  await draft;
}
