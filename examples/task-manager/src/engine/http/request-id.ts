import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const SANE = /^[\w.:-]{1,128}$/;

/** Names the request: by the caller's `x-request-id` where that is a sane one, else by a new one. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  response.setHeader('x-request-id', request.requestId);
  next();
};
