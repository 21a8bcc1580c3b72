import { ACTION_LIST, MANY, namesSchema, objectSchema } from './service-schemas.js';
import {
  errors,
  headersOf,
  jsonContent,
  ref,
  type Operation,
  type Paths,
  type Schema,
} from './openapi-types.js';

const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

const PUBLIC = { security: [] };
const AUTH = 'Authentication';
const SERVICE = 'Service';

function operation(
  tag: string,
  operationId: string,
  summary: string,
  responses: Record<string, unknown>,
  rest: Operation = {},
): Operation {
  return { tags: [tag], operationId, summary, ...rest, responses };
}

const answer = (description: string, schema: Schema) => ({
  200: { description, headers: headersOf(), content: jsonContent(schema) },
});
const body = (schema: Schema) => ({
  requestBody: { required: true, content: jsonContent(schema) },
});

const string = ref('schemas', 'string');
const password = ref('schemas', 'new-password');
const health = objectSchema({ status: { type: 'string', const: 'ok' } });

const roleSchema = objectSchema({
  id: ref('schemas', 'id'),
  name: string,
  description: ref('schemas', 'text-or-null'),
  allowed_methods: namesSchema,
  allowed_actions: ACTION_LIST,
  is_preset: { type: 'boolean' },
});

/** The paths that are not a model's. */
export const servicePaths: Paths = {
  '/auth/login': {
    post: operation(
      AUTH,
      'login',
      'Sign in',
      {
        ...answer('A token.', ref('schemas', 'session')),
        ...errors(400, 401, 403, 413, 415, 422, 429, 500, 503),
      },
      {
        description: 'By name and password. Failed tries are limited by name and address.',
        ...PUBLIC,
        ...body(
          objectSchema({
            username: ref('schemas', 'text'),
            password: { ...ref('schemas', 'text'), format: 'password' },
          }),
        ),
      },
    ),
  },
  '/auth/logout': {
    post: operation(
      AUTH,
      'logout',
      'Sign out',
      {
        204: { description: 'The session has ended, or had before.' },
        ...errors(400, 401, 500, 503),
      },
      { description: "Ends this session's tokens everywhere." },
    ),
  },
  '/auth/me': {
    get: operation(
      AUTH,
      'me',
      'Who am I?',
      {
        ...answer('The profile.', ref('schemas', 'profile')),
        ...errors(400, 401, 500, 503),
      },
      { description: 'The profile of the user whose token this is.' },
    ),
  },
  '/auth/roles': {
    get: operation(
      AUTH,
      'roles',
      'What each role may do at most',
      {
        ...answer('All roles.', { type: 'array', items: roleSchema, maxItems: MANY }),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Models may narrow it: see `/auth/resource-permissions`.' },
    ),
  },
  '/auth/resource-permissions': {
    get: operation(
      AUTH,
      'resourcePermissions',
      'Where models narrow what roles may do',
      {
        ...answer('Model -> role -> actions.', mapOf(mapOf(ACTION_LIST))),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Only models that do; `*` is every role that is not named.' },
    ),
  },
  '/auth/field-permissions': {
    get: operation(
      AUTH,
      'fieldPermissions',
      'Which restricted fields I may read and write',
      {
        ...answer(
          'Model -> field -> permissions.',
          mapOf(mapOf(objectSchema({ read: { type: 'boolean' }, write: { type: 'boolean' } }))),
        ),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Only fields that not everybody may read and write.' },
    ),
  },
  '/auth/register': {
    post: operation(
      AUTH,
      'register',
      'Add a user',
      {
        201: {
          description: 'The profile of the new user.',
          headers: headersOf('Location'),
          content: jsonContent(ref('schemas', 'profile')),
        },
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503, 507),
      },
      {
        description: 'As an administrator, with the names of the roles.',
        ...body(
          objectSchema(
            {
              username: { ...string, minLength: 1 },
              password,
              email: { ...ref('schemas', 'email'), minLength: 1 },
              first_name: ref('schemas', 'string-or-null'),
              last_name: ref('schemas', 'string-or-null'),
              role_names: ref('schemas', 'strings'),
            },
            'username',
            'password',
            'email',
          ),
        ),
      },
    ),
  },
  '/auth/change-password': {
    put: operation(
      AUTH,
      'changePassword',
      'Change my password',
      {
        ...answer('A new token; all others have ended.', ref('schemas', 'session')),
        ...errors(400, 401, 413, 415, 422, 429, 500, 503, 507),
      },
      {
        description: 'Ends every token of mine, also the one that asks.',
        ...body(
          objectSchema({
            current_password: { ...ref('schemas', 'text'), format: 'password' },
            new_password: password,
          }),
        ),
      },
    ),
  },
  '/config/search': {
    get: operation(
      SERVICE,
      'searchConfig',
      'What the search looks through',
      {
        ...answer(
          'Models and field names.',
          objectSchema({ models: namesSchema, fields: namesSchema }),
        ),
        ...errors(400, 500),
      },
      {
        ...PUBLIC,
        ...{ description: 'Which fields `q` looks at, and which models a search page asks.' },
      },
    ),
  },
  '/healthz': {
    get: operation(
      SERVICE,
      'healthz',
      'Does the process live?',
      { ...answer('It lives.', health), ...errors(400, 500) },
      { ...PUBLIC, ...{ description: 'For whoever restarts it when it does not.' } },
    ),
  },
  '/readyz': {
    get: operation(
      SERVICE,
      'readyz',
      'Does the database answer?',
      { ...answer('It answers.', health), ...errors(400, 500, 503) },
      { ...PUBLIC, ...{ description: 'For whoever sends it requests when it does.' } },
    ),
  },
};

export const serviceTags = [
  { name: AUTH, description: 'Signing in, and what the user may do.' },
  { name: SERVICE, description: 'The service itself.' },
];
