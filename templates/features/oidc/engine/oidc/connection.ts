import * as client from 'openid-client';
import { digestOf, newSecret } from '../auth/one-time-secret.js';
import { isLoopback } from '../settings/settings.js';
import type { Challenge } from './flow.js';
import type { ProviderSettings } from './oidc-settings.js';
import type { Claims } from './provider-rules.js';

/** Why somebody comes back from a provider without being signed in there. */
export class ProviderRefused extends Error {
  constructor(
    readonly code: 'cancelled' | 'refused' | 'unreachable',
    cause?: unknown,
  ) {
    super(`the provider has not signed anybody in: ${code}`, { cause });
  }
}

/** A provider that this service talks to. */
export interface Connection {
  readonly settings: ProviderSettings;
  /** The address at which the browser signs in; `anew` also for somebody who is signed in there. */
  begin(challenge: Challenge, anew: boolean): Promise<string>;
  /** The person whom the provider has signed in, by the query that the browser came back with. */
  finish(challenge: Challenge, query: string): Promise<Claims>;
  /** Where the browser signs out at the provider, and comes back from to `page`; null where the provider has no such page. */
  signOutUrl(page: string): Promise<string | null>;
}

/** Seconds that the clocks of provider and service may differ. */
export const SKEW = 60;
/** With `max_age` providers have to say when somebody signed in, whatever they make of `prompt` (OpenID Connect Core 3.1.2.1). */
const ANEW = { prompt: 'login', max_age: '0' };
const TIMEOUT = 10;
/** Milliseconds for which a provider's description is kept. */
const DISCOVERY_TTL = 3_600_000;

/** A challenge that nobody can guess anything of. */
export const newChallenge = (provider: string): Challenge => ({
  provider,
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
});

/** Talks to a provider that is first asked for its description when somebody wants to go there: it may be out of reach now. */
export function connectTo(settings: ProviderSettings, redirectUri: string): Connection {
  const discovered = remember(() => discover(settings));
  // Anew each time: so are the provider's keys, which it may have changed.
  const configuration = async () => configured(await discovered(), settings);
  return {
    settings,
    async begin({ state, nonce, verifier }, anew) {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        code_challenge: digestOf(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(anew && ANEW),
      });
      return url.href;
    },
    async finish({ state, nonce, verifier }, query) {
      const config = await configuration();
      const checks = {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      };
      const tokens = await client
        .authorizationCodeGrant(config, new URL(redirectUri + query), checks)
        .catch(refusal);
      const claims = tokens.claims() as unknown as Claims;
      // All whom a provider has no name for would be one; and what is said in the future says nothing of now.
      if (claims.sub === '' || isAhead(claims)) throw new ProviderRefused('refused');
      return claims;
    },
    async signOutUrl(page) {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: page }).href;
    },
  };
}

const isAhead = ({ iat }: Claims): boolean => Number(iat) > Date.now() / 1000 + SKEW;

async function discover(settings: ProviderSettings): Promise<client.ServerMetadata> {
  const found = await client
    .discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
      timeout: TIMEOUT,
      execute: insecure(settings),
    })
    .catch((error: unknown) => {
      throw new ProviderRefused('unreachable', error);
    });
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  return metadata;
}

function configured(
  metadata: client.ServerMetadata,
  settings: ProviderSettings,
): client.Configuration {
  const config = new client.Configuration(
    { ...metadata },
    settings.clientId,
    { [client.clockTolerance]: SKEW },
    client.ClientSecretPost(settings.clientSecret),
  );
  config.timeout = TIMEOUT;
  // The signature of an ID token counts, too, and not only the connection that it came by.
  client.enableNonRepudiationChecks(config);
  for (const allow of insecure(settings)) allow(config);
  return config;
}

/** Only to this machine, as `issuer` of the settings says. */
const insecure = ({ issuer }: ProviderSettings) => {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && isLoopback(hostname) ? [client.allowInsecureRequests] : [];
};

/** Keeps what was loaded for a while; a failure is not kept. */
function remember<T>(load: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (known !== null && performance.now() < until) return known;
    until = performance.now() + DISCOVERY_TTL;
    const asked = load();
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  };
}

function refusal(error: unknown): never {
  const said = error instanceof client.AuthorizationResponseError ? error.error : null;
  throw new ProviderRefused(said === 'access_denied' ? 'cancelled' : 'refused', error);
}
