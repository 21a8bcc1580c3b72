import type { Express, Request, RequestHandler, Response } from 'express';
import { noStore } from '../http/security-headers.js';
import type { Account } from '../auth/directory.js';
import { userRecords, usersIn } from '../auth/entities.js';
import { createOwnAccount } from '../auth/own-account.js';
import { readPackage } from '../docs/document-parts.js';
import { parseId } from '../fields/record-id.js';
import { clientOf } from '../http/client.js';
import { endpoint } from '../http/endpoint.js';
import { jsonObject, readJson, textFields } from '../http/read-body.js';
import { and } from '../model/where.js';
import { badRequest, forbidden, invalid, notFound, unauthorized } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import type { Changed, Factors, Proof } from './factors.js';

const KINDS = ['totp', 'recovery-code'] as const;

/** The endpoints of second factors: the second step of signing in, one's own factor, and those of others. */
export function addFactorEndpoints(app: Express, parts: AppParts, factors: Factors): void {
  const { authentication } = parts;
  const { signedIn, inPerson } = authentication;
  const { enrolByQuestion, answerQuestion } = signInHandlers(parts, factors);
  const own = ownHandlers(parts, factors);
  const others = administratorHandlers(parts, factors);
  endpoint(app, '/auth/factor', { post: answerQuestion }, noStore);
  endpoint(app, '/auth/factor/enrol', { post: enrolByQuestion }, noStore);
  for (const [path, handlers] of Object.entries(own))
    endpoint(app, `/auth/two-factor${path}`, handlers, noStore, signedIn, inPerson);
  endpoint(app, '/auth/two-factor/users/:id', others, noStore, signedIn, inPerson);
}

/** What somebody does who has no session yet, by the token of the question. */
function signInHandlers(parts: AppParts, factors: Factors) {
  const { gate } = parts;
  const answer = answering(parts);
  const issuer = issuerOf(parts);

  const enrolByQuestion: RequestHandler = async (request, response) => {
    const { token } = textFields(await bodyOf(request, parts), ['token']);
    const account = await gate.pending(token, 'enrol');
    if (await factors.isActive(account)) throw hasFactor();
    response.json(await factors.enrol(account, issuer));
  };

  const answerQuestion: RequestHandler = async (request, response) => {
    const body = await bodyOf(request, parts);
    const { token, kind, code } = textFields(body, ['token', 'kind', 'code']);
    const account = await gate.pending(token, kind);
    if (kind === 'enrol') {
      const changed = await factors.confirm(account, code, clientOf(request), true);
      if (changed === null) throw wrongCode();
      return answer(request, response, changed);
    }
    const right = await factors.check(account, { kind: kindOf(kind), code }, clientOf(request));
    if (!right) throw wrongCode();
    await answer(request, response, { account, recoveryCodes: [] });
  };

  return { enrolByQuestion, answerQuestion };
}

/** What a user does with their own factor. */
function ownHandlers(parts: AppParts, factors: Factors) {
  const answer = answering(parts);
  const issuer = issuerOf(parts);

  const state: RequestHandler = async (request, response) => {
    response.json(await factors.state(request.account!));
  };

  /** By the password; whoever has a factor shows that: a session alone replaces none. */
  const enrol: RequestHandler = async (request, response) => {
    const body = await bodyOf(request, parts);
    if (await factors.isActive(request.account!)) await prove(request, body, factors);
    else await provePassword(request, body, parts);
    response.json(await factors.enrol(request.account!, issuer));
  };

  const confirm: RequestHandler = async (request, response) => {
    const { code } = textFields(await bodyOf(request, parts), ['code']);
    const changed = await factors.confirm(request.account!, code, clientOf(request));
    if (changed === null) throw wrongField();
    await answer(request, response, changed);
  };

  const renewCodes: RequestHandler = async (request, response) => {
    await prove(request, await bodyOf(request, parts), factors);
    const codes = await factors.renewCodes(request.account!, clientOf(request));
    response.json({ recovery_codes: codes });
  };

  const remove: RequestHandler = async (request, response) => {
    factors.assertRemovable(request.account!);
    await prove(request, await bodyOf(request, parts), factors);
    const changed = await factors.remove(request.account!, clientOf(request));
    await answer(request, response, changed);
  };

  return {
    '': { get: state },
    '/enrol': { post: enrol },
    '/confirm': { post: confirm },
    '/recovery-codes': { post: renewCodes },
    '/remove': { post: remove },
  };
}

