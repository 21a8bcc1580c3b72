import { randomBytes } from 'node:crypto';
import type { ModelHooks, Values } from '../model/hooks.js';
import type { Session } from '../database/session.js';
import { conflict, invalid, type FieldProblem } from '../problem/problem.js';
import { markAccessChange } from './directory.js';
import { passwordProblem, type Passwords } from './passwords.js';
import { fitsKey, usernameKey } from './user-entity.js';

/** A version that no token carries yet. */
export const newTokenVersion = (): string => randomBytes(12).toString('base64url');

/** What users need beside the generated operations. */
export function userHooks(passwords: Passwords, changed: () => void): ModelHooks {
  return {
    prepare: async ({ password, ...values }) => {
      const problems = [
        usernameProblem(values),
        password != null && passwordProblem('password', password),
      ];
      const [first, ...rest] = problems.filter((problem) => !!problem);
      if (first) throw invalid([first, ...rest]);
      const endsTokens = password != null || values['status'] === 'Inactive';
      return {
        ...values,
        ...(typeof values['username'] === 'string' && {
          username_key: usernameKey(values['username']),
        }),
        ...(typeof password === 'string' && {
          password_hash: await passwords.hash(password),
          password_is_initial: false,
        }),
        ...(endsTokens && { token_version: newTokenVersion() }),
      };
    },
    check: async ({ session, before }) => {
      await markAccessChange(session);
      if (before !== null && (await countActiveAdmins(session)) === 0)
        throw conflict('The last active Admin cannot be deleted, deactivated or lose the role.');
    },
    committed: changed,
  };
}

function usernameProblem({ username }: Readonly<Values>): FieldProblem | null {
  if (typeof username !== 'string') return null;
  const wrong = (code: string, message: string) => ({ field: 'username', code, message });
  if (username.trim() !== username || username === '')
    return wrong('blank', 'username must not begin or end with blanks.');
  return fitsKey(username)
    ? null
    : wrong('too-long', 'username has letters that stand for several: it is too long written out.');
}

/** Sees what this transaction has changed, and no other can change until it ends. */
async function countActiveAdmins(session: Session): Promise<number> {
  const [row] = await session.rows(
    {
      name: 'auth_count_admins',
      sql: `SELECT COUNT(*) FROM auth_user u
        JOIN auth_user_roles ur ON ur.user_id = u.id
        JOIN auth_role r ON r.id = ur.role_id
        WHERE u.status = 'Active' AND r.name = 'Admin'`,
    },
    [],
  );
  return Number(row?.[0]);
}
