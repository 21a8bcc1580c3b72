import { authPaths } from './auth-paths.js';
import { integerSchema, listOf, textSchema } from './field-schema.js';
import { answers, ref, type Operation, type Paths, type Schema } from './openapi-types.js';
import { objectSchema } from './service-schemas.js';

const text = ref('schemas', 'text');
const kind: Schema = { ...textSchema(64), examples: ['totp', 'recovery-code', 'passkey', 'enrol'] };
/** There are no more kinds of factors. */
const MAX_KINDS = 8;

const question = objectSchema({
  factor: objectSchema({
    kinds: listOf(kind, MAX_KINDS),
    token: text,
    expires_in: integerSchema(0),
  }),
});

/** What signing in answers where features ask for second factors. */
export const questionPaths: Paths = {
  '/auth/login': {
    post: {
      ...authPaths['/auth/login']!['post']!,
      description:
        'With name and password. Where a second factor is asked for, the answer has a question in place of a token: each of its ' +
        '`kinds` has an endpoint, such as `/auth/factor` or `/auth/passkeys/factor`. Failed attempts are limited by name and address.',
      ...answers(
        'A token, or a question.',
        { oneOf: [ref('schemas', 'session'), question] },
        ...([400, 401, 403, 413, 415, 422, 429, 500, 503] as const),
      ),
    } as Operation,
  },
};

/** By what users prove who they are before they change how they sign in. */
export const PROOF_BY: Schema = {
  ...listOf(kind, MAX_KINDS),
  description: 'Kinds of factors that I have, of which one is shown; none: the password.',
};

/** What they show. */
export const PROOF: Schema = {
  type: 'object',
  properties: {
    password: { ...text, format: 'password' },
    kind,
    code: textSchema(64),
    credential: { type: 'object', additionalProperties: true },
  },
  description:
    'A factor of one of the kinds in `proof_by`: `kind` with `code`, or with `credential` for a passkey (options: ' +
    '`/auth/passkeys/proof/options`). The `password` of whoever has none.',
};
