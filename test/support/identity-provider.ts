/**
 * A provider of OpenID Connect, in a process of its own: that of the package `oidc-provider`, which takes any name and password.
 * The test tells it by messages what to say of whom, and how to misbehave.
 */
import { createServer } from 'node:http';
import { SignJWT, UnsecuredJWT, decodeJwt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { ProviderOrder, ProviderStart } from './start-identity-provider.js';

interface Behaviour {
  claims: Record<string, object>;
  override: object;
  without: readonly string[];
  unsigned: boolean;
  forged: boolean;
  redirectUris: readonly string[];
  signedOutUris: readonly string[];
}

const start = JSON.parse(process.argv[2]!) as ProviderStart;
const behaviour: Behaviour = {
  ...{ claims: {}, override: {}, without: [], unsigned: false, forged: false },
  ...{ redirectUris: start.redirectUris, signedOutUris: [] },
};
const realNow = Date.now;
let skew = 0;
Date.now = () => realNow() + skew * 1000;

const issuer = `http://localhost:${start.port}`;
let key = await newKey();
let serve = provide(key);

createServer((request, response) => void serve(request, response)).listen(start.port, () =>
  process.send!('ready'),
);

process.on('message', (order: ProviderOrder) => void obey(order).then(() => process.send!('done')));
process.on('disconnect', () => process.exit(0));

async function obey({ rotate, skew: seconds, ...rest }: ProviderOrder): Promise<void> {
  skew = seconds ?? skew;
  Object.assign(behaviour, rest);
  if (rotate) key = await newKey();
  if (rotate || rest.redirectUris || rest.signedOutUris) serve = provide(key);
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `${realNow()}` };
}

function provide(jwk: JWK) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: start.clientId,
        client_secret: start.clientSecret,
        redirect_uris: [...behaviour.redirectUris],
        post_logout_redirect_uris: [...behaviour.signedOutUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups', 'amr'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    ttl: { IdToken: 120, AccessToken: 60, Interaction: 600, Session: 600, Grant: 600 },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...behaviour.claims[id] }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context: GrantContext) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context: TokenContext, next: () => Promise<void>) => {
    await next();
    const token = context.path === '/token' ? context.body?.id_token : undefined;
    if (token !== undefined) context.body!.id_token = await altered(token, jwk);
  });
  return provider.callback();
}

interface GrantContext {
  oidc: {
    provider: {
      Grant: new (facts: object) => { addOIDCScope(scope: string): void; save(): Promise<void> };
    };
    client: { clientId: string };
    session: { accountId: string };
  };
}

interface TokenContext {
  path: string;
  body?: { id_token?: string };
}

/** The token with other claims, signed again; or not signed at all. */
async function altered(token: string, jwk: JWK): Promise<string> {
  const claims: Record<string, unknown> = { ...decodeJwt(token), ...behaviour.override };
  for (const name of behaviour.without) delete claims[name];
  if (behaviour.unsigned) return new UnsecuredJWT(claims).encode();
  const signing = behaviour.forged ? await newKey() : jwk;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid! }).sign(signing);
}
