import { listOf, textSchema } from '../docs/field-schema.js';
import {
  PUBLIC,
  READ_FAILURES,
  answers,
  body,
  errors,
  ref,
  tagged,
  type Parameter,
  type Paths,
} from '../docs/openapi-types.js';
import { PROOF_BODY, PROOF_PROPERTIES } from '../docs/proof-schemas.js';
import { objectSchema } from '../docs/service-schemas.js';

const operation = tagged('Authentication');
const MOMENT = ref('schemas', 'datetime');
const TEXT = textSchema(255);
const NAME = textSchema(32);
/** More than anybody sets up, or links. */
const MOST = 1000;

const IDENTITY = objectSchema({
  id: ref('schemas', 'id'),
  provider: NAME,
  name: { ...TEXT, description: 'What the account is called at the provider.' },
  removable: { type: 'boolean', description: 'Whether the user has another way to sign in.' },
  label: TEXT,
  proves: {
    type: 'boolean',
    description: 'Whether signing in there again is a proof (`provider` in `proof_by`).',
  },
  decides: listOf({ type: 'string', enum: ['roles', 'tenants'] }, 2),
  created_at: MOMENT,
  used_at: {
    ...MOMENT,
    type: ['string', 'null'],
    description: 'The time of the last sign-in with this account.',
  },
});
const IDENTITIES = listOf(IDENTITY, MOST);
const PROVIDERS = listOf(objectSchema({ name: NAME, label: textSchema(40) }), MOST);
const URL_TO_OPEN = objectSchema({ url: { type: 'string', format: 'uri', maxLength: 10_000 } });
const CODE = body(objectSchema({ code: textSchema(64) }));
const GIVEN = objectSchema({
  proof: objectSchema({ kind: { const: 'provider' }, code: textSchema(64) }),
  expires_in: { type: 'integer' },
});
const TO = { ...textSchema(1000), description: 'The page to open afterwards.' };
const INVITATION = { ...textSchema(100), description: 'The secret of an invitation to accept.' };
const LINK = body({ ...PROOF_BODY, properties: { ...PROOF_PROPERTIES, to: TO } });
const PROVE = body({ type: 'object', properties: { to: TO } });
const START = body({ type: 'object', properties: { to: TO, invitation: INVITATION } });

const pathOf = (name: string, schema: Parameter['schema']): Parameter => ({
  ...{ name, in: 'path', required: true },
  schema: schema!,
});
const PROVIDER = pathOf('provider', NAME);
const ID = pathOf('id', ref('schemas', 'id'));
const IDENTITY_ID = pathOf('identity', ref('schemas', 'id'));
const BY_PROOF = 'Requires a factor that I have, or the password.';
const UNLINKED = { description: 'The account is no longer linked.' };

const LINK_FAILURES = [400, 401, 403, 404, 413, 415, 422, 429, 500, 503, 507] as const;

/** What `/openapi.json` says of sign-in by providers. */
export const oidcPaths: Paths = {
  '/auth/oidc': {
    get: operation('providers', 'The providers that people may sign in with', {
      ...PUBLIC,
      ...answers('The providers.', PROVIDERS, 400, 500, 503),
    }),
  },
  '/auth/oidc/{provider}/start': {
    post: operation('startProviderSignIn', 'Begin a sign-in by a provider', {
      description: 'The browser opens the address. A cookie ties the sign-in to this browser.',
      parameters: [PROVIDER],
      ...PUBLIC,
      ...START,
      ...answers('Where to go.', URL_TO_OPEN, 400, 404, 413, 415, 422, 429, 500, 503, 507),
    }),
  },
  '/auth/oidc/{provider}/link': {
    post: operation('startProviderLink', 'Begin to link an account at a provider to my user', {
      description: BY_PROOF,
      parameters: [PROVIDER],
      ...LINK,
      ...answers('Where to go.', URL_TO_OPEN, ...LINK_FAILURES),
    }),
  },
  '/auth/oidc/{provider}/prove': {
    post: operation('startProviderProof', 'Begin to prove who I am at a provider', {
      description:
        'A proof by signing in again with my account there. Only if `proof_by` has `provider`.',
      parameters: [PROVIDER],
      ...PROVE,
      ...answers('Where to go.', URL_TO_OPEN, 409, ...LINK_FAILURES),
    }),
  },
  '/auth/oidc/{provider}/callback': {
    get: operation('providerCallback', 'Come back from a provider', {
      description: 'For browsers: redirects to a page with a one-time code or an error.',
      parameters: [PROVIDER],
      ...PUBLIC,
      responses: {
        303: { description: 'The page of the back-office that continues the sign-in.' },
        ...errors(400, 404, 500, 503),
      },
    }),
  },
  '/auth/oidc/{provider}/sign-out': {
    get: operation('providerSignOut', 'Sign out at a provider', {
      description:
        'For browsers, after signing out here. Redirects to the sign-in page in the end.',
      parameters: [PROVIDER],
      ...PUBLIC,
      responses: {
        303: {
          description:
            'The sign-out page of the provider, or the sign-in page if the provider has none.',
        },
        ...errors(400, 404, 500, 503),
      },
    }),
  },
  '/auth/oidc/session': {
    post: operation('providerSession', 'Get the session of a sign-in by a provider', {
      description: 'Works once, within 30 seconds, in the browser that signed in.',
      ...PUBLIC,
      ...CODE,
      ...answers('The session.', ref('schemas', 'session'), 400, 401, 403, 413, 415, 422, 500, 503),
    }),
  },
  '/auth/oidc/proof': {
    post: operation('providerProof', 'Get the proof of a sign-in anew at a provider', {
      description:
        'Works once, within 30 seconds, in the browser and session that began it. The proof allows a single change.',
      ...CODE,
      ...answers('The proof, for seconds.', GIVEN, 400, 401, 403, 413, 415, 422, 500, 503),
    }),
  },
  '/auth/oidc/identities': {
    get: operation('identities', 'My linked accounts', {
      ...answers('My linked accounts.', IDENTITIES, ...READ_FAILURES),
    }),
    post: operation('linkIdentity', 'Link the account that I have signed in with', {
      ...CODE,
      responses: {
        204: { description: 'The account is linked.' },
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503),
      },
    }),
  },
  '/auth/oidc/identities/{identity}/remove': {
    post: operation('unlinkIdentity', 'Unlink one of my accounts', {
      description: BY_PROOF,
      parameters: [IDENTITY_ID],
      ...body(PROOF_BODY),
      responses: { 204: UNLINKED, ...errors(409, ...LINK_FAILURES) },
    }),
  },
  '/auth/users/{id}/identities': {
    get: operation('userIdentities', 'The linked accounts of a user', {
      parameters: [ID],
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      ...answers('Their linked accounts.', IDENTITIES, 400, 401, 403, 404, 500, 503),
    }),
  },
  '/auth/users/{id}/identities/{identity}': {
    delete: operation('unlinkUserIdentity', 'Unlink an account of a user', {
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      parameters: [ID, IDENTITY_ID],
      responses: { 204: UNLINKED, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
};
