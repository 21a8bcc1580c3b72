import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ZodType, core } from 'zod';
import type { Database } from '../database/database.js';
import { parseId, type RecordId } from '../fields/record-id.js';
import { clientOf, type Client } from '../http/client.js';
import {
  readBytes,
  readOptionalJson,
  requirePlain,
  streamBytes,
  type ReadMultipart,
} from '../http/read-body.js';
import { requestFields } from '../http/request-log.js';
import type { Route, RouteOptions } from '../model/define-routes.js';
import type { CallContext, Caller, Engine } from '../model/records.js';
import type {
  Accounts,
  InTransaction,
  Input,
  MultipartBody,
  ProjectSettings,
  RequestContext,
  TransactOptions,
} from '../model/route-context.js';
import {
  HttpProblem,
  MAX_REPORTED,
  andMore,
  badRequest,
  invalid,
  notFound,
  sentence,
  show,
  spokenName,
  withArticle,
  type FieldProblem,
} from '../problem/problem.js';
import { PreparedDrafts } from '../records/writing/prepared-drafts.js';
import { queryOf } from './respond.js';
import type { RequestWriter } from './request-writes.js';

/** Sign-in and sign-up for requests of one client. */
export type AccountsFrom = (client: Client) => Accounts;

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
}

/** The context of a custom endpoint. `entity` is set for a model's endpoint. */
export function routeContext(
  request: Request,
  response: Response,
  { engine, database, logger, accounts, settings }: ContextParts,
  input: Input,
  entity?: new () => object,
): RequestContext<Input> {
  const user = request.currentUser;
  const signal = disconnectSignal(response);
  // A write runs to its end, whether or not the client is still there.
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const log = logger.child(requestFields(request));
  const client = callerOf(request);
  const asked = { signal: reads ? () => signal : undefined, client, log: () => log, response };
  const crud = user && engine.as(user, asked);
  const operations = crud ? { crud, ...(entity && { records: crud(entity) }) } : {};
  const system = engine.systemIn(asked);
  const transaction = <R>(
    work: (tx: object & InTransaction) => Promise<R>,
    { isolation }: TransactOptions = {},
  ): Promise<R> =>
    database.write(
      (session) => work({ ...operations, system, manager: session.runner().manager }),
      { isolation },
    );
  const context = {
    ...input,
    ...operations,
    ...(user && { user }),
    system,
    transaction,
    // Lazy: costs nothing unless used.
    get accounts() {
      return accounts(clientOf(request));
    },
    id: (name: string) => idOf(request, name, entity ? spokenName(entity.name) : 'record'),
    request,
    response,
    log,
    signal,
    dataSource: database.dataSource,
    settings,
  };
  return context;
}

/** What an endpoint of the service adds to the operations of its request: all its reads end with the client. */
export function operationContext(request: Request, response: Response, logger: Logger) {
  let signal: AbortSignal | undefined;
  return {
    // One for all of them: each would be a listener of the response.
    signal: () => (signal ??= disconnectSignal(response)),
    client: callerOf(request),
    log: () => logger.child(requestFields(request)),
    response,
    prepared: new PreparedDrafts(),
  } satisfies CallContext;
}

/** Who sent a request, once that is asked for. */
function callerOf(request: Request): () => Caller {
  let caller: Caller | undefined;
  return () => (caller ??= pickCaller(clientOf(request)));
}

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

function idOf(request: Request, name: string, noun: string): RecordId {
  const text = String(request.params[name]);
  const id = parseId(text);
  if (id === null) throw notFound(`There is no ${noun} with the id ${text.slice(0, 40)}.`);
  return id;
}

/** What reading a body takes. */
type BodyParts = Pick<ContextParts, 'settings' | 'readMultipart'>;

/** A request's input, checked by the endpoint's schemas: path and query first, then the body. */
export async function readInput(
  request: Request,
  { method, options }: Route,
  parts: BodyParts,
): Promise<Input> {
  const params = await checked(options.params, { ...request.params }, (problems) => {
    return new HttpProblem(404, 'There is nothing at this path.', problems);
  });
  const query = await checked(options.query, queryOf(request), (problems) =>
    badRequest(problems[0].message, problems),
  );
  return { params, query, body: await readBody(request, method, options, parts) };
}

