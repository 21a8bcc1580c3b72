import type { Express, Request, RequestHandler } from 'express';
import { requireResettable } from '../auth/administered-user.js';
import type { Account } from '../auth/directory.js';
import { createOwnAccount } from '../auth/own-account.js';
import type { Proofs } from '../auth/proofs.js';
import type { UseProof, Way } from '../auth/sign-in-door.js';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import { parseId, type NumericId } from '../fields/record-id.js';
import { clientOf, type Client } from '../http/client.js';
import { endpoint } from '../http/endpoint.js';
import { paramId } from '../http/param-id.js';
import { readObject, textFields } from '../http/read-body.js';
import { noStore } from '../http/security-headers.js';
import {
  badRequest,
  coded,
  conflict,
  forbidden,
  invalid,
  notFound,
  unauthorized,
} from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { credentialIn } from './credentials.js';
import { PASSKEY, type Passkeys } from './passkeys.js';
import type { StoredPasskey } from './stored-passkeys.js';

/** The endpoints of passkeys: those of signing in, one's own, and those of others. */
export function addPasskeyEndpoints(app: Express, parts: AppParts, passkeys: Passkeys): void {
  const { signedIn, inPerson } = parts.authentication;
  for (const [path, post] of Object.entries(signInHandlers(parts, passkeys)))
    endpoint(app, `/auth/passkeys${path}`, { post }, noStore);
  for (const [path, handlers] of Object.entries(ownHandlers(parts, passkeys)))
    endpoint(app, `/auth/passkeys${path}`, handlers, noStore, signedIn, inPerson);
  const others = administratorHandlers(parts, passkeys);
  endpoint(app, '/auth/passkeys/users/:id', others, noStore, signedIn, inPerson);
}

type Body = Readonly<Record<string, unknown>>;

/** What somebody does who has no session yet: in place of the password, or after it by the token of the question. */
function signInHandlers(parts: AppParts, passkeys: Passkeys): Record<string, RequestHandler> {
  const { gate } = parts;
  const answer = answering(parts);
  const asked = (body: Body): Promise<Account> =>
    gate.pending(textFields(body, ['token']).token, PASSKEY);

  return {
    '/sign-in/options': async (_request, response) => {
      response.json(await passkeys.request('sign-in', null));
    },
    '/sign-in': async (request, response) => {
      const sent = credentialIn(await readObject(request, parts.settings));
      const account = await passkeys.check('sign-in', null, sent, clientOf(request));
      if (account === null) throw refused();
      response.json(await answer(account, PASSKEY, request));
    },
    '/factor/options': async (request, response) => {
      const account = await asked(await readObject(request, parts.settings));
      response.json(await passkeys.request('factor', account));
    },
    '/factor': async (request, response) => {
      const body = await readObject(request, parts.settings);
      const account = await asked(body);
      const sent = credentialIn(body);
      if (!(await passkeys.check('factor', account, sent, clientOf(request)))) throw refused();
      response.json(await answer(account, 'factor', request));
    },
  };
}

/** What a user does with their own passkeys. */
function ownHandlers(parts: AppParts, passkeys: Passkeys) {
  const { proofs } = parts;
  const answer = answering(parts);
  const service = titleOf(readPackage(parts.folder));

  const list: RequestHandler = async ({ account }, response) => {
    const found = await passkeys.of(account!);
    response.json({ passkeys: found.map(viewOf), proof_by: await proofs.kinds(account!) });
  };

  const options: RequestHandler = async (request, response) => {
    await proofs.check(
      request.account!,
      await readObject(request, parts.settings),
      clientOf(request),
    );
    response.json(await passkeys.creation(request.account!, service));
  };

  const add: RequestHandler = async (request, response) => {
    const body = await readObject(request, parts.settings);
    const name = nameIn(body);
    const added = await passkeys.add(request.account!, credentialIn(body), name, clientOf(request));
    if (added === null) throw refusedField();
    response.status(201).json(viewOf(added));
  };

  const proofOptions: RequestHandler = async ({ account }, response) => {
    response.json(await passkeys.request('prove', account!));
  };

  const rename: RequestHandler = async (request, response) => {
    const name = nameIn(await readObject(request, parts.settings));
    const renamed = await passkeys.rename(
      request.account!,
      paramId(request, 'id', noPasskey),
      name,
    );
    if (renamed === null) throw noPasskey();
    response.json(viewOf(renamed));
  };

  const remove: RequestHandler = async (request, response) => {
    const account = request.account!;
    const id = paramId(request, 'id', noPasskey);
    await refuseLast(account, passkeys, proofs, id);
    await proofs.check(account, await readObject(request, parts.settings), clientOf(request));
    const changed = await passkeys.remove(account, id, clientOf(request));
    if (changed === null) throw noPasskey();
    response.json(await answer(changed, 'factor', request));
  };

  return {
    '': { get: list, post: add },
    '/options': { post: options },
    '/proof/options': { post: proofOptions },
    '/:id': { patch: rename },
    '/:id/remove': { post: remove },
  };
}

