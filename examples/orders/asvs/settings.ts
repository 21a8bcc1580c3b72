import { randomBytes } from 'node:crypto';

/*
 * The settings of the service that is checked: nothing else of the environment, and no `.env`, reaches it. Where your own
 * `src/settings.ts` requires something, add it here.
 */

export const ADMIN = { username: 'chief', password: randomBytes(18).toString('base64url') };
export const SECRET = randomBytes(48).toString('base64url');
/** Pages of this origin may read responses. */
export const ORIGIN = 'https://shop.example';
/** A word of this service, which no password may consist of. */
export const OWN_WORD = 'Lighthouse';

/** As in production, behind one proxy that serves https. */
export const SETTINGS: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  AUTH_SECRET: SECRET,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  PASSWORD_WORDS: OWN_WORD,
  CORS_ORIGINS: ORIGIN,
  HSTS_SUBDOMAINS: '1',
  PUBLIC_URL: 'https://service.example',
  DOCS: 'signed-in',
  SHUTDOWN_DELAY: '0',
};

/** Two providers that the checks stand in for: where `src/sign-in/providers.ts` has rules, the names that are there. */
export const PROVIDERS: readonly string[] = ['one', 'other'];

/** What a feature requires besides; the checks are the server of its mails, too. */
export const SETTINGS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sessions: { AUTH_COOKIE: '1' },
  mail: { MAIL_FROM: 'Checks <checks@service.example>' },
};