async function readBody(
  request: Request,
  method: Route['method'],
  { accept = 'json', body: schema, limit: own, maxFiles = 10, maxParts = 100 }: RouteOptions,
  { settings, readMultipart }: BodyParts,
): Promise<unknown> {
  const limit = own ?? settings.bodyLimit;
  const setting = own === undefined ? undefined : null;
  const hasBody = method !== 'get' && method !== 'delete';
  if (request.body !== undefined || !hasBody) return checked(schema, request.body, invalid);
  if (accept === 'json') {
    return checked(schema, await readOptionalJson(request, limit, setting), invalid);
  }
  if (accept === 'multipart') {
    // Without it the service has not started: `refuseUnread`.
    if (!readMultipart) throw new Error('this service does not read multipart bodies');
    const limits = { bytes: limit, setting, files: maxFiles, parts: maxParts };
    const { fields, files } = await readMultipart(request, limits);
    const sent = (await checked(schema, fields, invalid)) as MultipartBody['fields'];
    return { fields: sent, files } satisfies MultipartBody;
  }
  requirePlain(request);
  return (accept === 'raw' ? readBytes : streamBytes)(request, limit, setting);
}

type Problems = readonly [FieldProblem, ...FieldProblem[]];

/** A value as its schema outputs it; problems are reported field by field. */
async function checked(
  schema: ZodType | undefined,
  value: unknown,
  refusal: (problems: Problems) => HttpProblem,
): Promise<unknown> {
  if (!schema) return value;
  const result = await schema.safeParseAsync(value, { error: (issue) => wordsFor(issue) });
  if (result.success) return result.data;
  const [first, ...rest] = result.error.issues.flatMap(problemsOf);
  const reported = rest.slice(0, MAX_REPORTED - 1);
  throw refusal([
    first!,
    ...reported,
    ...(rest.length > reported.length ? [andMore('problems')] : []),
  ]);
}

function problemsOf(issue: core.$ZodIssue): readonly FieldProblem[] {
  const message = sentence(issue.message);
  if (issue.code !== 'unrecognized_keys')
    return [{ field: fieldOf(issue.path), code: codeOf(issue), message }];
  return issue.keys.map((key) => {
    const field = show(fieldOf([...issue.path, key]));
    return { field, code: 'unknown-field', message: `There is no field ${field}.` };
  });
}

/** `lines.0.amount` */
const fieldOf = (path: readonly PropertyKey[] = []): string => path.map(String).join('.');

/** The codes that the generated endpoints use for the same problems. */
function codeOf(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith(REQUIRED) ? 'required' : 'type';
    case 'too_big':
    case 'too_small': {
      const [amount, length] = issue.code === 'too_big' ? ['large', 'long'] : ['small', 'short'];
      return `too-${isCounted(issue.origin) ? length : amount}`;
    }
    case 'invalid_value':
      return 'value';
    case 'invalid_format':
      return 'format';
    default:
      return issue.code.replaceAll('_', '-');
  }
}

const REQUIRED = ' is required';
const isCounted = (origin: string): boolean => ['string', 'array', 'set', 'file'].includes(origin);

/** The messages of the generated endpoints; zod's own for everything else, and the schema's before both. */
function wordsFor(issue: core.$ZodRawIssue): string | undefined {
  const name = fieldOf(issue.path) || 'The value';
  const bounded = (most: string, bound: unknown) =>
    `${name} must ${unitOf(issue, bound) ? 'have' : 'be'} at ${most} ${String(bound)}${unitOf(issue, bound)}`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? name + REQUIRED
        : `${name} must be ${withArticle(issue.expected)}`;
    case 'too_big':
      return bounded('most', issue.maximum);
    case 'too_small':
      return bounded('least', issue.minimum);
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? `${name} has the wrong format`
        : `${name} is not a valid ${issue.format}`;
    default:
      return undefined;
  }
}

/** The unit of a length; empty for a number. */
function unitOf({ origin }: core.$ZodRawIssue, bound: unknown): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : '';
  return unit === '' || Number(bound) === 1 ? unit : `${unit}s`;
}
