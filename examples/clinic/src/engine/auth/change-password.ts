import type { Engine } from '../model/operations.js';
import { badRequest, invalid } from '../problem/problem.js';
import { textFields } from '../http/text-fields.js';
import type { Account } from './directory.js';
import { passwordProblem } from './passwords.js';
import { openSession, type Session, type SignInParts } from './sign-in.js';
import { userRecords } from './user-entity.js';

/** Another password for oneself. It ends all tokens, also the one that asked; the answer brings a new one. */
export async function changePassword(
  parts: SignInParts & { readonly engine: Engine },
  { profile }: Account,
  body: Readonly<Record<string, unknown>>,
  address: string,
): Promise<Session> {
  const { directory, engine, passwords, throttle, tokens } = parts;
  const given = textFields(body, ['current_password', 'new_password']);
  const problem = passwordProblem('new_password', given.new_password);
  if (problem) throw invalid([problem]);

  const known = await directory.credentials(profile.username);
  const right = await throttle.attempt(profile.username, address, () =>
    passwords.verify(given.current_password, known?.passwordHash ?? null),
  );
  if (!right) throw wrongPassword();

  await userRecords(engine, engine.system).update(profile.id, { password: given.new_password });
  const account = await directory.account(profile.id);
  if (account === null) throw wrongPassword();
  return openSession(tokens, account);
}

const wrongPassword = () => {
  const message = 'The current password is wrong.';
  return badRequest(message, [{ field: 'current_password', code: 'wrong', message }]);
};
