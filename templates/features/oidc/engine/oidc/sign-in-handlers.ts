import type { Request, RequestHandler, Response } from 'express';
import { newSecret } from '../auth/one-time-secret.js';
import { createOwnAccount } from '../auth/own-account.js';
import { clientOf } from '../http/client.js';
import { readObject } from '../http/read-body.js';
import { HttpProblem, conflict, notFound } from '../problem/problem.js';
import { ProviderRefused, newChallenge, type Connection } from './connection.js';
import { findAccount, identityIn } from './find-account.js';
import { pageOf, secretOf, type Flow } from './flow.js';
import { NotSignedIn, codeIn, expired, type OidcParts } from './oidc-parts.js';
import { giveProof, proofBy, proverIn } from './proof-handlers.js';
import type { ProviderSettings } from './oidc-settings.js';
import { hasSecondFactor, type Claims } from './provider-rules.js';
import type { FlowAnswer } from './stored-answers.js';

type SignInHandlers = Readonly<
  Record<
    | ('providers' | 'start' | 'link' | 'prove' | 'callback')
    | ('session' | 'addIdentity' | 'proof' | 'signOut'),
    RequestHandler
  >
>;

/** The pages of the back-office that people come back to: signed in, and signed out. */
const PAGE = '/admin/oidc';
const SIGNED_OUT = '/admin/login';

/** Ways begun, and ways come back from, of an address in a quarter of an hour: each asks the provider something. */
const MOST = 200;

/** The way to a provider and back, for a session, for a link or for a proof. */
export function signInHandlers(parts: OidcParts): SignInHandlers {
  const { connections, flows, proofs, throttle, publicUrl, logger } = parts;

  /** Begins: whose way it is, and what it is for, is in the cookie. */
  const goTo =
    (purpose: PurposeOf) =>
    async (request: Request, response: Response): Promise<void> => {
      const { settings, begin } = connectionAt(request, connections);
      const body = await readObject(request, parts.settings);
      const facts = { ...SIGN_IN, ...(await purpose(request, body, settings)) };
      await throttle.count('provider-start', clientOf(request).address, MOST);
      const challenge = newChallenge(settings.name);
      const url = await begin(challenge, facts.proves !== null).catch(refuseUnreachable);
      flows.begin(response, { ...challenge, to: pageOf(body['to']), ...facts });
      response.json({ url });
    };

  const callback: RequestHandler = async (request, response) => {
    const connection = connectionAt(request, connections);
    const flow = flows.of(request);
    const result = await comeBack(parts, connection, request, flow).then(
      (code) => ({ code }),
      (error: unknown) => ({ error: reasonOf(parts, request, flow, error) }),
    );
    if ('error' in result) flows.end(response);
    const to = flow?.to ?? '/';
    const facts = { ...result, kind: kindOf(flow), to, provider: connection.settings.name };
    // The facts follow `#`, so that no server, log or referrer sees them.
    response.redirect(303, `${publicUrl}${PAGE}#${String(new URLSearchParams(facts))}`);
  };

  /** After the sign-out here: at the provider, where it has a page for that, and back to the sign-in page. */
  const signOut: RequestHandler = async (request, response) => {
    const connection = connectionAt(request, connections);
    const page = publicUrl + SIGNED_OUT;
    const url = await connection.signOutUrl(page).catch((err: unknown) => {
      logger.warn({ err }, 'a provider cannot be reached: nobody is signed out there');
      return null;
    });
    response.redirect(303, url ?? page);
  };

  return {
    providers: (_request, response) => {
      const all = [...connections.values()].map(({ settings: { name, label } }) => ({
        name,
        label,
      }));
      response.json(all);
    },
    start: goTo((_request, body) => ({ invitation: secretOf(body['invitation']) })),
    // It is a way in, which stays: a session alone makes none.
    link: goTo(async (request, body) => {
      await proofs.check(request.account!, body, clientOf(request));
      return { linksTo: request.currentUser!.id };
    }),
    prove: goTo(async (request, _body, at) => ({ proves: await proverIn(parts, request, at) })),
    proof: giveProof(parts),
    callback,
    signOut,
    ...answerHandlers(parts),
  };
}

