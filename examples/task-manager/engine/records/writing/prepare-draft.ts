import { checkPayload } from './check-payload.js';
import type { Draft, WriteMode } from './draft.js';
import { beforeTransaction, beforeValidate } from './run-hooks.js';
import type { Granted } from '../scope.js';

/** The values to write, as far as they are known before the transaction: a payload checked, with what hooks make of it. */
export async function prepareDraft(
  payload: unknown,
  mode: WriteMode,
  allowed: Granted,
): Promise<Draft> {
  const [sent, within] = await beforeValidate(payload, mode, allowed);
  const checked = checkPayload(sent, mode, within);
  return beforeTransaction(checked, mode, allowed);
}
