import type { Account } from '../auth/directory.js';
import { userRecords } from '../auth/entities.js';
import type { Invitations, Invited } from '../auth/invitations.js';
import { newSecret } from '../auth/one-time-secret.js';
import { HttpProblem, coded, conflict, forbidden, invalid, notFound } from '../problem/problem.js';
import type { SignInDoorParts } from '../service/project.js';
import { CHOSEN } from './may-invite.js';
import type { Invitation, StoredInvitations } from './stored-invitations.js';

type AcceptParts = Pick<
  SignInDoorParts,
  'database' | 'directory' | 'engine' | 'passwords' | 'throttle' | 'events'
>;

/** An invitation whose link is valid, with whoever answers for it. */
export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly inviter: Account;
}

/** The invitation of a link: 404 `link-expired`, 403 `invitation-void`. */
export async function openInvitation(
  secret: string,
  stored: StoredInvitations,
  { database, directory }: Pick<AcceptParts, 'database' | 'directory'>,
): Promise<OpenInvitation> {
  const invitation = await database.read((session) => stored.bySecret(session, secret));
  if (invitation === null) throw expired();
  const inviter = await directory.account(invitation.inviterId);
  if (!inviter?.active) throw isVoid();
  return { invitation, inviter };
}

/** What makes users of invitations, by the operations of whoever invited: as if they created the user now. */
export function acceptInvitations(parts: AcceptParts, stored: StoredInvitations): Invitations {
  const { database, directory, engine, passwords, throttle, events } = parts;
  return {
    async accept(token, invited, client, linked) {
      const { invitation, inviter } = await openInvitation(token, stored, parts);
      const said = linked ? withoutSaid(invitation, invited) : invited;
      const values = { password: newSecret(), ...valuesOf(invitation, said) };
      const users = userRecords(engine, engine.as(inviter.user));
      const make = () =>
        database.write(async (session) => {
          // First, and in the same transaction: of many who come with one link one goes on, and a refusal gives it back.
          if (!(await stored.use(session, invitation, token))) throw expired();
          const { id } = await users.create(values);
          await linked?.(session, id);
          await stored.forgetAddress(session, invitation.email);
          return id;
        });
      const userId = await throttle
        .hashing(String(values.username ?? ''), client.address, () =>
          // Hashing takes its time, and on SQLite nobody else writes meanwhile.
          passwords.beforehand(String(values.password), make),
        )
        .catch((error: unknown) => {
          throw answerTo(error, invitation);
        });
      const { id, inviterId: actorId } = invitation;
      events.tell({
        ...{ kind: 'invitation-accepted', userId, actorId, ...client },
        facts: { invitation: id },
      });
      return (await directory.account(userId))!;
    },
  };
}

/** What a provider says of somebody, but for what the invitation says: whoever invited has chosen that. */
const withoutSaid = ({ values }: Invitation, invited: Invited): Invited =>
  Object.fromEntries(Object.entries(invited).filter(([name]) => !(name in values)));

/** All that is known of the new user; 422 for what the invitation says already. */
function valuesOf({ email, values }: Invitation, invited: Invited) {
  const [first, ...rest] = Object.keys(invited)
    .filter((name) => name in values)
    .map((field) => {
      return {
        field,
        code: 'unknown-field',
        message: `The invitation sets the ${field}, so it cannot be chosen here.`,
      };
    });
  if (first) throw invalid([first, ...rest]);
  return { ...invited, ...values, email };
}

/**
 * The answer to whoever accepts: what they can mend themselves at its field; for all else the invitation is void, whose reasons
 * are the business of whoever invited.
 */
function answerTo(error: unknown, { values }: Invitation): unknown {
  if (!(error instanceof HttpProblem) || ![403, 409, 422].includes(error.status)) return error;
  const fields = error.problems.map(({ field }) => field);
  if (error.status === 409 && fields.includes('email')) return known();
  const chosen = CHOSEN.filter((name) => !(name in values));
  const isTheirs =
    fields.length > 0 && fields.every((field) => chosen.some((one) => one === field));
  return isTheirs && error.status !== 403 ? error : isVoid();
}

export const expired = () =>
  notFound('This invitation is no longer valid: ask for a new one.', 'link-expired');

const isVoid = () =>
  forbidden(
    'This invitation is no longer valid, because its sender may no longer give this access. Ask for a new one.',
    'invitation-void',
  );

/** The answer to a reader of the mail of this address: they know that the address is taken, or may know. */
function known(): HttpProblem {
  const message = 'You have an account with this address already: sign in.';
  return conflict(message, [{ field: 'email', code: 'unique', message }], coded('account-exists'));
}
