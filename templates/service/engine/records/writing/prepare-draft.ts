import { checkPayload, isRecord } from './check-payload.js';
import type { Draft, WriteMode } from './draft.js';
import { keptDraft } from './prepared-drafts.js';
import { beforeTransaction, beforeValidate } from './run-hooks.js';
import type { Granted } from '../scope.js';

/**
 * The values to write, as far as they are known before the transaction: hooks and checks go over a payload and over its lines. A
 * payload is prepared only once. The service itself sets the fields that are `settled`.
 */
export async function prepareDraft(
  payload: unknown,
  mode: WriteMode,
  allowed: Granted,
  settled?: ReadonlySet<string>,
): Promise<Draft> {
  const { lines, isSlow, isSeenFirst } = allowed.core.plan(allowed.model);
  const known = isSlow && isRecord(payload) ? keptDraft(payload, mode, allowed.context) : undefined;
  if (known) return known;
  const [sent, within] = isSeenFirst
    ? await beforeValidate(payload, mode, allowed)
    : [payload, allowed];
  const checked = checkPayload(sent, mode, within, settled);
  const whole =
    (await lines?.prepare(sent, checked, { mode, allowed, prepare: prepareDraft })) ?? checked;
  return isSeenFirst ? beforeTransaction(whole, mode, allowed) : whole;
}
