import type { Express, Request, RequestHandler } from 'express';
import { administeredAmong } from '../auth/administered-user.js';
import { emailKey, userRecords, usersIn } from '../auth/entities.js';
import type { Invited } from '../auth/invitations.js';
import { createOwnAccount } from '../auth/own-account.js';
import type { Session } from '../database/dialect.js';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import { parseId, type NumericId } from '../fields/record-id.js';
import { clientOf } from '../http/client.js';
import { endpoint } from '../http/endpoint.js';
import { languageOf } from '../http/language.js';
import { readObject, textFields } from '../http/read-body.js';
import { noStore } from '../http/security-headers.js';
import { enqueue } from '../jobs/enqueue.js';
import { invalid, notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { openInvitation } from './accept-invitation.js';
import { INVITE, nameOf } from './invitation-job.js';
import { CHOSEN, checkInvitation, refuseUnfit, refuseVisible } from './may-invite.js';
import type { Invitation, StoredInvitations } from './stored-invitations.js';

/** In a window of time: invitations by one user, mails to one address, tries of one client. */
const MOST_INVITED = 60;
const MOST_TO_ONE = 5;
const MOST_TRIED = 30;

export function addInvitationEndpoints(
  app: Express,
  parts: AppParts,
  stored: StoredInvitations,
): void {
  const { signedIn, inPerson } = parts.authentication;
  const { list, invite, resend, revoke } = invitingHandlers(parts, stored);
  const { look, accept } = acceptingHandlers(parts, stored);
  const path = '/auth/invitations';
  endpoint(app, `${path}/look`, { post: look }, noStore);
  endpoint(app, `${path}/accept`, { post: accept }, noStore);
  endpoint(app, path, { get: list, post: invite }, noStore, signedIn, inPerson);
  endpoint(app, `${path}/:id`, { delete: revoke }, noStore, signedIn, inPerson);
  endpoint(app, `${path}/:id/resend`, { post: resend }, noStore, signedIn, inPerson);
}

type InvitingHandlers = Record<'list' | 'invite' | 'resend' | 'revoke', RequestHandler>;

/** The handlers for people who may create users. */
function invitingHandlers(parts: AppParts, stored: StoredInvitations): InvitingHandlers {
  const { database, events } = parts;
  const { mustInvite, visibleTo, found } = seeing(parts, stored);
  const viewOf = viewing(parts);

  /** Queues the mail in the transaction of what it is about, and tells of it. */
  const send = async (request: Request, make: (session: Session) => Promise<Invitation>) => {
    const made = await database.write(async (session) => {
      const one = await make(session);
      const { id, at } = one;
      await enqueue({ session }, INVITE, { id, at, language: languageOf(request) });
      return one;
    });
    tell('invited', request, made.id);
    return viewOf(made);
  };

  const tell = (kind: string, request: Request, invitation: NumericId): void =>
    events.tell({
      ...{ kind, userId: null, actorId: request.currentUser!.id, ...clientOf(request) },
      facts: { invitation },
    });

  return {
    list: async (request, response) => {
      mustInvite(request);
      const all = await database.read((session) => stored.all(session));
      response.json(await Promise.all((await visibleTo(request, all)).map(viewOf)));
    },
    invite: async (request, response) => {
      mustInvite(request);
      const inviter = request.currentUser!;
      const body = await readObject(request, parts.settings);
      const { email } = textFields(body, ['email']);
      const { email: _, ...values } = body;
      refuseUnfit(values);
      await checkInvitation(inviter, { email, values }, parts);
      await limit(request, email, parts);
      await refuseVisible(inviter, email, parts);
      const one = { inviterId: inviter.id, email, values };
      response.status(201).json(await send(request, (session) => stored.add(session, one)));
    },
    /** Whoever sends it again answers for it from then on. */
    resend: async (request, response) => {
      const { id, email, values } = await found(request);
      const inviter = request.currentUser!;
      await checkInvitation(inviter, { email, values }, parts);
      await limit(request, email, parts);
      const renew = async (session: Session) =>
        (await stored.renew(session, id, inviter.id)) ?? throwGone();
      response.json(await send(request, renew));
    },
    revoke: async (request, response) => {
      const { id } = await found(request);
      if (!(await database.write((session) => stored.remove(session, id)))) throwGone();
      tell('invitation-revoked', request, id);
      response.status(204).end();
    },
  };
}

/** The invitations that the sender of a request may see; 403 for all if they may create no users. */
function seeing({ engine, database }: AppParts, stored: StoredInvitations) {
  const mustInvite = ({ currentUser }: Request): void =>
    userRecords(engine, engine.as(currentUser!)).authorize('create');

  /** One's own, and those of users whom one administers. */
  const visibleTo = async (
    { currentUser }: Request,
    all: readonly Invitation[],
  ): Promise<readonly Invitation[]> => {
    const inviters = [...new Set(all.map(({ inviterId }) => inviterId))];
    const visible = new Set(await administeredAmong(engine, currentUser!, inviters));
    return all.filter(({ inviterId: id }) => id === currentUser!.id || visible.has(id));
  };

  const found = async (request: Request): Promise<Invitation> => {
    mustInvite(request);
    const id = parseId(String(request.params['id']));
    const one = id === null ? null : await database.read((session) => stored.find(session, id));
    const [visible] = one ? await visibleTo(request, [one]) : [];
    return visible ?? throwGone();
  };
  return { mustInvite, visibleTo, found };
}

/** The form of an invitation for people who may see it. */
const viewing =
  ({ directory }: AppParts) =>
  async ({ id, inviterId, email, values, at, expires }: Invitation) => {
    const inviter = (await directory.account(inviterId))?.profile;
    const { username = null, roles = [], tenants = [] } = values;
    return {
      ...{ id, email, username, roles, tenants },
      invited_by: inviter ? nameOf(inviter) : null,
      sent_at: new Date(at).toISOString(),
      expires_at: new Date(expires).toISOString(),
      expired: expires <= Date.now(),
    };
  };

async function limit({ currentUser }: Request, email: string, { throttle }: AppParts) {
  await throttle.count('invite', String(currentUser!.id), MOST_INVITED);
  await throttle.count('invited', emailKey(email), MOST_TO_ONE);
}

/** The handlers for people who were invited, by the secret of their link. */
function acceptingHandlers(
  parts: AppParts,
  stored: StoredInvitations,
): Record<'look' | 'accept', RequestHandler> {
  const { gate, throttle, engine, folder } = parts;
  const service = titleOf(readPackage(folder));
  const own = createOwnAccount(parts, parts.account);

  const look: RequestHandler = async (request, response) => {
    const { token } = textFields(await readObject(request, parts.settings), ['token']);
    await throttle.count('invitation', clientOf(request).address, MOST_TRIED);
    const { invitation, inviter } = await openInvitation(token, stored, parts);
    const { email, values, expires } = invitation;
    const grant = engine.policy.grant(inviter.user, 'create', usersIn(engine.models));
    response.json({
      ...{ email, username: values['username'] ?? null, invited_by: nameOf(inviter.profile) },
      service,
      fields: CHOSEN.filter((name) => !(name in values) && grant?.writable.has(name)),
      expires_at: new Date(expires).toISOString(),
    });
  };

  const accept: RequestHandler = async (request, response) => {
    const { token, ...invited } = await readObject(request, parts.settings);
    const given = textFields({ ...invited, token }, ['token', 'password']);
    refuseOthers(invited);
    const client = clientOf(request);
    await throttle.count('accept-invitation', client.address, MOST_TRIED);
    const account = await parts.invitations!.accept(given.token, invited as Invited, client);
    const admission = await gate.admit(account, { way: 'invitation', ...client });
    response.status(201).json(await own.answer(account, admission));
  };
  return { look, accept };
}

function refuseOthers(invited: Readonly<Record<string, unknown>>): void {
  const open: readonly string[] = CHOSEN;
  const [first, ...rest] = Object.keys(invited)
    .filter((name) => !open.includes(name))
    .map((field) => ({
      field,
      code: 'unknown-field',
      message: `${field} cannot be set here. Fields that can be set here: ${open.join(', ')}.`,
    }));
  if (first) throw invalid([first, ...rest]);
}

function throwGone(): never {
  throw notFound('There is no such invitation.', 'no-record');
}
