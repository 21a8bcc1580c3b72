import type { EngineWithPolicy } from '../crud/create-engine.js';
import type { Database } from '../database/database.js';
import { transactionOf } from '../database/scoped-data-source.js';
import { textFields } from '../http/read-json.js';
import type { AccountsFrom, SignInAnswer } from '../model/accounts.js';
import { forbidden } from '../problem/problem.js';
import type { Account } from './directory.js';
import { createOwnAccount, type AccountRules } from './own-account.js';
import { openSession, signIn, type SignInParts } from './sign-in.js';

interface AccountsParts extends SignInParts {
  readonly engine: EngineWithPolicy;
  readonly database: Pick<Database, 'dataSource'>;
}

/** Sign-in and sign-up for code of the project, under the same limits and rules as at `/auth`. */
export function createAccounts(parts: AccountsParts, rules?: AccountRules): AccountsFrom {
  const own = createOwnAccount(parts, rules);
  const answer = async (account: Account): Promise<SignInAnswer> => ({
    ...openSession(parts.tokens, account),
    user: await own.profile(account),
  });
  return (address) => ({
    signIn: async (credentials) => {
      refuseInside(parts.database);
      const given = textFields({ ...credentials }, ['username', 'password']);
      return answer((await signIn(parts, given, address)).known);
    },
    signUp: async (values) => {
      refuseInside(parts.database);
      return own.signUp(values, address);
    },
    openSession: async (userId) => {
      refuseInside(parts.database);
      const account = await parts.directory.account(userId);
      if (!account?.active) throw forbidden('This user is not active.', 'inactive-user');
      return answer(account);
    },
  });
}

/** In a transaction the count of failures would be rolled back with it, and only it would see the users that it creates. */
function refuseInside({ dataSource }: Pick<Database, 'dataSource'>): void {
  if (transactionOf(dataSource))
    throw new Error('`accounts` cannot be used inside a transaction: sign in before or after it');
}
