import { textSchema } from '../docs/field-schema.js';
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

const operation = tagged('Authentication');

const detail = objectSchema({ detail: ref('schemas', 'text') });
const token = textSchema(255);
const FAILURES = [400, 413, 415, 422, 429, 500, 503, 507] as const;

/** What one's own profile has besides. */
export const resetProfile: Readonly<Record<string, Schema>> = {
  pending_email: {
    ...ref('schemas', 'email-or-null'),
    description: 'The address that I have yet to confirm: until then it is not mine.',
  },
};

/** The paths of this feature. */
export const resetPaths: Paths = {
  '/auth/forgot-password': {
    post: operation('forgotPassword', 'Ask for a link to a new password', {
      description:
        'Takes an email address or a user name. The answer does not reveal whether the account exists. Attempts are limited by network address.',
      ...PUBLIC,
      ...body({
        oneOf: [
          objectSchema({ email: ref('schemas', 'text') }),
          objectSchema({ username: ref('schemas', 'text') }),
        ],
      }),
      responses: {
        202: success('The answer is identical whether the account exists or not.', detail),
        ...errors(...FAILURES),
      },
    }),
  },
  '/auth/reset-password': {
    post: operation('resetPassword', 'Set a new password by a link', {
      description:
        'Works once, with the token of the link. All sessions of the user end, and the user signs in with the new password. With ' +
        '`end_api_keys`, the API keys of the user end as well.',
      ...PUBLIC,
      ...body(
        objectSchema(
          {
            ...{ token, new_password: ref('schemas', 'new-password') },
            end_api_keys: { type: 'boolean' },
          },
          ...['token', 'new_password'],
        ),
      ),
      responses: {
        204: { description: 'The password is changed.' },
        ...errors(...FAILURES, 404),
      },
    }),
  },
  '/auth/email-confirmation': {
    get: operation('emailConfirmation', 'Whether my address is confirmed', {
      description: 'Where people set their own address, links are sent to confirmed ones alone.',
      ...answers(
        'The address, whether it is confirmed, whether it must be, and the new address that waits for confirmation.',
        objectSchema({
          email: ref('schemas', 'string-or-null'),
          required: { type: 'boolean' },
          confirmed: { type: 'boolean' },
          pending: ref('schemas', 'string-or-null'),
        }),
        ...([400, 401, 403, 500, 503] as const),
      ),
    }),
    post: operation('askEmailConfirmation', 'Ask for an email that confirms my address', {
      responses: {
        202: success('An email is on its way.', detail),
        ...errors(400, 401, 403, 409, 429, 500, 503, 507),
      },
    }),
    put: operation('confirmEmail', 'Confirm my address', {
      description:
        'With the token of the link that was sent there, by its own user. 409 `address-taken` where another user has it by now.',
      ...body(objectSchema({ token })),
      responses: {
        204: { description: 'The address is confirmed.' },
        ...errors(401, 403, 404, 409, ...FAILURES),
      },
    }),
  },
};
