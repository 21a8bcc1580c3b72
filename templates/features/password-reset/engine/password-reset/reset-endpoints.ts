import type { Express, RequestHandler } from 'express';
import { emailKey, userRecords, usernameKey } from '../auth/entities.js';
import { endpoint } from '../http/endpoint.js';
import { clientOf } from '../http/client.js';
import { languageOf } from '../http/language.js';
import { noStore } from '../http/security-headers.js';
import { readObject, textFields } from '../http/read-body.js';
import { enqueue } from '../jobs/enqueue.js';
import { HttpProblem, invalid, notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { RESET } from './account-jobs.js';
import { createAccountLinks, type LinkOwner } from './account-links.js';
import { createConfirmedEmails, mustConfirm, type Sought } from './confirmed-emails.js';

/** How often one address may ask in a window of time. */
export const MOST_ASKED = 10;
export const MOST_TRIED = 30;

export function addResetEndpoints(app: Express, parts: AppParts): void {
  const { forgot, reset } = resetHandlers(parts);
  endpoint(app, '/auth/forgot-password', { post: forgot }, noStore);
  endpoint(app, '/auth/reset-password', { post: reset }, noStore);
}

/** Says nothing of who there is. */
export const ON_ITS_WAY = {
  detail: 'If this belongs to an account, an email with a link is on its way.',
};

function resetHandlers(parts: AppParts): Record<'forgot' | 'reset', RequestHandler> {
  const { database, engine, directory, passwords, throttle, events, gate } = parts;
  const links = createAccountLinks(database);
  const confirmed = createConfirmedEmails(database);
  const users = userRecords(engine, engine.system);

  /** Runs equal statements and adds an equal job, whoever there is: neither the answer nor its time tells. */
  const forgot: RequestHandler = async (request, response) => {
    const sought = soughtIn(await readObject(request, parts.settings));
    const client = clientOf(request);
    await throttle.count('forgot-password', client.address, MOST_ASKED);
    const userId = await confirmed.userFor(sought, mustConfirm(parts));
    await enqueue(database, RESET, { userId, language: languageOf(request) });
    events.tell({ kind: 'password-reset-asked', userId, ...client });
    response.status(202).json(ON_ITS_WAY);
  };

  const reset: RequestHandler = async (request, response) => {
    const body = await readObject(request, parts.settings);
    const given = textFields(body, ['token', 'new_password']);
    const endsKeys = body['end_api_keys'] === true;
    const client = clientOf(request);
    await throttle.count('reset-password', client.address, MOST_TRIED);
    const owner = await links.find('reset', given.token);
    const account = owner && (await directory.account(owner.userId));
    if (!owner || !account?.active) throw expired();
    const problem = await passwords.problem('new_password', given.new_password);
    if (problem) throw invalid([problem]);
    await throttle.hashing(account.profile.username, client.address, () =>
      users
        .update(owner.userId, { password: given.new_password }, { ifMatch: stateOf(owner) })
        .catch(refuseOutdated),
    );
    await database.write(async (session) => {
      await links.forget(session, 'reset', owner.userId);
      if (endsKeys) await gate.endLasting(session, owner.userId);
    });
    // Somebody else may have entered it, who had the old password.
    await parts.pendingAddresses?.keep(owner.userId, null);
    const facts = {
      ...{ way: 'reset', language: languageOf(request) },
      ...(endsKeys && { end_api_keys: true }),
    };
    events.tell({ kind: 'password-changed', userId: owner.userId, ...client, facts });
    response.status(204).end();
  };
  return { forgot, reset };
}

/**
 * A link is void once its account is in another state. A new password changes the version of tokens: so one link is used
 * once, however many requests come with it, and all others of its user are void with it.
 */
const stateOf = ({ tokenVersion, email }: LinkOwner) => ({ token_version: tokenVersion, email });

/** The user whom the body of a request names: by `email`, or by `username`. */
function soughtIn(body: Readonly<Record<string, unknown>>): Sought {
  if (body['email'] === undefined && body['username'] !== undefined)
    return { username_key: usernameKey(textFields(body, ['username']).username) };
  return { email_key: emailKey(textFields(body, ['email']).email) };
}

export const expired = () =>
  notFound('This link is no longer valid: ask for a new one.', 'link-expired');

function refuseOutdated(error: unknown): never {
  throw error instanceof HttpProblem && [404, 412].includes(error.status) ? expired() : error;
}
