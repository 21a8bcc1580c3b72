import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import type { Account } from './directory.js';

/** What whoever was invited says of themselves; all else the invitation says. */
export interface Invited {
  readonly username?: string;
  readonly password?: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
}

/** Invitations, where a feature has them: for features that know people by something else than a password. */
export interface Invitations {
  /**
   * Makes the user of an invitation, once, with the rights that whoever invites has now; the account is for the gate. Without a
   * password the user gets one that nobody knows: `linked` then ties the user to another proof, in the same transaction.
   * Throws 404 `link-expired`, 403 `invitation-void`, and 409 and 422 by field, none of which uses it up.
   */
  accept(
    token: string,
    invited: Invited,
    client: Client,
    linked?: (session: Session, userId: NumericId) => Promise<void>,
  ): Promise<Account>;
}
