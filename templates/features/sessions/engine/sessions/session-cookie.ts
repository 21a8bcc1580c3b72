import type { CookieOptions, Request, Response } from 'express';
import type { TokenKeeper } from '../http/client.js';
import { cookieName, cookieOf } from '../http/cookies.js';
import { unauthorized } from '../problem/problem.js';
import type { SessionCookie, SessionCookieParts } from '../service/project.js';
import type { Settings } from '../settings/settings.js';
import { withSessionCookie } from './described-cookie.js';

/** What a page sends whose session is to be in the cookie: no other site can, which would have to be allowed to by CORS. */
const HEADER = 'x-session';
/** A session's token: other credentials do not count by a cookie. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Keeps tokens of sessions in a cookie that no script can read, for pages of this service that ask for it by a header. The
 * cookie alone opens nothing: browsers also send it with what other sites make them request.
 */
export function sessionCookie({ settings, tokens }: SessionCookieParts): SessionCookie {
  const { protocol, origin } = new URL(settings.publicUrl ?? 'none:');
  const secure = protocol === 'https:';
  const name = cookieName('session', secure);
  const maxAge = tokens.ttl * 1000;
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', secure, path: '/', maxAge };
  // For the page, which cannot see whether there is a session: the id of its user.
  const sign = {
    name: cookieName('session-user', secure),
    options: { ...options, httpOnly: false },
  };

  const keeperOf = (response: Response): TokenKeeper => ({
    keep(token, userId) {
      response.cookie(name, token, options).cookie(sign.name, String(userId), sign.options);
    },
    forget() {
      response.clearCookie(name, options).clearCookie(sign.name, sign.options);
    },
  });

  return {
    describe: (document) => withSessionCookie(document, name),
    handler(request, response, next) {
      const { headers } = request;
      if (headers.authorization !== undefined || headers[HEADER] !== 'cookie') return next();
      if (!isOfOwnPage(request, origin))
        throw unauthorized(
          'The session cookie is accepted only from pages of this service.',
          'not-same-origin',
        );
      response.vary('Cookie, X-Session');
      request.tokenKeeper = keeperOf(response);
      const token = cookieOf(request, name);
      if (token !== null && TOKEN.test(token)) headers.authorization = `Bearer ${token}`;
      next();
    },
  };
}

/** Why the settings allow no such cookie: in production browsers would drop one that comes without encryption. */
export const cookieRefusals = ({ production, publicUrl }: Settings): string[] =>
  production && !publicUrl?.startsWith('https:')
    ? [
        'AUTH_COOKIE=1 needs PUBLIC_URL with https: set it to the address at which people reach the service',
      ]
    : [];

/** By what browsers say, and no page can change; the older ones do not say where a request without an origin is from. */
function isOfOwnPage({ headers }: Request, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
