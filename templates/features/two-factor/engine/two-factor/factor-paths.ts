import { questionPaths } from '../docs/factor-paths.js';
import { PROOF_BODY, PROOF_BY } from '../docs/proof-schemas.js';
import { integerSchema, listOf, textSchema } from '../docs/field-schema.js';
import {
  PUBLIC,
  answers,
  body,
  errors,
  ref,
  tagged,
  type Paths,
  type Schema,
} from '../docs/openapi-types.js';
import { SESSION, objectSchema } from '../docs/service-schemas.js';
import { RECOVERY_CODES } from './recovery-codes.js';

const operation = tagged('Authentication');

const text = ref('schemas', 'text');
const session = ref('schemas', 'session');
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const code = textSchema(64);
const recoveryCodes = listOf(textSchema(64), RECOVERY_CODES);
const seconds = integerSchema(0);

const enrolment = objectSchema({ secret: textSchema(64), uri: text, expires_in: seconds });

const facts = {
  active: { type: 'boolean' },
  since: orNull(ref('schemas', 'datetime')),
  recovery_codes: integerSchema(0),
  required: { type: 'boolean' },
  required_from: orNull(ref('schemas', 'datetime')),
};
const state = objectSchema(facts);
const ownState = objectSchema({
  ...facts,
  proof_by: PROOF_BY,
});

const withCodes: Schema = {
  ...SESSION,
  properties: { ...(SESSION['properties'] as object), recovery_codes: recoveryCodes },
};

const FAILURES = [400, 401, 403, 413, 415, 422, 429, 500, 503] as const;

/** What `/openapi.json` says of second factors. */
export const factorPaths: Paths = {
  ...questionPaths,
  '/auth/factor': {
    post: operation('factor', 'Show the second factor', {
      description:
        'Send the token that the sign-in returned when it asked for a second factor. The token is good for nothing else. ' +
        'A code works only once. Wrong codes are limited by user and address. ' +
        'With the kind `enrol` it is the first code of a secret from `POST /auth/factor/enrol`; the answer then has recovery codes, ' +
        'which nobody can read again.',
      ...PUBLIC,
      ...body(
        objectSchema({
          token: text,
          kind: { type: 'string', enum: ['totp', 'recovery-code', 'enrol'] },
          code,
        }),
      ),
      ...answers('A token.', withCodes, ...FAILURES),
    }),
  },
  '/auth/factor/enrol': {
    post: operation('enrolByQuestion', 'Set up the second factor that a role requires', {
      description: 'Answers a question of the kind `enrol`.',
      ...PUBLIC,
      ...body(objectSchema({ token: text })),
      ...answers('The secret, which nobody can read again.', enrolment, ...FAILURES),
    }),
  },
  '/auth/two-factor': {
    get: operation('twoFactor', 'My second factor', {
      description: 'Whether I have a second factor, and whether I must.',
      ...answers('The state of the second factor.', ownState, 400, 401, 403, 500, 503),
    }),
  },
  '/auth/two-factor/enrol': {
    post: operation('enrolFactor', 'Set up a second factor', {
      description:
        'Requires the password, or a factor that I have (`kind` and, for an app, `code`). The new factor is active after its first code.',
      ...body(PROOF_BODY),
      ...answers('The secret, which nobody can read again.', enrolment, ...FAILURES),
    }),
  },
  '/auth/two-factor/confirm': {
    post: operation('confirmFactor', 'Confirm the new second factor', {
      description: 'Requires its first code. All my other sessions end.',
      ...body(objectSchema({ code })),
      ...answers('A new token, and recovery codes.', withCodes, ...FAILURES),
    }),
  },
  '/auth/two-factor/recovery-codes': {
    post: operation('renewRecoveryCodes', 'New recovery codes', {
      description: 'Requires a code. The old recovery codes no longer work.',
      ...body(PROOF_BODY),
      ...answers('The codes.', objectSchema({ recovery_codes: recoveryCodes }), ...FAILURES),
    }),
  },
  '/auth/two-factor/remove': {
    post: operation('removeFactor', 'Remove my second factor', {
      description:
        'Requires a code. All my other sessions end. The answer is 409 if a role of mine requires a second factor.',
      ...body(PROOF_BODY),
      ...answers('A new token.', session, ...FAILURES, 409),
    }),
  },
  '/auth/two-factor/users/{id}': {
    get: operation('twoFactorOfUser', "A user's second factor", {
      description:
        "Only for callers who may set the password of the user and give all of the user's roles and tenants.",
      parameters: [ref('parameters', 'record-id')],
      ...answers('The state of the second factor.', state, 400, 401, 403, 404, 500, 503),
    }),
    delete: operation('resetFactor', "Reset a user's second factor", {
      description:
        "Only for callers who may set the password of the user and give all of the user's roles and tenants. All sessions of the user end.",
      parameters: [ref('parameters', 'record-id')],
      responses: {
        204: { description: 'The user no longer has any.' },
        ...errors(400, 401, 403, 404, 500, 503),
      },
    }),
  },
};
