import { expect } from 'vitest';
import type { IdentityProvider } from '../support/start-identity-provider.js';
import { CookieJar } from './browser-of.js';
import type { Answer } from './http.js';

/** Not where the service listens: it must not ask a request where it is. */
export const PUBLIC_URL = 'http://localhost:4999';
/** Of the cookies. */
export const HOST = '127.0.0.1';
export const callbackOf = (name: string) => `${PUBLIC_URL}/auth/oidc/${name}/callback`;

/** The settings of a service for a provider. */
export const settingsOf = (name: string, { issuer, clientId, clientSecret }: IdentityProvider) => {
  const prefix = `OIDC_${name.toUpperCase()}_`;
  return {
    [`${prefix}ISSUER`]: issuer,
    [`${prefix}CLIENT_ID`]: clientId,
    [`${prefix}CLIENT_SECRET`]: clientSecret,
  };
};

/** What the page of the back-office finds after the `#`. */
export interface Come {
  readonly code?: string;
  readonly error?: string;
  readonly to?: string;
  readonly kind?: string;
}

/** Where the service sends a browser on that comes back to it. */
export function comeOf(answer: Answer): Come {
  expect(answer.status, answer.text).toBe(303);
  const target = answer.header('location');
  expect(target.startsWith(`${PUBLIC_URL}/admin/oidc#`)).toBe(true);
  return Object.fromEntries(new URLSearchParams(new URL(target).hash.slice(1))) as Come;
}

/** Signs in at a provider, with a browser that has never been there; an empty name cancels. */
export async function signInAt(
  start: string,
  login: string,
  browser = new CookieJar(),
): Promise<URL> {
  let url = new URL(start);
  let answer = await browser.send('GET', url.href);
  for (let step = 0; step < 10 && url.origin !== PUBLIC_URL; step++) {
    const target = answer.header('location');
    if (target !== '') {
      url = new URL(target, url);
      if (url.origin === PUBLIC_URL) break;
      answer = await browser.send('GET', url.href);
    } else if (login === '') {
      answer = await browser.send('GET', `${url.href}/abort`);
    } else {
      answer = await browser.send('POST', url.href, `prompt=login&login=${login}&password=any`);
    }
  }
  expect(url.origin).toBe(PUBLIC_URL);
  return url;
}
