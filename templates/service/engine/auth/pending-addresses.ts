import { checkValue } from '../fields/check-value.js';
import type { NumericId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { invalid } from '../problem/problem.js';
import { emailProblem } from './access-control.js';
import { emailKey } from './entities.js';

/** Addresses that people say are theirs, where a feature has them confirmed first: until then they are nobody's, and block nobody. */
export interface PendingAddresses {
  /** The one that a user has yet to confirm. */
  of(userId: NumericId): Promise<string | null>;
  /** Takes the place of any before. */
  keep(userId: NumericId, email: string): Promise<void>;
  forget(userId: NumericId): Promise<void>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What of these values is written now, and the address that waits: it is not looked for among those of others, so nobody learns
 * whether somebody has it. 422 where nobody could.
 */
export function withoutWaiting(
  values: Values,
  present: string | null,
  users: ModelInfo,
  pending: PendingAddresses | undefined,
): readonly [written: Values, address: string | null] {
  const { email, ...others } = values;
  const isText = typeof email === 'string' && email !== '';
  if (!pending || !isText || emailKey(email) === emailKey(present ?? '')) return [values, null];
  const column = users.columns.find(({ name }) => name === 'email')!;
  const outcome = checkValue(email, column);
  const problem = outcome.code ? { field: 'email', ...outcome } : emailProblem(email);
  if (problem) throw invalid([problem]);
  return [others, email];
}
