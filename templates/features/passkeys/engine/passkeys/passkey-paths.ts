import { questionPaths } from '../docs/factor-paths.js';
import { PROOF_BODY, PROOF_BY } from '../docs/proof-schemas.js';
import { listOf, textSchema } from '../docs/field-schema.js';
import {
  PUBLIC,
  answers,
  body,
  errors,
  ref,
  success,
  tagged,
  type Paths,
  type Schema,
} from '../docs/openapi-types.js';
import { objectSchema } from '../docs/service-schemas.js';
import { MOST_PASSKEYS } from './passkeys.js';

const operation = tagged('Authentication');

const text = ref('schemas', 'text');
const moment = ref('schemas', 'datetime');
const name = { ...textSchema(100), minLength: 1 };
const session = ref('schemas', 'session');

const bytes = (description: string): Schema => ({ ...textSchema(65_536), description });
const credential: Schema = {
  ...objectSchema({
    id: bytes('In base64url.'),
    rawId: bytes('The same.'),
    type: { type: 'string', enum: ['public-key'] },
    response: { type: 'object', additionalProperties: true },
  }),
  description: 'The answer of the browser to the options: `PublicKeyCredential.toJSON()`.',
};

/** The options as the browser takes them: `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const options: Schema = {
  type: 'object',
  properties: { challenge: bytes('A challenge can be answered once, within five minutes.') },
  required: ['challenge'],
  additionalProperties: true,
};

const passkey = objectSchema({
  id: ref('schemas', 'id'),
  name,
  transports: listOf(textSchema(16), 8),
  backed_up: {
    type: 'boolean',
    description:
      'Whether the passkey is also stored outside the device, as passkeys of phones are.',
  },
  created_at: moment,
  used_at: { oneOf: [moment, { type: 'null' }] },
});
const passkeys = listOf(passkey, MOST_PASSKEYS);

const idParameter = [ref('parameters', 'record-id')];
const FAILURES = [400, 401, 403, 413, 415, 422, 429, 500, 503] as const;
const READ = [400, 401, 403, 404, 500, 503] as const;

/** What `/openapi.json` says of passkeys. */
export const passkeyPaths: Paths = {
  ...questionPaths,
  '/auth/passkeys/sign-in/options': {
    post: operation('passkeySignInOptions', 'Begin to sign in with a passkey', {
      description:
        'For a passkey that the browser finds without a user name. The service stores nothing about this request.',
      ...PUBLIC,
      ...answers('Options for `navigator.credentials.get`.', options, 400, 500, 503),
    }),
  },
  '/auth/passkeys/sign-in': {
    post: operation('passkeySignIn', 'Sign in with a passkey', {
      description:
        'Signs in without a name and a password. No second factor is required, because the authenticator has checked a finger, a face or a PIN. ' +
        'Failed attempts are limited by passkey and by network address.',
      ...PUBLIC,
      ...body(objectSchema({ credential })),
      ...answers('A token.', session, ...FAILURES),
    }),
  },
  '/auth/passkeys/factor/options': {
    post: operation('passkeyFactorOptions', 'Begin to show a passkey as second factor', {
      description: 'Send the token that the sign-in returned when it asked for a `passkey`.',
      ...PUBLIC,
      ...body(objectSchema({ token: text })),
      ...answers('Options for `navigator.credentials.get`.', options, ...FAILURES),
    }),
  },
  '/auth/passkeys/factor': {
    post: operation('passkeyFactor', 'Show a passkey as second factor', {
      description:
        'Send the token that the sign-in returned when it asked for a `passkey`. The token is good for nothing else.',
      ...PUBLIC,
      ...body(objectSchema({ token: text, credential })),
      ...answers('A token.', session, ...FAILURES),
    }),
  },
  '/auth/passkeys/options': {
    post: operation('passkeyOptions', 'Begin to add a passkey', {
      description: 'Requires a factor that I have, or the password.',
      ...body(PROOF_BODY),
      ...answers('Options for `navigator.credentials.create`.', options, ...FAILURES, 409),
    }),
  },
  '/auth/passkeys/proof/options': {
    post: operation('passkeyProofOptions', 'Begin to show a passkey of mine', {
      description: 'For requests that require a factor, such as adding or removing a factor.',
      ...answers('Options for `navigator.credentials.get`.', options, 400, 401, 403, 500, 503),
    }),
  },
  '/auth/passkeys': {
    get: operation('passkeys', 'My passkeys', {
      description:
        'My passkeys, the oldest first, and the kinds of proof that a change of them requires.',
      ...answers(
        'My passkeys.',
        objectSchema({
          passkeys,
          proof_by: PROOF_BY,
        }),
        ...([400, 401, 403, 500, 503] as const),
      ),
    }),
    post: operation('addPasskey', 'Add a passkey', {
      description: 'With what the browser made of the options.',
      ...body(objectSchema({ name, credential })),
      responses: {
        201: success('The passkey.', passkey),
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503),
      },
    }),
  },
  '/auth/passkeys/{id}': {
    patch: operation('renamePasskey', 'Rename a passkey of mine', {
      description: 'The name helps me recognise the device.',
      parameters: idParameter,
      ...body(objectSchema({ name })),
      ...answers('The passkey.', passkey, 400, 401, 403, 404, 413, 415, 422, 500, 503),
    }),
  },
  '/auth/passkeys/{id}/remove': {
    post: operation('removePasskey', 'Remove a passkey of mine', {
      description:
        'Requires a factor that I have. All my other sessions end. The answer is 409 if a role of mine requires a second factor and this passkey is the last.',
      parameters: idParameter,
      ...body(PROOF_BODY),
      ...answers('A new token.', session, ...FAILURES, 404, 409),
    }),
  },
  '/auth/passkeys/users/{id}': {
    get: operation('passkeysOfUser', 'The passkeys of a user', {
      description:
        "Only for callers who may set the password of the user and give all of the user's roles and tenants.",
      parameters: idParameter,
      ...answers('Their passkeys.', objectSchema({ passkeys }), ...READ),
    }),
    delete: operation('resetPasskeys', 'Remove all passkeys of a user', {
      description:
        "Only for callers who may set the password of the user and give all of the user's roles and tenants. All sessions of the user end.",
      parameters: idParameter,
      responses: { 204: { description: 'The user no longer has any.' }, ...errors(...READ) },
    }),
  },
};
