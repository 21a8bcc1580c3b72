import type { Express, RequestHandler } from 'express';
import { endpoint, type Handlers } from '../http/endpoint.js';
import { noStore } from '../http/security-headers.js';
import type { AppParts, Feature } from '../service/project.js';
import { publicUrlFor, reasonsOf } from '../settings/settings.js';
import { connectTo } from './connection.js';
import { createFlows } from './flow.js';
import { identityHandlers } from './identity-handlers.js';
import type { OidcParts } from './oidc-parts.js';
import { oidcPaths } from './oidc-paths.js';
import { readSettings, type OidcSettings } from './oidc-settings.js';
import { providerDoor } from './provider-door.js';
import type { ProviderRules } from './provider-rules.js';
import { signInHandlers } from './sign-in-handlers.js';
import { storedAnswers } from './stored-answers.js';
import { storedIdentities } from './stored-identities.js';

/** Sign-in by providers of OpenID Connect; `rules` say by the name of a provider what its claims mean here. */
export const oidcFeature = (
  rules: Readonly<Record<string, ProviderRules>>,
): Feature<OidcSettings> => ({
  name: 'oidc',
  readSettings,
  refusals: ({ settings }, own) =>
    own.providers.length === 0
      ? []
      : [...unknownRules(rules, own), ...reasonsOf(() => publicUrlFor('oidc', settings))],
  testSettings: { providers: [] },
  signIn: (parts, { providers }) => providerDoor(parts, providers, rules),
  endpoints: {
    paths: oidcPaths,
    add: (app, parts, own) => addEndpoints(app, oidcParts(parts, own, rules)),
  },
});

function oidcParts(
  parts: AppParts,
  { providers }: OidcSettings,
  rules: OidcParts['rules'],
): OidcParts {
  const publicUrl = providers.length > 0 ? publicUrlFor('oidc', parts.settings) : '';
  return {
    ...parts,
    ...{ rules, publicUrl },
    settingsOf: (name) => providers.find((one) => one.name === name),
    flows: createFlows(parts.settings.authSecret, publicUrl),
    identities: storedIdentities(parts.database),
    answers: storedAnswers(parts.database),
    connections: new Map(
      providers.map((one) => [
        one.name,
        connectTo(one, `${publicUrl}/auth/oidc/${one.name}/callback`),
      ]),
    ),
  };
}

/** Rules for a misspelt name would never count. Without any provider they wait for one. */
const unknownRules = (rules: OidcParts['rules'], { providers }: OidcSettings): string[] =>
  Object.keys(rules)
    .filter((name) => !providers.some((one) => one.name === name))
    .map((name) => `src/sign-in/providers.ts: ${name} is not in OIDC_PROVIDERS`);

function addEndpoints(app: Express, parts: OidcParts): void {
  const { signedIn, inPerson } = parts.authentication;
  const on = signInHandlers(parts);
  const own = identityHandlers(parts);
  const serve = (path: string, handlers: Handlers, ...guards: readonly RequestHandler[]) =>
    endpoint(app, path, handlers, noStore, ...guards);
  serve('/auth/oidc', { get: on.providers });
  serve('/auth/oidc/session', { post: on.session });
  serve('/auth/oidc/proof', { post: on.proof }, signedIn, inPerson);
  const identities = { get: own.list, post: on.addIdentity };
  serve('/auth/oidc/identities', identities, signedIn, inPerson);
  serve('/auth/oidc/identities/:identity/remove', { post: own.remove }, signedIn, inPerson);
  serve('/auth/oidc/:provider/start', { post: on.start });
  serve('/auth/oidc/:provider/link', { post: on.link }, signedIn, inPerson);
  serve('/auth/oidc/:provider/prove', { post: on.prove }, signedIn, inPerson);
  serve('/auth/oidc/:provider/callback', { get: on.callback });
  serve('/auth/oidc/:provider/sign-out', { get: on.signOut });
  serve('/auth/users/:id/identities', { get: own.listOf }, signedIn);
  serve('/auth/users/:id/identities/:identity', { delete: own.removeOf }, signedIn);
}
