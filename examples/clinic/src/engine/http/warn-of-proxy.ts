import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Says once that requests come through a proxy which nobody told of: to the limits on sign-ins its clients are all one. */
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
