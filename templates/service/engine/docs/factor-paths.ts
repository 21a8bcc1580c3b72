import { authPaths } from './auth-paths.js';
import { integerSchema } from './field-schema.js';
import { answers, ref, type Operation, type Paths } from './openapi-types.js';
import { FACTOR_KINDS } from './proof-schemas.js';
import { objectSchema } from './service-schemas.js';

const question = objectSchema({
  factor: objectSchema({
    kinds: FACTOR_KINDS,
    token: ref('schemas', 'text'),
    expires_in: integerSchema(0),
  }),
});

/** What signing in answers where features ask for second factors. */
export const questionPaths: Paths = {
  '/auth/login': {
    post: {
      ...authPaths['/auth/login']!['post']!,
      description:
        'Takes a name and a password. If a second factor is required, the answer has a question in place of a token. Each of its ' +
        '`kinds` has an endpoint, such as `/auth/factor` or `/auth/passkeys/factor`. Failed attempts are limited by name and by network address.',
      ...answers(
        'A token, or a question.',
        { oneOf: [ref('schemas', 'session'), question] },
        ...([400, 401, 403, 413, 415, 422, 429, 500, 503] as const),
      ),
    } as Operation,
  },
};
