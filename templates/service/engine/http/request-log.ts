import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { type Logger, pino, type DestinationStream, type LoggerOptions } from 'pino';
import type { CurrentUser } from '../model/access-rules.js';
import type { ErrorForm } from '../model/define-routes.js';
import { serializeError, safeMessage } from '../database/serialize-error.js';
import { workerNumber } from '../settings/settings.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** `x-request-id` of this request. */
    requestId: string;
    /** Set for every path that needs a token; absent on public ones without a token. */
    currentUser?: CurrentUser;
    /** `/api` or empty: what the caller's path began with, for `Location`. */
    mountedAt: string;
    /** The path of the matched endpoint, without values: `/task/:id`. Set by its router. */
    pattern?: string;
    /** The form of its errors, where its router has one of its own. */
    errorForm?: ErrorForm | undefined;
  }
}

const VALID_ID = /^[\w.:-]{1,128}$/;

/** Identifies the request: by the caller's `x-request-id` if that is sane, else by a new id. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
  response.setHeader('x-request-id', request.requestId);
  next();
};

/** The fields that every log line about a request has: add a field here. */
export const requestFields = ({ requestId }: Pick<Request, 'requestId'>) => ({
  request_id: requestId,
});

/** One short line per response. Never the query, headers or bodies, which may hold secrets. */
export const requestLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    const path = request.path;
    response.once('close', () => {
      const what = {
        user_id: request.currentUser?.id,
        method: request.method,
        path,
        status: response.writableFinished ? response.statusCode : 'aborted',
        ms: Math.round((performance.now() - started) * 10) / 10,
      };
      // Not by a spread: an object that begins with one takes pino twice as long.
      logger.info(Object.assign(requestFields(request), what));
    });
    next();
  };

/** Warns once that requests come through a proxy that is not configured: to the sign-in limits all its clients are one. */
export function warnOfProxy(logger: Logger): RequestHandler {
  let warned = false;
  return ({ headers }, _response, next) => {
    if (!warned && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      warned = true;
      logger.warn(
        'requests come through a proxy, but TRUST_PROXY is not set: all its clients share one limit on failed sign-ins',
      );
    }
    next();
  };
}

/** Bytes written at once; in workers as many as a pipe writes atomically, so that lines of several processes do not get mixed up. */
const CHUNK_SIZE = workerNumber === null ? 16_384 : 4096;

/** One JSON line per event on standard output, written in chunks instead of one write per line. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({
    sync: false,
    minLength: CHUNK_SIZE - 1,
    maxWrite: CHUNK_SIZE,
    periodicFlush: 200,
  }),
): Logger {
  return pino({ ...OPTIONS, level }, destination);
}

const OPTIONS: LoggerOptions = {
  base: workerNumber === null ? undefined : { worker: workerNumber },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (error: unknown) => serializeError(error) },
  hooks: {
    logMethod(values, log) {
      // For a line without a text pino would use the error's own message.
      const [first] = values as unknown[];
      const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
      if (values.length === 1 && error instanceof Error)
        return log.call(this, first === error ? { err: error } : first, safeMessage(error));
      return log.apply(this, values);
    },
  },
};
