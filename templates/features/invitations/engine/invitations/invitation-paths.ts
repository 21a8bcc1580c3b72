import { listOf, textSchema } from '../docs/field-schema.js';
import {
  PUBLIC,
  READ_FAILURES,
  answers,
  body,
  errors,
  ref,
  success,
  tagged,
  type Parameter,
  type Paths,
} from '../docs/openapi-types.js';
import { objectSchema } from '../docs/service-schemas.js';
import { MOST_LISTED } from './stored-invitations.js';

const operation = tagged('Authentication');

const NAME = ref('schemas', 'string-or-null');
const MOMENT = ref('schemas', 'datetime');
const TENANTS = { type: 'array', items: ref('schemas', 'id') } as const;
const token = textSchema(255);
const INVITATION = objectSchema({
  ...{ id: ref('schemas', 'id'), email: textSchema(255), username: NAME },
  ...{ roles: ref('schemas', 'strings'), tenants: TENANTS },
  invited_by: { ...NAME, description: 'The name of the user who is responsible for it.' },
  ...{ sent_at: MOMENT, expires_at: MOMENT, expired: { type: 'boolean' } },
});
const WANTED = {
  ...objectSchema(
    {
      email: textSchema(255),
      username: textSchema(255),
      roles: ref('schemas', 'strings'),
      tenants: TENANTS,
    },
    'email',
  ),
  additionalProperties: true,
};

const one: { readonly parameters: readonly Parameter[] } = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: ref('schemas', 'id') }],
};
const FAILURES = [400, 413, 415, 422, 429, 500, 503] as const;

/** The paths of invitations in `/openapi.json`. */
export const invitationPaths: Paths = {
  '/auth/invitations': {
    get: operation('invitations', 'Pending invitations', {
      description:
        'My own invitations and those of users whom I administer. The newest comes first. Expired invitations are in the list.',
      ...answers('The invitations.', listOf(INVITATION, MOST_LISTED), ...READ_FAILURES),
    }),
    post: operation('invite', 'Invite somebody by mail', {
      description:
        'Only for callers who may create such a user. Takes any field of users except a password. Replaces an earlier invitation to the ' +
        'same address. The answer is 409 if the address belongs to a user whom I may see.',
      ...body(WANTED),
      responses: {
        201: success('An email is on its way.', INVITATION),
        ...errors(401, 403, 409, 507, ...FAILURES),
      },
    }),
  },
  '/auth/invitations/{id}': {
    delete: operation('revokeInvitation', 'Revoke an invitation', {
      description: 'The link no longer works from then on.',
      ...one,
      responses: {
        204: { description: 'It is gone.' },
        ...errors(400, 401, 403, 404, 500, 503),
      },
    }),
  },
  '/auth/invitations/{id}/resend': {
    post: operation('resendInvitation', 'Send an invitation again', {
      description: 'With a new link; that of before is void. It is mine from then on.',
      ...one,
      responses: {
        200: success('An email is on its way.', INVITATION),
        ...errors(400, 401, 403, 404, 409, 422, 429, 500, 503, 507),
      },
    }),
  },
  '/auth/invitations/look': {
    post: operation('lookAtInvitation', 'The content of an invitation', {
      description:
        'For the page that the link opens. The invitation can still be accepted afterwards.',
      ...PUBLIC,
      ...body(objectSchema({ token })),
      responses: {
        200: success(
          'The invitation, and the fields that the new user can set.',
          objectSchema({
            ...{ email: textSchema(255), username: NAME, invited_by: textSchema(1024) },
            ...{ service: textSchema(255), fields: ref('schemas', 'strings'), expires_at: MOMENT },
          }),
        ),
        ...errors(403, 404, ...FAILURES),
      },
    }),
  },
  '/auth/invitations/accept': {
    post: operation('acceptInvitation', 'Accept an invitation', {
      description:
        'Once, with the token of the link. The new user has what the invitation says, if whoever invited may still give it: else ' +
        '403 `invitation-void`.',
      ...PUBLIC,
      ...body(
        objectSchema(
          {
            ...{ token, username: textSchema(255), password: ref('schemas', 'new-password') },
            ...{ first_name: NAME, last_name: NAME },
          },
          'token',
          'password',
        ),
      ),
      responses: {
        201: success('A session, as after a sign-in.', ref('schemas', 'session')),
        ...errors(403, 404, 409, 507, ...FAILURES),
      },
    }),
  },
};
