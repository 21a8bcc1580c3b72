import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PROVIDERS } from './settings.js';

/** What a provider says in place of what is right. */
export interface Lie {
  /** Claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Who signs it: somebody else, or nobody. */
  readonly signature?: 'of another' | 'none';
  /** Parameters of the address that the browser comes back to. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Providers of OpenID Connect in this process, for the service to ask. */
export interface Providers {
  /** The settings by which the service knows them. */
  readonly settings: Readonly<Record<string, string>>;
  /** What each was asked for its tokens with, by the names of the fields. */
  readonly asked: readonly URLSearchParams[];
  /** Signs somebody in who was sent to this address: the query that the browser comes back with. */
  signIn(url: string, subject: string, lie?: Lie): string;
  stop(): Promise<void>;
}

interface Granted {
  readonly query: URLSearchParams;
  readonly issuer: string;
  readonly subject: string;
  readonly lie: Lie;
}

/** A provider that describes itself as the first of the others. */
export const POSING = 'posing';

const SECRET = randomBytes(32).toString('base64url');
const CLIENT = 'checks';

export async function startProviders(): Promise<Providers> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'own' };
  const codes = new Map<string, Granted>();
  const asked: URLSearchParams[] = [];
  const names = [...PROVIDERS, POSING];
  const issuerOf = (name: string) => `${origin}/${name}`;

  async function answer(request: IncomingMessage): Promise<object | null> {
    const [, name = '', ...rest] = request.url!.split('/');
    const path = rest.join('/');
    if (path === '.well-known/openid-configuration')
      return metadata(issuerOf(name), issuerOf(name === POSING ? PROVIDERS[0]! : name));
    if (path === 'jwks') return { keys: [jwk] };
    if (path !== 'token') return null;
    const form = new URLSearchParams(await text(request));
    asked.push(form);
    return tokensFor(form, codes, privateKey);
  }
  const server = createServer((request, response) => {
    void answer(request).then((found) => {
      response.writeHead(found ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { error: 'invalid_request' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    settings: Object.assign(
      { OIDC_PROVIDERS: names.join(',') },
      ...names.map((name) => settingsOf(name, issuerOf(name))),
    ) as Readonly<Record<string, string>>,
    asked,
    signIn(url, subject, lie = {}) {
      const { origin: at, pathname, searchParams: query } = new URL(url);
      const issuer = at + pathname.replace(/\/authorize$/, '');
      const code = randomBytes(32).toString('base64url');
      codes.set(code, { query, issuer, subject, lie });
      const said = { code, state: query.get('state')!, iss: issuer, ...lie.query };
      return `?${String(new URLSearchParams(said))}`;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

function settingsOf(name: string, issuer: string): Readonly<Record<string, string>> {
  const prefix = `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`;
  return {
    [`${prefix}ISSUER`]: issuer,
    [`${prefix}CLIENT_ID`]: CLIENT,
    [`${prefix}CLIENT_SECRET`]: SECRET,
  };
}

const metadata = (own: string, issuer: string): object => ({
  ...{ issuer, authorization_endpoint: `${own}/authorize`, token_endpoint: `${own}/token` },
  ...{ jwks_uri: `${own}/jwks`, end_session_endpoint: `${own}/sign-out` },
  ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** For a code once, for whoever knows the secrets of the client and of PKCE. */
function tokensFor(
  form: URLSearchParams,
  codes: Map<string, Granted>,
  key: KeyObject,
): object | null {
  const granted = codes.get(form.get('code') ?? '');
  const digest = createHash('sha256').update(form.get('code_verifier') ?? '');
  const isRight =
    form.get('client_secret') === SECRET &&
    granted?.query.get('code_challenge') === digest.digest('base64url');
  if (!granted || !isRight) return null;
  codes.delete(form.get('code')!);
  return { access_token: 'unused', token_type: 'Bearer', id_token: idToken(granted, key) };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function idToken({ query, issuer, subject, lie }: Granted, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const right = { iss: issuer, sub: subject, aud: CLIENT, nonce: query.get('nonce') };
  const claims = { ...right, iat: now, exp: now + 60, ...lie.claims };
  const alg = lie.signature === 'none' ? 'none' : 'RS256';
  const signed = `${encode({ alg, kid: 'own' })}.${encode(claims)}`;
  if (alg === 'none') return `${signed}.`;
  const signing = lie.signature === 'of another' ? anotherKey() : key;
  return `${signed}.${sign('sha256', Buffer.from(signed), signing).toString('base64url')}`;
}

const anotherKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
