import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { NO_ID, isId, parseId, pathId, type RecordId } from '../fields/record-id.js';
import { clientOf, type Client } from '../http/client.js';
import type { ReadMultipart } from '../http/read-body.js';
import { requestFields } from '../http/request-log.js';
import type { CredentialLimits } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations } from '../model/operations.js';
import type { Origin } from '../model/origin.js';
import type { CallContext, Caller, Engine } from '../model/records.js';
import type {
  Accounts,
  InTransaction,
  Input,
  ProjectSettings,
  RequestContext,
  TransactOptions,
} from '../model/route-context.js';
import { notFound, spokenName } from '../problem/problem.js';
import type { RequestWriter } from './request-writes.js';

/** Sign-in and sign-up for requests of one client. */
export type AccountsFrom = (client: Client) => Accounts;

/**
 * The operations of a request that asks for other records of a model than those that are there; null for all other requests, 400 for
 * one that asks wrongly.
 */
export type RecordView = (
  request: Request,
  context: CallContext,
  model: ModelInfo,
) => Operations | null;

/** What contexts are made of. */
export interface ContextParts {
  readonly engine: Engine;
  readonly database: Pick<Database, 'dataSource' | 'write' | 'outageOf'>;
  readonly logger: Logger;
  readonly accounts: AccountsFrom;
  readonly settings: ProjectSettings;
  /** Reads multipart bodies, where a feature does. */
  readonly readMultipart?: ReadMultipart | undefined;
  /** Carries out the writes of generated endpoints, where a feature does. */
  readonly writes?: { readonly writer: RequestWriter } | undefined;
  /** Other records of models, where a feature serves them. */
  readonly view?: { readonly operationsOf: RecordView } | undefined;
}

/** The context of a custom endpoint. `entity` is set for a model's endpoint. */
export function routeContext(
  request: Request,
  response: Response,
  parts: ContextParts,
  input: Input,
  entity?: new () => object,
): RequestContext<Input, RecordId> {
  const { accounts, database, settings } = parts;
  const signal = disconnectSignal(response);
  const log = parts.logger.child(requestFields(request));
  const { system, ...own } = recordsFor(request, { response, signal, log }, parts, entity);
  const user = request.currentUser;
  const context = {
    ...input,
    ...own,
    ...(user && { user }),
    system,
    transaction: transactionWith({ ...own, system }, database),
    // Lazy: costs nothing unless used.
    get accounts() {
      return accounts(clientOf(request));
    },
    id: (name: string) => idIn(request, name, entity && parts.engine.model(entity.name)),
    request,
    response,
    log,
    signal,
    dataSource: database.dataSource,
    settings,
  };
  return context;
}

/** The records without rules and, for a request with a user, the records under the rules; also of the model of the endpoint. */
function recordsFor(
  request: Request,
  { response, signal, log }: Pick<RequestContext, 'response' | 'signal' | 'log'>,
  { engine }: ContextParts,
  entity: (new () => object) | undefined,
) {
  // A write runs to its end, whether or not the client is still there.
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const client = callerOf(request);
  const origin = originOf(request);
  const asked = {
    ...{ signal: reads ? () => signal : undefined, client, origin },
    log: () => log,
    response,
  };
  const crud = request.currentUser && engine.as(request.currentUser, asked);
  const system = engine.systemIn(asked);
  return { ...(crud && { crud, ...(entity && { records: crud(entity) }) }), system };
}

/** Runs work in a transaction, with these operations and the manager of it. */
const transactionWith =
  <Operations extends object>(operations: Operations, database: ContextParts['database']) =>
  <R>(
    work: (tx: Operations & Pick<InTransaction, 'manager'>) => Promise<R>,
    { isolation }: TransactOptions = {},
  ): Promise<R> =>
    database.write((session) => work({ ...operations, manager: session.runner().manager }), {
      isolation,
    });

/** What an endpoint of the service adds to the operations of its request: all its reads end with the client. */
export function operationContext(request: Request, response: Response, logger: Logger) {
  let signal: AbortSignal | undefined;
  return {
    // One for all of them: each would be a listener of the response.
    signal: () => (signal ??= disconnectSignal(response)),
    client: callerOf(request),
    origin: originOf(request),
    log: () => logger.child(requestFields(request)),
    response,
  } satisfies CallContext;
}

/** Who sent a request, once that is asked for. */
function callerOf(request: Request): () => Caller {
  let caller: Caller | undefined;
  return () => (caller ??= pickCaller(clientOf(request)));
}

/** What a request is to the writes that it asks for. */
const originOf = (request: Request) => (): Origin => {
  const { currentUser: user = null } = request;
  return { user, door: user?.limits ? keyDoor(user.limits) : user ? 'session' : 'request' };
};

const keyDoor = ({ name }: CredentialLimits): string =>
  name === undefined ? 'key' : `key ${name}`;

const pickCaller = ({ address, agent }: Caller): Caller => ({ address, agent });

/** Aborts when the connection closes before the response is sent. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) end();
  else response.once('close', end);
  return controller.signal;
}

function idIn(request: Request, name: string, model: ModelInfo | undefined): RecordId {
  const text = String(request.params[name]);
  const id = model ? pathId(text, model.key) : (parseId(text) ?? NO_ID);
  if (isId(id)) return id;
  const noun = model ? spokenName(model.name) : 'record';
  throw notFound(`There is no ${noun} with the id ${text.slice(0, 40)}.`);
}
