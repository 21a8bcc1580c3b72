import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { safeMessage } from '../database/serialize-error.js';
import { HttpProblem } from '../problem/problem.js';
import { STOPPING } from './serve.js';
import { outageProblem } from './send-problem.js';

/** Milliseconds that a database has to respond. */
const TIMEOUT = 2000;

/** 200: the process is alive. */
export const healthz: RequestHandler = (_request, response) => {
  response.setHeader('cache-control', 'no-store');
  response.json({ status: 'ok' });
};

/**
 * 200 when the service can take requests: the database is available and the process is not shutting down. Otherwise the log
 * has the reason.
 */
export function readyz(
  database: Pick<Database, 'check' | 'dialect'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): RequestHandler {
  // Shared by concurrent callers: while a server is silent each check holds a connection.
  let check: Promise<void> | null = null;
  const look = (): Promise<void> => {
    check ??= database.check().finally(() => (check = null));
    return check;
  };
  let known: string | null = null;
  const logChange = (reason: string | null): void => {
    if (reason === known) return;
    known = reason;
    if (reason === null) logger.info('ready again');
    else logger.warn({ reason }, 'not ready');
  };
  return async (request, response, next) => {
    if (request.app.enabled(STOPPING))
      throw new HttpProblem(503, 'The service is stopping.', [], { 'retry-after': '5' });
    try {
      await within(TIMEOUT, look());
    } catch (error) {
      logChange(safeMessage(error));
      const { detail, headers } = outageProblem(database.dialect.outage(error) ?? 'unavailable');
      throw new HttpProblem(503, detail, [], headers);
    }
    logChange(null);
    healthz(request, response, next);
  };
}

/** The result of `work`; throws if it takes longer than `ms` milliseconds. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
