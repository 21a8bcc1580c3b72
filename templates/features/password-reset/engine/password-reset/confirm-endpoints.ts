import type { Express, RequestHandler } from 'express';
import type { Account } from '../auth/directory.js';
import { userRecords } from '../auth/entities.js';
import { userLock } from '../auth/lock-user.js';
import { clientOf } from '../http/client.js';
import { endpoint } from '../http/endpoint.js';
import { languageOf } from '../http/language.js';
import { readObject, textFields } from '../http/read-body.js';
import { noStore } from '../http/security-headers.js';
import { enqueue } from '../jobs/enqueue.js';
import { HttpProblem, coded, conflict } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { CONFIRM, MOVED } from './account-jobs.js';
import { createAccountLinks, type LinkOwner } from './account-links.js';
import { createConfirmedEmails, mustConfirm } from './confirmed-emails.js';
import { createPendingEmails } from './pending-emails.js';
import { MOST_ASKED, MOST_TRIED, ON_ITS_WAY, expired } from './reset-endpoints.js';

/** What signed-in users do to confirm that an address is theirs. */
export function addConfirmEndpoints(app: Express, parts: AppParts): void {
  const { signedIn, inPerson } = parts.authentication;
  const handlers = confirmHandlers(parts);
  endpoint(app, '/auth/email-confirmation', handlers, noStore, signedIn, inPerson);
}

function confirmHandlers(parts: AppParts): Record<'get' | 'post' | 'put', RequestHandler> {
  const { database, throttle, events, pendingAddresses } = parts;
  const links = createAccountLinks(database);
  const confirmed = createConfirmedEmails(database);
  const take = taking(parts);
  const pendingOf = async ({ profile: { id } }: Account): Promise<string | null> =>
    (await pendingAddresses?.of(id)) ?? null;

  const state: RequestHandler = async ({ account }, response) => {
    const { id, email } = account!.profile;
    const required = mustConfirm(parts);
    const isConfirmed = email !== null && (await confirmed.has(id, email));
    const pending = await pendingOf(account!);
    response.json({ email, required, confirmed: isConfirmed, pending });
  };

  /** Whether the address is somebody else's is the job's to find out: no answer tells. */
  const ask: RequestHandler = async (request, response) => {
    const { id, email } = request.account!.profile;
    const pending = await pendingOf(request.account!);
    if (pending === null && email === null)
      throw conflict('Your account has no address to confirm.');
    await throttle.count('confirm-email', clientOf(request).address, MOST_ASKED);
    if (pending !== null) await pendingAddresses?.keep(id, pending);
    await enqueue(database, CONFIRM, { userId: id, language: languageOf(request) });
    response.status(202).json(ON_ITS_WAY);
  };

  /** By its own user alone: whoever gets the mail of somebody who mistyped the address gets no account with it. */
  const confirm: RequestHandler = async (request, response) => {
    const { token } = textFields(await readObject(request, parts.settings), ['token']);
    const client = clientOf(request);
    await throttle.count('confirm-email-link', client.address, MOST_TRIED);
    const { profile, tokenVersion } = request.account!;
    const owner = await links.find('confirm', token);
    // Somebody else may have entered it, who had another password.
    if (owner?.userId !== profile.id || owner.tokenVersion !== tokenVersion) throw expired();
    await take(owner, profile.email, languageOf(request));
    events.tell({ kind: 'email-confirmed', userId: profile.id, ...client });
    response.status(204).end();
  };
  return { get: state, post: ask, put: confirm };
}

/** Ends a link, and gives its user the address that waited for it; 404 where that is another by now, 409 where it is taken. */
function taking(parts: AppParts) {
  const { database, engine } = parts;
  const links = createAccountLinks(database);
  const confirmed = createConfirmedEmails(database);
  const pending = createPendingEmails(database);
  const lock = userLock(database);
  const users = userRecords(engine, engine.system);

  const isTold = async (userId: number, email: string | null): Promise<boolean> =>
    email !== null && (!mustConfirm(parts) || (await confirmed.has(userId, email)));

  return async ({ userId, email }: LinkOwner, present: string | null, language: string | null) => {
    const former = (await isTold(userId, present)) ? present : null;
    const work = database.write(async (session) => {
      await lock(session, userId);
      // Only one of several requests with the same link goes on.
      if ((await links.forget(session, 'confirm', userId)) === 0) throw expired();
      if (email !== present) {
        if (!(await pending.take(session, userId, email))) throw expired();
        await users.update(userId, { email });
        if (former !== null) await enqueue({ session }, MOVED, { userId, email: former, language });
      }
      await confirmed.add(session, userId, email);
    });
    await work.catch(async (error: unknown) => {
      if (!isTaken(error)) throw error;
      await pending.forget(userId);
      throw taken();
    });
  };
}

const isTaken = (error: unknown): boolean =>
  error instanceof HttpProblem &&
  error.status === 409 &&
  error.problems.some(({ field }) => field === 'email');

/** The answer to a reader of the mails of this address, who may know that it is taken. */
const taken = () =>
  conflict(
    'Another account has this address now: sign in with that account.',
    [],
    coded('address-taken'),
  );
