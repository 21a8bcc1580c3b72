import type { Records } from '../model/operations.js';
import { HttpProblem } from '../problem/problem.js';
import { textFields } from '../http/text-fields.js';
import type { UserRow } from './user-entity.js';

/** Adds the user whom the body of `POST /auth/register` describes; gives the id. */
export async function registerUser(
  users: Records<UserRow>,
  { role_names: roles, ...values }: Readonly<Record<string, unknown>>,
): Promise<number> {
  textFields(values, ['username', 'password', 'email']);
  try {
    const { id } = await users.create({ ...values, ...(roles !== undefined && { roles }) });
    return id;
  } catch (error) {
    throw error instanceof HttpProblem ? inWordsOfTheBody(error) : error;
  }
}

/** What is a user's `roles` is `role_names` here. */
function inWordsOfTheBody({ status, detail, problems, headers }: HttpProblem): HttpProblem {
  const renamed = problems.map((problem) =>
    problem.field === 'roles' ? { ...problem, field: 'role_names' } : problem,
  );
  return new HttpProblem(status, detail, renamed, headers);
}
