import { STATUS_CODES, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Outage } from '../database/outage.js';
import { safeMessage } from '../database/serialize-error.js';
import { badRequest, coded, HttpProblem, notFound, type FieldProblem } from '../problem/problem.js';
import { requestFields } from './request-log.js';

/** Sends whatever was thrown as a problem document. */
export function problemHandler(
  logger: Logger,
  database: Pick<Database, 'outageOf'>,
): ErrorRequestHandler {
  const refusalOf = failures(logger, database);
  const handle: ErrorRequestHandler = (error, request, response, next) => {
    const problem = refusalOf(error, request);
    // A response that has begun can only be cut off.
    if (response.headersSent) return void response.destroy();
    try {
      sendProblem(response, problem, request);
    } catch (failure) {
      if (!request.errorForm) throw failure;
      // Of the router's own form: this, too, is told in the usual one.
      request.errorForm = undefined;
      handle(failure, request, response, next);
    }
  };
  return handle;
}

/**
 * Makes what was thrown into a problem; logs what is unexpected with its stack, and with its reason alone where the database is
 * unavailable.
 */
export const failures =
  (logger: Logger, database: Pick<Database, 'outageOf'>) =>
  (error: unknown, request: Request): HttpProblem => {
    const outage = error instanceof HttpProblem ? null : database.outageOf(error);
    const problem = outage ? outageProblem(outage) : asProblem(error);
    const fields = requestFields(request);
    if (outage) logger.warn({ ...fields, outage, reason: safeMessage(error) }, 'database outage');
    else if (problem !== error && problem.status >= 500) logger.error({ err: error, ...fields });
    return problem;
  };

const OUTAGES: Readonly<Record<Outage, readonly [status: number, detail: string, wait: number]>> = {
  busy: [503, 'The database is busy; try again.', 1],
  unavailable: [503, 'The database does not respond; try again later.', 5],
  'read-only': [503, 'The database is read-only at the moment; try again later.', 10],
  full: [507, 'The database has run out of space; try again later.', 30],
  damaged: [503, 'The database is corrupt and must be restored.', 60],
};

/** The response to a read or write while the database is unavailable; `wait` is in seconds. */
export function outageProblem(outage: Outage): HttpProblem {
  const [status, detail, wait] = OUTAGES[outage];
  return new HttpProblem(status, detail, [], { 'retry-after': String(wait) }, coded(outage));
}

/** No path of the service. */
export const noSuchPath: RequestHandler = () => {
  throw notFound('There is nothing at this path.');
};

/** The body of an error. */
export const problemDocument = (problem: HttpProblem, requestId: string): string =>
  JSON.stringify(problemMembers(problem, requestId));

/** Its members (RFC 9457), with `message` for data providers that read that. */
export function problemMembers(problem: HttpProblem, requestId: string): object {
  const { status, detail, problems, members } = problem;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    message: detail,
    request_id: requestId,
    ...((status === 400 || status === 422 || problems.length > 0) && {
      errors: Object.fromEntries(problems.map((problem) => [placeOf(problem), problem.message])),
      problems,
    }),
    ...members,
  };
}

/** `title`, or `3.title` of the record at that position. */
const placeOf = ({ index, field }: FieldProblem): string =>
  index === undefined ? field : field === '' ? String(index) : `${index}.${field}`;

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const RESPONSE_HEADERS = [
  ...['etag', 'last-modified', 'location', 'content-range', 'x-total-count'],
  ...['x-next-cursor', 'x-rows'],
  ...['content-disposition', 'content-encoding'],
];

function sendProblem(response: Response, problem: HttpProblem, request: Request): void {
  // Headers that a handler had set before it failed do not describe this response.
  for (const name of RESPONSE_HEADERS) response.removeHeader(name);
  const own = request.errorForm?.(problem);
  const body = own ? JSON.stringify(own.body) : problemDocument(problem, request.requestId);
  response.statusCode = own?.status ?? problem.status;
  response.setHeader('content-type', own ? JSON_TYPE : PROBLEM_TYPE);
  response.setHeader('cache-control', 'no-store');
  const headers = { ...problem.headers, ...own?.headers };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

const UNEXPECTED = 'Something went wrong; the log has details under this request id.';

function asProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof URIError) return badRequest('The URL is malformed.');
  return refusedByMiddleware(error) ?? new HttpProblem(500, UNEXPECTED, [], {}, coded('failure'));
}

/** Errors by which middleware refuses a request, in the convention of the `http-errors` package. */
interface MiddlewareError {
  readonly message: string;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  /** The message is meant for the caller. */
  readonly expose?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function refusedByMiddleware(error: unknown): HttpProblem | null {
  if (!(error instanceof Error)) return null;
  const { message, status: given, statusCode, expose, headers }: MiddlewareError = error;
  const status = given ?? statusCode;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  const title = STATUS_CODES[status];
  if (title === undefined) return null;
  // A system error names a file, whatever its `expose` says.
  const meant = expose === true && !('syscall' in error);
  return new HttpProblem(status, meant ? message : `${title}.`, [], headers);
}

/** Refuses a request that the app does not see; its body may follow, so that nothing else can be asked on the connection. */
export function refuseUnheard(response: ServerResponse, status: number, detail: string): void {
  const id = randomUUID();
  const body = problemDocument(new HttpProblem(status, detail), id);
  const headers = { ...unheardHeaders(body, id), 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(body);
}

const unheardHeaders = (body: string, id: string) => ({
  'content-type': PROBLEM_TYPE,
  'content-length': Buffer.byteLength(body),
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  connection: 'close',
});

const STATUS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/**
 * Milliseconds in which a client can read the reason; then its half of the connection is closed as well, and what it has sent
 * is discarded.
 */
const LINGER = 1000;

/** Responds to what is not valid HTTP, for which the app never sees a request. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, detail] = STATUS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const id = randomUUID();
  const body = problemDocument(new HttpProblem(status, detail), id);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(unheardHeaders(body, id)).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
  const cut = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(cut));
}
