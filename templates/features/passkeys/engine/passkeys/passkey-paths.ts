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
  description: 'What the browser made of the options: `PublicKeyCredential.toJSON()`.',
};

/** As the browser takes them: `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const options: Schema = {
  type: 'object',
  properties: { challenge: bytes('It is answered once, within five minutes.') },
  required: ['challenge'],
  additionalProperties: true,
};

const passkey = objectSchema({
  id: ref('schemas', 'id'),
  name,
  transports: listOf(textSchema(16), 8),
  backed_up: {
    type: 'boolean',
    description: 'Whether it is kept elsewhere, too, as those of phones are.',
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
        'For a passkey that the browser finds: nobody says who they are. Nothing is kept of it.',
      ...PUBLIC,
      ...answers('Options for `navigator.credentials.get`.', options, 400, 500, 503),
    }),
  },
  '/auth/passkeys/sign-in': {
    post: operation('passkeySignIn', 'Sign in with a passkey', {
      description:
        'In place of name and password. No second factor is asked for: the authenticator has seen a finger, a face or a PIN. ' +
        'Failed attempts are limited by passkey and address.',
      ...PUBLIC,
      ...body(objectSchema({ credential })),
      ...answers('A token.', session, ...FAILURES),
    }),
  },
  '/auth/passkeys/factor/options': {
    post: operation('passkeyFactorOptions', 'Begin to show a passkey as second factor', {
      description: 'With the token of a question of the kind `passkey`.',
      ...PUBLIC,
      ...body(objectSchema({ token: text })),
      ...answers('Options for `navigator.credentials.get`.', options, ...FAILURES),
    }),
  },
  '/auth/passkeys/factor': {
    post: operation('passkeyFactor', 'Show a passkey as second factor', {
      description: 'With the token of the question, which opens nothing else.',
      ...PUBLIC,
      ...body(objectSchema({ token: text, credential })),
      ...answers('A token.', session, ...FAILURES),
    }),
  },
  '/auth/passkeys/options': {
    post: operation('passkeyOptions', 'Begin to add a passkey', {
      description: 'By a factor that I have, or by the password.',
      ...body(PROOF_BODY),
      ...answers('Options for `navigator.credentials.create`.', options, ...FAILURES, 409),
    }),
  },
  '/auth/passkeys/proof/options': {
    post: operation('passkeyProofOptions', 'Begin to show a passkey of mine', {
      description: 'For what takes a factor: to add or remove one.',
      ...answers('Options for `navigator.credentials.get`.', options, 400, 401, 403, 500, 503),
    }),
  },
  '/auth/passkeys': {
    get: operation('passkeys', 'My passkeys', {
      description: 'The oldest first, and by what I prove who I am before I change them.',
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
      description: 'So that I recognise the device.',
      parameters: idParameter,
      ...body(objectSchema({ name })),
      ...answers('The passkey.', passkey, 400, 401, 403, 404, 413, 415, 422, 500, 503),
    }),
  },
  '/auth/passkeys/{id}/remove': {
    post: operation('removePasskey', 'Remove a passkey of mine', {
      description:
        'By a factor that I have. All my other sessions end. 409 where a role of mine requires a second factor, and it is the last one.',
      parameters: idParameter,
      ...body(PROOF_BODY),
      ...answers('A new token.', session, ...FAILURES, 404, 409),
    }),
  },
  '/auth/passkeys/users/{id}': {
    get: operation('passkeysOfUser', 'The passkeys of a user', {
      description:
        'For whoever may set the password of the user, and give all their roles and tenants.',
      parameters: idParameter,
      ...answers('Their passkeys.', objectSchema({ passkeys }), ...READ),
    }),
    delete: operation('resetPasskeys', 'Remove all passkeys of a user', {
      description:
        'For whoever may set the password of the user, and give all their roles and tenants. All sessions of the user end.',
      parameters: idParameter,
      responses: { 204: { description: 'The user has none any more.' }, ...errors(...READ) },
    }),
  },
};
