import type { RequestHandler } from 'express';

/** What helmet would work out anew for every answer; pages set a content security policy of their own. */
const HEADERS = new Map([
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['vary', 'Authorization, Origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]);

/** Safe defaults on every answer; `strict-transport-security` where the caller came by https. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  response.setHeaders(HEADERS);
  if (request.secure) response.setHeader('strict-transport-security', 'max-age=31536000');
  next();
};
