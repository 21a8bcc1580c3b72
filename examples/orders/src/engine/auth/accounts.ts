import type { EngineWithPolicy } from '../crud/create-engine.js';
import type { AccountsFrom, SignInAnswer } from '../model/accounts.js';
import { forbidden } from '../problem/problem.js';
import type { Account } from './directory.js';
import { createOwnAccount, type AccountRules } from './own-account.js';
import { openSession, signIn, type SignInParts } from './sign-in.js';

/** Signing in and up for code of the project, under the same limits and rules as at `/auth`. */
export function createAccounts(
  parts: SignInParts & { readonly engine: EngineWithPolicy },
  rules?: AccountRules,
): AccountsFrom {
  const own = createOwnAccount(parts, rules);
  const answer = async (account: Account): Promise<SignInAnswer> => ({
    ...openSession(parts.tokens, account),
    user: await own.profile(account),
  });
  return (address) => ({
    signIn: async (credentials) => answer((await signIn(parts, credentials, address)).known),
    signUp: (values) => own.signUp(values, address),
    openSession: async (userId) => {
      const account = await parts.directory.account(userId);
      if (!account?.active) throw forbidden('This user is not active.', 'inactive-user');
      return answer(account);
    },
  });
}