/** What whoever may set a user's password does with their factor. */
function administratorHandlers(parts: AppParts, factors: Factors) {
  const { engine, directory } = parts;

  const userOf = async (request: Request): Promise<Account> => {
    const id = parseId(String(request.params['id']));
    const found = id === null ? null : await directory.account(id);
    const actor = request.currentUser!;
    const users = usersIn(engine.models);
    userRecords(engine, engine.as(actor)).authorize('edit');
    const grant = engine.policy.grant(actor, 'edit', users);
    if (!grant?.writable.has('password'))
      throw forbidden('Only whoever may set passwords of users may do this.', 'may-not');
    const where = found && and(grant.where, { op: 'eq', field: 'id', value: found.profile.id });
    const isTheirs = where && (await userRecords(engine, engine.system).count({ where })) > 0;
    if (!isTheirs) throw notFound('There is no such user.', 'no-record');
    return found!;
  };

  const state: RequestHandler = async (request, response) => {
    response.json(await factors.state(await userOf(request)));
  };

  const reset: RequestHandler = async (request, response) => {
    const account = await userOf(request);
    if (account.profile.id === request.currentUser!.id)
      throw forbidden('Your own second factor is removed by one of its codes.', 'may-not');
    await factors.reset(account, request.account!, clientOf(request));
    response.status(204).end();
  };

  return { get: state, delete: reset };
}

const bodyOf = async (request: Request, { settings }: AppParts) =>
  jsonObject(await readJson(request, settings.bodyLimit));

/** What apps show beside the name of the user. */
const issuerOf = ({ folder }: AppParts): string => readPackage(folder).name ?? 'API';

/** Sends a new session, with recovery codes where there are new ones. */
function answering(parts: AppParts) {
  const { gate } = parts;
  const own = createOwnAccount(parts, parts.account);
  return async (request: Request, response: Response, { account, recoveryCodes }: Changed) => {
    const session = await gate.admit(account, { way: 'factor', ...clientOf(request) });
    const codes = recoveryCodes.length > 0 && { recovery_codes: recoveryCodes };
    response.json({ ...(await own.answer(account, session)), ...codes });
  };
}

async function prove(
  request: Request,
  body: Readonly<Record<string, unknown>>,
  factors: Factors,
): Promise<void> {
  const { kind, code } = textFields(body, ['kind', 'code']);
  const proof: Proof = { kind: kindOf(kind), code };
  if (!(await factors.check(request.account!, proof, clientOf(request)))) throw wrongField();
}

async function provePassword(
  request: Request,
  body: Readonly<Record<string, unknown>>,
  { directory, passwords, throttle }: AppParts,
): Promise<void> {
  const { password } = textFields(body, ['password']);
  const { username } = request.account!.profile;
  const known = await directory.credentials(username);
  const right = await throttle.attempt(username, clientOf(request).address, () =>
    passwords.verify(password, known?.passwordHash ?? null),
  );
  if (right) return;
  const message = 'The password is wrong.';
  throw badRequest(message, [{ field: 'password', code: 'wrong', message }]);
}

function kindOf(text: string): Proof['kind'] {
  const kind = KINDS.find((one) => one === text);
  if (kind) return kind;
  const message = `kind must be one of ${KINDS.join(', ')}.`;
  throw invalid([{ field: 'kind', code: 'value', message, params: { values: KINDS.join(', ') } }]);
}

const WRONG = 'The code is wrong, has expired or was used before.';
const wrongCode = () => unauthorized(WRONG, 'wrong-code');
/** Not 401: the session stands. */
const wrongField = () => badRequest(WRONG, [{ field: 'code', code: 'wrong-code', message: WRONG }]);
const hasFactor = () => unauthorized('Sign in again: a factor was set up.', 'question-expired');