/** What whoever may set a user's password does with their passkeys. */
function administratorHandlers(parts: AppParts, passkeys: Passkeys) {
  const userOf = (request: Request): Promise<Account> =>
    requireResettable(parts, request.currentUser!, parseId(String(request.params['id'])));

  const list: RequestHandler = async (request, response) => {
    const found = await passkeys.of(await userOf(request));
    response.json({ passkeys: found.map(viewOf) });
  };

  const reset: RequestHandler = async (request, response) => {
    const account = await userOf(request);
    if (account.profile.id === request.currentUser!.id)
      throw forbidden('Remove your own passkeys in your account.', 'may-not');
    await passkeys.reset(account, request.account!, clientOf(request));
    response.status(204).end();
  };

  return { get: list, delete: reset };
}

/** Whether it is right: for doors. */
export async function provePasskey(
  passkeys: Passkeys,
  account: Account,
  proof: Body,
  client: Client,
): Promise<void> {
  if (!(await passkeys.check('prove', account, credentialIn(proof), client))) throw refusedField();
}

/** Whether a passkey proves who asks, without noting the use: the result does that. */
export async function verifyPasskey(
  passkeys: Passkeys,
  account: Account,
  proof: Body,
  client: Client,
): Promise<UseProof> {
  const use = await passkeys.verify(account, credentialIn(proof), client);
  if (use === null) throw refusedField();
  return async () => {
    if (!(await use())) throw refusedField();
  };
}

/** A new session of somebody. */
function answering(parts: AppParts) {
  const own = createOwnAccount(parts, parts.account);
  return async (account: Account, way: Way, request: Request) =>
    own.answer(account, await parts.gate.admit(account, { way, ...clientOf(request) }));
}

/** 404 without such a passkey, 409 where a role requires a factor and it is the last one. */
async function refuseLast(
  account: Account,
  passkeys: Passkeys,
  proofs: Proofs,
  id: NumericId,
): Promise<void> {
  const found = await passkeys.of(account);
  if (!found.some((one) => one.id === id)) throw noPasskey();
  if (found.length > 1 || !proofs.isRequired(account)) return;
  if ((await proofs.factors(account)).some((kind) => kind !== PASSKEY)) return;
  const detail = 'A role of yours requires a second factor: set up another one first.';
  throw conflict(detail, [], coded('role-needs-factor'));
}

const MAX_NAME = 100;

function nameIn(body: Body): string {
  const name = textFields(body, ['name']).name.trim();
  const problem = (code: string, message: string) => invalid([{ field: 'name', code, message }]);
  if (name === '') throw problem('required', 'name is required.');
  if ([...name].length > MAX_NAME)
    throw problem('max', `name must have at most ${MAX_NAME} characters.`);
  return name;
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A passkey as its owner and administrators see it. */
const viewOf = ({ id, name, transports, ...passkey }: StoredPasskey) => ({
  ...{ id, name, transports, backed_up: passkey.backedUp },
  created_at: timeOf(passkey.createdAt),
  used_at: passkey.usedAt === null ? null : timeOf(passkey.usedAt),
});

const REFUSED = 'The passkey was not accepted: try again, or sign in another way.';
const refused = () => unauthorized(REFUSED, 'passkey-refused');
/** The status is not 401, because the session stands. */
const refusedField = () =>
  badRequest(REFUSED, [{ field: 'credential', code: 'passkey-refused', message: REFUSED }]);
const noPasskey = () => notFound('There is no such passkey.', 'no-record');
