import { listOf, textSchema } from '../docs/field-schema.js';
import {
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
import { PROOF_PROPERTIES } from '../docs/proof-schemas.js';
import { objectSchema } from '../docs/service-schemas.js';
import { MOST_KEYS } from './stored-keys.js';

const operation = tagged('Authentication');
const MOMENT = ref('schemas', 'datetime');
const MOMENT_OR_NULL = { oneOf: [MOMENT, { type: 'null' }] };
const NAMES_OR_NULL = { oneOf: [ref('schemas', 'strings'), { type: 'null' }] };

const LIMITS = {
  roles: {
    ...NAMES_OR_NULL,
    description: 'The roles of its owner that the key uses, or null for all of them.',
  },
  models: {
    ...NAMES_OR_NULL,
    description: 'The paths of the models that the key may use, such as `task`, or null for all.',
  },
  read_only: { type: 'boolean' },
};
const KEY = {
  id: ref('schemas', 'id'),
  prefix: { ...textSchema(16), description: 'The beginning of the key, to recognise it by.' },
  name: textSchema(255),
  ...LIMITS,
  created_at: MOMENT,
  expires_at: MOMENT,
  used_at: { ...MOMENT_OR_NULL, description: 'The time of its last use, to the minute.' },
};
const KEYS = listOf(objectSchema(KEY), MOST_KEYS);
const CREATED = objectSchema({
  ...KEY,
  key: { ...textSchema(64), description: 'The key itself, which is never shown again.' },
});
const WANTED = objectSchema(
  {
    name: { ...textSchema(255), minLength: 1 },
    ...LIMITS,
    expires_at: MOMENT_OR_NULL,
    ...PROOF_PROPERTIES,
  },
  'name',
);

const idAt = (name: string): Parameter => ({
  ...{ name, in: 'path', required: true },
  schema: ref('schemas', 'id'),
});
const REMOVED = { description: 'The key is no longer valid.' };

/** What `/openapi.json` says of API keys. */
export const keyPaths: Paths = {
  '/auth/api-keys': {
    get: operation('apiKeys', 'My API keys', {
      description: 'The newest key comes first. Expired keys are in the list.',
      ...answers('My keys.', KEYS, ...READ_FAILURES),
    }),
    post: operation('createApiKey', 'Make an API key', {
      description:
        'Makes a key for my own account. This requires a session and a proof: a factor of mine, as in `/auth/proof`, or the password.',
      ...body(WANTED),
      responses: {
        201: success('The key.', CREATED),
        ...errors(400, 401, 403, 409, 413, 415, 422, 429, 500, 503),
      },
    }),
  },
  '/auth/api-keys/{id}': {
    delete: operation('removeApiKey', 'Remove one of my API keys', {
      description: 'The service refuses the key from then on.',
      parameters: [idAt('id')],
      responses: { 204: REMOVED, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
  '/auth/users/{id}/api-keys': {
    get: operation('userApiKeys', 'The API keys of a user', {
      parameters: [idAt('id')],
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      ...answers('Their keys.', KEYS, 400, 401, 403, 404, 500, 503),
    }),
    delete: operation('removeUserApiKeys', 'Remove all API keys of a user', {
      parameters: [idAt('id')],
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants. A new password does not end API keys; this request does.",
      responses: {
        204: { description: 'The keys are no longer valid.' },
        ...errors(400, 401, 403, 404, 500, 503),
      },
    }),
  },
  '/auth/users/{id}/api-keys/{key}': {
    delete: operation('removeUserApiKey', 'Remove an API key of a user', {
      parameters: [idAt('id'), idAt('key')],
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      responses: { 204: REMOVED, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
};
