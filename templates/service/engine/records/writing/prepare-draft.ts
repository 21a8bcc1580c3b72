import { checkPayload, isRecord } from './check-payload.js';
import type { Draft, WriteMode } from './draft.js';
import { beforeTransaction, beforeValidate } from './run-hooks.js';
import type { Granted } from '../scope.js';

/**
 * The values to write, as far as they are known before the transaction: a payload checked, with what hooks make of it, and its
 * lines likewise; what has been prepared before stays as it is. The service itself sets the fields that are `settled`.
 */
export async function prepareDraft(
  payload: unknown,
  mode: WriteMode,
  allowed: Granted,
  settled?: ReadonlySet<string>,
): Promise<Draft> {
  const { prepared } = allowed.context;
  const known = prepared && isRecord(payload) ? prepared.find(payload, mode) : undefined;
  if (known) return known as Promise<Draft>;
  const [sent, within] = await beforeValidate(payload, mode, allowed);
  const checked = checkPayload(sent, mode, within, settled);
  const { lines } = allowed.core.plan(allowed.model);
  const whole = await lines?.prepare(sent, checked, { mode, allowed, prepare: prepareDraft });
  return beforeTransaction(whole ?? checked, mode, allowed);
}
