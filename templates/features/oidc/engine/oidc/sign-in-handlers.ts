import type { Request, RequestHandler } from 'express';
import { createOwnAccount } from '../auth/own-account.js';
import { clientOf } from '../http/client.js';
import { jsonObject, readJson } from '../http/read-body.js';
import { HttpProblem, conflict, invalid, notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { ProviderRefused, newFlow, type Connection } from './connection.js';
import { findAccount, identityIn } from './find-account.js';
import { pageOf, randomSecret, type Flow, type Flows } from './flow.js';
import { hasSecondFactor, type Claims, type ProviderRules } from './provider-rules.js';
import type { FlowAnswer, StoredIdentities } from './stored-identities.js';

/** What the endpoints of this feature work with. */
export interface OidcParts extends AppParts {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly rules: Readonly<Record<string, ProviderRules>>;
  readonly flows: Flows;
  readonly identities: StoredIdentities;
  readonly publicUrl: string;
}

type SignInHandlers = Readonly<
  Record<'providers' | 'start' | 'link' | 'callback' | 'session' | 'addIdentity', RequestHandler>
>;

/** The page of the back-office that people come back to. */
const PAGE = '/admin/oidc';

/** The way to a provider and back, for a session or for a link. */
export function signInHandlers(parts: OidcParts): SignInHandlers {
  const { connections, flows } = parts;

  const goTo =
    (linksTo: (request: Request) => Flow['linksTo']): RequestHandler =>
    async (request, response) => {
      const connection = connectionAt(request, connections);
      const body = await bodyOf(request, parts);
      const flow = newFlow(connection.settings.name);
      const url = await connection.begin(flow).catch(refuseUnreachable);
      flows.begin(response, { ...flow, to: pageOf(body['to']), linksTo: linksTo(request) });
      response.json({ url });
    };

  const callback: RequestHandler = async (request, response) => {
    const connection = connectionAt(request, connections);
    const flow = flows.of(request);
    const come = await comeBack(parts, connection, request, flow).catch(reasonOf(parts, request));
    if (typeof come === 'string') flows.end(response);
    const result = typeof come === 'string' ? { error: come } : { ...come };
    // After `#`, so that no server, log or referrer sees it.
    const facts = new URLSearchParams({ ...result, to: flow?.to ?? '/' } as Record<string, string>);
    response.redirect(303, `${parts.publicUrl}${PAGE}#${String(facts)}`);
  };

  return {
    providers: (_request, response) => {
      const all = [...connections.values()].map(({ settings: { name, label } }) => ({
        name,
        label,
      }));
      response.json(all);
    },
    start: goTo(() => null),
    link: goTo((request) => request.currentUser!.id),
    callback,
    ...answerHandlers(parts),
  };
}

/** What the page does with the code that it came back with. */
function answerHandlers(parts: OidcParts): Pick<SignInHandlers, 'session' | 'addIdentity'> {
  const { flows, database, identities, gate, directory, events } = parts;
  const own = createOwnAccount(parts, parts.account);

  /** The answer for the code of a request, in the browser that has gone all the way. */
  const answerFor = async (request: Request, kind: FlowAnswer['kind']) => {
    const { code } = await bodyOf(request, parts);
    if (typeof code !== 'string')
      throw invalid([{ field: 'code', code: 'required', message: 'code must be a text.' }]);
    const flow = flows.of(request);
    const answer =
      flow && (await database.write((session) => identities.take(session, code, flow.state)));
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

/** The body as an object. */
async function bodyOf(request: Request, { settings }: Pick<AppParts, 'settings'>) {
  return jsonObject(await readJson(request, settings.bodyLimit));
}

function connectionAt({ params }: Request, connections: OidcParts['connections']): Connection {
  const found = connections.get(String(params['provider']));
  if (!found) throw notFound('There is no such provider.', 'no-record');
  return found;
}

/** Checks what the provider says, and keeps the answer for the page. */
async function comeBack(
  parts: OidcParts,
  { settings, finish }: Connection,
  request: Request,
  flow: Flow | null,
): Promise<{ readonly code: string; readonly kind: FlowAnswer['kind'] }> {
  // Also of another provider: one must not answer for another.
  if (flow?.provider !== settings.name) throw new NotSignedIn('expired');
  const query = new URL(request.originalUrl, parts.publicUrl).search;
  const claims = await finish(flow, query);
  const answer = await answerOf(parts, request, flow, claims);
  const code = randomSecret();
  const kept = await parts.database.write((session) =>
    parts.identities.keep(session, code, flow.state, answer),
  );
  if (!kept) throw new NotSignedIn('expired');
  return { code, kind: answer.kind };
}

async function answerOf(
  parts: OidcParts,
  request: Request,
  flow: Flow,
  claims: Claims,
): Promise<FlowAnswer> {
  const identity = identityIn(flow.provider, claims);
  if (flow.linksTo !== null) return { kind: 'link', identity };
  const rules = parts.rules[flow.provider] ?? {};
  const { address } = clientOf(request);
  const account = await findAccount(parts, rules, identity, claims, address);
  if (account === null) throw new NotSignedIn('unknown');
  return {
    kind: 'sign-in',
    userId: account.profile.id,
    version: account.tokenVersion,
    hasFactor: hasSecondFactor(rules, claims),
  };
}

/** Why somebody is not signed in, for the page. */
class NotSignedIn extends Error {
  constructor(readonly code: 'expired' | 'unknown') {
    super(code);
  }
}

/** The reason for the page; the log has more. Whatever goes wrong, people come back to a page. */
const reasonOf =
  ({ logger, events }: OidcParts, request: Request) =>
  (error: unknown): string => {
    const isRefusal = error instanceof NotSignedIn || error instanceof ProviderRefused;
    const code = isRefusal ? error.code : 'failed';
    const facts = { way: 'provider', provider: String(request.params['provider']), reason: code };
    events.tell({ kind: 'sign-in-refused', userId: null, ...clientOf(request), facts });
    if (!(error instanceof NotSignedIn))
      logger.warn({ err: error }, 'a sign-in by a provider failed');
    return code;
  };

function refuseUnreachable(error: unknown): never {
  if (!(error instanceof ProviderRefused)) throw error;
  const detail = 'The provider cannot be reached: try again later.';
  throw new HttpProblem(503, detail, [], { 'retry-after': '10' }, { code: 'provider-unreachable' });
}

const expired = () =>
  new HttpProblem(401, 'Too much time has passed: begin again.', [], {}, { code: 'flow-expired' });

const taken = () => {
  const detail = 'This account is linked to a user already.';
  return conflict(detail, [], { code: 'identity-taken' });
};
