import { usernameProblem } from '../auth/access-control.js';
import { ceilingOf, refuseGifts } from '../auth/ceiling.js';
import {
  emailKey,
  fitsKey,
  userRecords,
  usersIn,
  usersOf,
  type UserRow,
} from '../auth/entities.js';
import type { Directory } from '../auth/directory.js';
import type { Database } from '../database/database.js';
import type { NumericId } from '../fields/record-id.js';
import type { CurrentUser } from '../model/access-rules.js';
import { HttpProblem, conflict, invalid, type FieldProblem } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { assertWritable } from '../records/code-values.js';
import { authorize, writing } from '../records/scope.js';
import { checkPayload } from '../records/writing/check-payload.js';
import { hiddenProblem, wouldBeHidden } from '../records/writing/hidden-row.js';
import { FoundReferences } from '../records/writing/found-references.js';
import { checkReferences } from '../records/writing/references.js';
import { beforeValidate } from '../records/writing/run-hooks.js';
import type { NewInvitation } from './stored-invitations.js';

/** The fields that people fill in themselves when they accept, unless the sender of the invitation has filled them in. */
export const CHOSEN = ['username', 'password', 'first_name', 'last_name'] as const;

export interface InviteParts {
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  readonly directory: Directory;
}

type Wanted = Pick<NewInvitation, 'email' | 'values'>;

/**
 * Throws what `POST /user` would say to this user of the one who is invited, as far as it can be said now: 403, 409 and 422.
 * Nothing is written, and of the model's hooks only `beforeValidate` runs; the others have their say when it is accepted.
 */
export async function checkInvitation(
  inviter: CurrentUser,
  { email, values }: Wanted,
  { database, engine, directory }: InviteParts,
): Promise<void> {
  const scope = engine.scope(inviter)(usersIn(engine.models).entity);
  const open = CHOSEN.filter((name) => !(name in values));
  const placeholders = { username: 'invited', password: 'chosen when it is accepted' };
  assertWritable({ ...placeholders, ...values, email }, 'create', scope);
  const [sent, allowed] = await beforeValidate(
    { ...placeholders, ...values, email },
    'create',
    authorize(scope, 'create'),
  );
  const draft = checkPayload(sent, 'create', allowed);
  const problems = [
    ...draft.problems.filter(({ field }) => !open.some((name) => name === field)),
    ...addressProblems(email),
    ...('username' in values ? [usernameProblem(values['username'], directory.signInBy)] : []),
  ].filter((problem) => problem !== null);
  const { columns, links, virtual } = draft;
  refuseGifts(ceilingOf(inviter, scope.model.access), null, links);
  const change = {
    mode: 'create',
    id: null,
    draft: { columns, links, virtual, problems },
  } as const;
  await database.write(async (session) => {
    const write = writing(change, allowed, session);
    await checkReferences(write, await FoundReferences.of([write]));
    if (await wouldBeHidden(write)) throw await hiddenProblem(write);
  });
  const { username } = values;
  if (typeof username === 'string' && (await directory.credentials(username)) !== null)
    throw taken('username');
}

function addressProblems(email: string): readonly FieldProblem[] {
  const wrong = (code: string, message: string) => [{ field: 'email', code, message }];
  if (email === '') return wrong('required', 'email is required.');
  return fitsKey(emailKey(email)) ? [] : wrong('too-long', 'email is too long.');
}

/**
 * Throws 409 where the address is that of a user whom the caller may see. Of others nobody learns, by the same statements: the
 * mail to that address says it, and whoever reads it knows it already.
 */
export async function refuseVisible(
  inviter: CurrentUser,
  email: string,
  { database, engine }: InviteParts,
): Promise<void> {
  const id = (await userWith(email, database)) ?? NOBODY;
  const shown = engine.policy.grant(inviter, 'show', usersIn(engine.models));
  if (!shown?.readable.has('email')) return;
  const found = await userRecords(engine, engine.as(inviter)).get(id).catch(nothing);
  if (found !== null) throw taken('email');
}

const NOBODY: NumericId = 0;

/** The user who has an address. */
export const userWith = (email: string, database: Database): Promise<NumericId | null> =>
  database.read(async (session) => {
    const where: Partial<UserRow> = { email_key: emailKey(email) };
    const found = await usersOf(session.runner().manager)
      .createQueryBuilder('user')
      .select('user.id')
      .where(where)
      .getOne();
    return found?.id ?? null;
  });

function nothing(error: unknown): null {
  if (error instanceof HttpProblem && [403, 404].includes(error.status)) return null;
  throw error;
}

function taken(field: 'username' | 'email'): HttpProblem {
  const message = `There is already a user with this ${field}.`;
  return conflict(message, [{ field, code: 'unique', message }]);
}

/** Refuses what an invitation cannot say of a user: 422. */
export function refuseUnfit(values: Readonly<Record<string, unknown>>): void {
  const [first, ...rest] = ['password', 'status'].flatMap((field): FieldProblem[] =>
    field in values
      ? [{ field, code: 'unknown-field', message: `An invitation has no ${field}.` }]
      : [],
  );
  if (first) throw invalid([first, ...rest]);
}
