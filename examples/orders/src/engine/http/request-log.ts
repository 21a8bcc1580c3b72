import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One lean line for each answer. Never the query, headers or bodies: they hold what people keep secret. */
export const requestLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    const path = request.path;
    response.once('close', () => {
      logger.info({
        request_id: request.requestId,
        user_id: request.currentUser?.id,
        method: request.method,
        path,
        status: response.writableFinished ? response.statusCode : 'aborted',
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
    });
    next();
  };
