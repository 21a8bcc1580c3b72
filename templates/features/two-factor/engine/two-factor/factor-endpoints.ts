import type { Express, Request, RequestHandler, Response } from 'express';
import { noStore } from '../http/security-headers.js';
import { requireResettable } from '../auth/administered-user.js';
import type { Account } from '../auth/directory.js';
import { createOwnAccount } from '../auth/own-account.js';
import { shownIn, type Proofs } from '../auth/proofs.js';
import type { UseProof } from '../auth/sign-in-door.js';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import { parseId } from '../fields/record-id.js';
import { clientOf, type Client } from '../http/client.js';
import { endpoint } from '../http/endpoint.js';
import { readObject, textFields } from '../http/read-body.js';
import {
  type HttpProblem,
  badRequest,
  coded,
  conflict,
  forbidden,
  invalid,
  unauthorized,
} from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import type { Changed, FactorState, Factors, Proof } from './factors.js';

/** What people show. */
export const KINDS = ['totp', 'recovery-code'] as const;

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
    const { token } = textFields(await readObject(request, parts.settings), ['token']);
    const account = await gate.pending(token, 'enrol');
    if (await factors.isActive(account)) throw hasFactor();
    response.json(await factors.enrol(account, issuer));
  };

  const answerQuestion: RequestHandler = async (request, response) => {
    const body = await readObject(request, parts.settings);
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

  const { proofs } = parts;

  const state: RequestHandler = async ({ account }, response) => {
    const known = await stateOf(account!, factors, proofs);
    response.json({ ...known, proof_by: await proofs.kinds(account!) });
  };

  /** By the password; whoever has a factor shows that: a session alone replaces none. */
  const enrol: RequestHandler = async (request, response) => {
    await proofs.check(
      request.account!,
      await readObject(request, parts.settings),
      clientOf(request),
    );
    response.json(await factors.enrol(request.account!, issuer));
  };

  const confirm: RequestHandler = async (request, response) => {
    const { code } = textFields(await readObject(request, parts.settings), ['code']);
    const changed = await factors.confirm(request.account!, code, clientOf(request));
    if (changed === null) throw wrongField();
    await answer(request, response, changed);
  };

  const renewCodes: RequestHandler = async (request, response) => {
    const shown = shownIn(await readObject(request, parts.settings));
    await proveFactor(factors, request.account!, shown, clientOf(request));
    const codes = await factors.renewCodes(request.account!, clientOf(request));
    response.json({ recovery_codes: codes });
  };

  const remove: RequestHandler = async (request, response) => {
    const { required } = await stateOf(request.account!, factors, proofs);
    if (required) throw roleNeedsFactor();
    const shown = shownIn(await readObject(request, parts.settings));
    await proveFactor(factors, request.account!, shown, clientOf(request));
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
  const userOf = (request: Request): Promise<Account> =>
    requireResettable(parts, request.currentUser!, parseId(String(request.params['id'])));

  const state: RequestHandler = async (request, response) => {
    response.json(await stateOf(await userOf(request), factors, parts.proofs));
  };

  const reset: RequestHandler = async (request, response) => {
    const account = await userOf(request);
    if (account.profile.id === request.currentUser!.id)
      throw forbidden('Remove your own second factor with one of its codes.', 'may-not');
    await factors.reset(account, request.account!, clientOf(request));
    response.status(204).end();
  };

  return { get: state, delete: reset };
}

/** The state of a factor; none is required of whoever has another one, such as a passkey. */
async function stateOf(account: Account, factors: Factors, proofs: Proofs): Promise<FactorState> {
  const state = await factors.state(account);
  const own = (kind: string) => KINDS.some((one) => one === kind);
  const required = state.required && (await proofs.factors(account)).every(own);
  return { ...state, required, required_from: required ? state.required_from : null };
}

/** What apps show beside the name of the user. */
const issuerOf = ({ folder }: AppParts): string => titleOf(readPackage(folder));

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

/** Throws 400 where the body has no right code. */
export async function proveFactor(
  factors: Factors,
  account: Account,
  body: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<void> {
  if (!(await factors.check(account, proofIn(body), client))) throw wrongField();
}

/** Throws 400 where the body has no right code; the result uses the code up. */
export async function verifyFactor(
  factors: Factors,
  account: Account,
  body: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<UseProof> {
  const use = await factors.verify(account, proofIn(body), client);
  if (use === null) throw wrongField();
  return async () => {
    if (!(await use())) throw wrongField();
  };
}

function proofIn(body: Readonly<Record<string, unknown>>): Proof {
  const { kind, code } = textFields(body, ['kind', 'code']);
  return { kind: kindOf(kind), code };
}

function kindOf(text: string): Proof['kind'] {
  const kind = KINDS.find((one) => one === text);
  if (kind) return kind;
  const message = `kind must be one of ${KINDS.join(', ')}.`;
  throw invalid([{ field: 'kind', code: 'value', message, params: { values: KINDS.join(', ') } }]);
}

function roleNeedsFactor(): HttpProblem {
  const detail = 'A role of yours requires a second factor: set up another one instead.';
  return conflict(detail, [], coded('role-needs-factor'));
}

const WRONG = 'The code is wrong, has expired or was used before.';
const wrongCode = () => unauthorized(WRONG, 'wrong-code');
/** The status is not 401, because the session stands. */
const wrongField = () => badRequest(WRONG, [{ field: 'code', code: 'wrong-code', message: WRONG }]);
const hasFactor = () =>
  unauthorized('Sign in again: a second factor was set up meanwhile.', 'question-expired');
