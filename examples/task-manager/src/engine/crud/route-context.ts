import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { AccountsFrom } from '../model/accounts.js';
import type { Engine } from '../model/records.js';
import type { InTransaction, Input, RequestContext } from '../model/route-context.js';
import { notFound } from '../problem/problem.js';
import { parseId } from './parse-filter.js';

/** What contexts are made of. */
export interface ContextParts {
  readonly engine: Engine;
  readonly database: Pick<Database, 'dataSource' | 'write'>;
  readonly logger: Logger;
  readonly accounts: AccountsFrom;
}

/** The context of a custom endpoint. `entity` is set for a model's endpoint; ids in its path identify a `noun`. */
export function routeContext(
  request: Request,
  response: Response,
  { engine, database, logger, accounts }: ContextParts,
  noun: string,
  input: Input,
  entity?: new () => object,
): RequestContext<Input> {
  const user = request.currentUser;
  const signal = disconnectSignal(response);
  // A write runs to its end, whether or not the client is still there.
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const log = logger.child({ request_id: request.requestId });
  const asked = { signal: reads ? () => signal : undefined, log: () => log };
  const crud = user && engine.as(user, asked);
  const operations = crud ? { crud, ...(entity && { records: crud(entity) }) } : {};
  const system = engine.systemIn(asked);
  const transaction = <R>(work: (tx: object & InTransaction) => Promise<R>): Promise<R> =>
    database.write((session) => work({ ...operations, system, manager: session.runner().manager }));
  const context = {
    ...input,
    ...operations,
    ...(user && { user }),
    system,
    transaction,
    // Lazy: costs nothing unless used.
    get accounts() {
      return accounts(request.ip ?? '');
    },
    id: (name: string) => idOf(request, name, noun),
    request,
    response,
    log,
    signal,
    dataSource: database.dataSource,
  };
  return context;
}

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

function idOf(request: Request, name: string, noun: string): number {
  const text = String(request.params[name]);
  const id = parseId(text);
  if (id === null) throw notFound(`There is no ${noun} with the id ${text.slice(0, 40)}.`);
  return id;
}