/** What the page does with the code that it came back with. */
function answerHandlers(parts: OidcParts): Pick<SignInHandlers, 'session' | 'addIdentity'> {
  const { flows, database, identities, answers, gate, directory, events } = parts;
  const own = createOwnAccount(parts, parts.account);

  /** The answer for the code of a request, in the browser that has gone all the way. */
  const answerFor = async (request: Request, kind: FlowAnswer['kind']) => {
    const code = await codeIn(request, parts);
    const flow = flows.of(request);
    const answer =
      flow && (await database.write((session) => answers.take(session, code, flow.state)));
    if (!flow || answer?.kind !== kind) throw expired();
    return { flow, answer };
  };

  const session: RequestHandler = async (request, response) => {
    const { answer } = await answerFor(request, 'sign-in');
    flows.end(response);
    if (answer.kind !== 'sign-in') throw expired();
    const account = await directory.account(answer.userId);
    if (account === null || account.tokenVersion !== answer.version) throw expired();
    const { hasFactor } = answer;
    const entry = { way: 'provider', ...clientOf(request), hasFactor } as const;
    response.json(await own.answer(account, await gate.admit(account, entry)));
  };

  const addIdentity: RequestHandler = async (request, response) => {
    const userId = request.currentUser!.id;
    const { answer, flow } = await answerFor(request, 'link');
    flows.end(response);
    // Whoever has begun, and nobody whose browser was given the way of somebody else.
    if (answer.kind !== 'link' || flow.linksTo !== userId) throw expired();
    const { identity } = answer;
    const added = await database.write((session) => identities.add(session, userId, identity));
    if (!added) throw taken();
    const facts = { provider: identity.provider };
    events.tell({ kind: 'identity-linked', userId, ...clientOf(request), facts });
    response.status(204).end();
  };

  return { session, addIdentity };
}

type Body = Readonly<Record<string, unknown>>;
type Purpose = Pick<Flow, 'linksTo' | 'invitation' | 'proves'>;
/** What a way is for, beside a sign-in. */
type PurposeOf = (
  request: Request,
  body: Body,
  at: ProviderSettings,
) => Partial<Purpose> | Promise<Partial<Purpose>>;

/** Nothing but that. */
const SIGN_IN: Purpose = { linksTo: null, invitation: null, proves: null };

/** What the page goes on with. */
function kindOf(flow: Flow | null): FlowAnswer['kind'] {
  if (flow?.proves) return 'proof';
  return flow?.linksTo == null ? 'sign-in' : 'link';
}

function connectionAt({ params }: Request, connections: OidcParts['connections']): Connection {
  const found = connections.get(String(params['provider']));
  if (!found) throw notFound('There is no such provider.', 'no-record');
  return found;
}

/** Checks what the provider says, and keeps the answer for the page, which gets it for a code. */
async function comeBack(
  parts: OidcParts,
  { settings, finish }: Connection,
  request: Request,
  flow: Flow | null,
): Promise<string> {
  // Also of another provider: one must not answer for another.
  if (flow?.provider !== settings.name) throw new NotSignedIn('expired');
  await parts.throttle.count('provider-callback', clientOf(request).address, MOST);
  const query = new URL(request.originalUrl, parts.publicUrl).search;
  const claims = await finish(flow, query);
  const answer = await answerOf(parts, request, flow, claims);
  const code = newSecret();
  const kept = await parts.database.write((session) =>
    parts.answers.keep(session, code, flow.state, answer),
  );
  if (!kept) throw new NotSignedIn('expired');
  return code;
}

async function answerOf(
  parts: OidcParts,
  request: Request,
  flow: Flow,
  claims: Claims,
): Promise<FlowAnswer> {
  const identity = identityIn(flow.provider, claims);
  if (flow.proves) return proofBy(parts, flow.proves, identity, claims);
  if (flow.linksTo !== null) return { kind: 'link', identity };
  const rules = parts.rules[flow.provider] ?? {};
  const arrival = { identity, claims, client: clientOf(request), invitation: flow.invitation };
  const account = await findAccount(parts, rules, arrival);
  if (account === null) throw new NotSignedIn('unknown');
  return {
    kind: 'sign-in',
    userId: account.profile.id,
    version: account.tokenVersion,
    hasFactor: hasSecondFactor(rules, claims),
  };
}

/** The reason for the page; the log has more. Whatever goes wrong, people come back to a page. */
function reasonOf(
  { logger, events }: OidcParts,
  request: Request,
  flow: Flow | null,
  error: unknown,
): string {
  const code = codeOf(error);
  const facts = { way: 'provider', provider: String(request.params['provider']), reason: code };
  const kind = flow?.proves ? 'proof-refused' : 'sign-in-refused';
  events.tell({ kind, userId: flow?.proves?.userId ?? null, ...clientOf(request), facts });
  if (!(error instanceof NotSignedIn || error instanceof HttpProblem))
    logger.warn({ err: error }, 'a sign-in by a provider failed');
  return code;
}

function codeOf(error: unknown): string {
  if (error instanceof NotSignedIn || error instanceof ProviderRefused) return error.code;
  const code = error instanceof HttpProblem ? error.members['code'] : null;
  return typeof code === 'string' ? code : 'failed';
}

function refuseUnreachable(error: unknown): never {
  if (!(error instanceof ProviderRefused)) throw error;
  const detail = 'The provider cannot be reached: try again later.';
  throw new HttpProblem(503, detail, [], { 'retry-after': '10' }, { code: 'provider-unreachable' });
}

const taken = () => {
  const detail = 'This account is already linked to a user.';
  return conflict(detail, [], { code: 'identity-taken' });
};
