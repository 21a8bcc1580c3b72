import type { RequestHandler } from 'express';

/** Serves every path under `/api` as at the root, and remembers which one the caller used. */
export const apiPrefix: RequestHandler = (request, _response, next) => {
  const under = /^\/api(?=[/?]|$)/.test(request.url);
  request.mountedAt = under ? '/api' : '';
  if (under) request.url = request.url.slice('/api'.length).replace(/^(?!\/)/, '/');
  next();
};
