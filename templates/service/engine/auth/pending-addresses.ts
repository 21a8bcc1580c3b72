import type { NumericId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';

type Values = Readonly<Record<string, unknown>>;

/** Addresses that people say are theirs, where a feature has them confirmed first: until then they are nobody's, and block nobody. */
export interface PendingAddresses {
  /** The one that a user has yet to confirm. */
  of(userId: NumericId): Promise<string | null>;
  /**
   * What of these values is written now, and the address that waits: it is not looked for among those of others, so nobody learns
   * whether somebody has it. 422 where nobody could.
   */
  withoutWaiting(
    values: Values,
    present: string | null,
    users: ModelInfo,
  ): readonly [written: Values, address: string | null];
  /** Takes the place of any before; null ends the waiting. */
  keep(userId: NumericId, email: string | null): Promise<void>;
}
