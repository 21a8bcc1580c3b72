import { ACTIONS } from '../access/action.js';
import {
  errors,
  jsonContent,
  ref,
  type Operation,
  type Paths,
  type Schema,
} from './openapi-types.js';

const text: Schema = { type: 'string' };
const actions: Schema = { type: 'array', items: { type: 'string', enum: ACTIONS } };
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const objectOf = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required: required.length > 0 ? required : Object.keys(properties),
});

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
  200: { description, content: jsonContent(schema) },
});
const body = (schema: Schema) => ({
  requestBody: { required: true, content: jsonContent(schema) },
});

const roleSchema = objectOf({
  id: { type: 'integer' },
  name: text,
  description: { type: ['string', 'null'] },
  allowed_methods: { type: 'array', items: text },
  allowed_actions: actions,
  is_preset: { type: 'boolean' },
});

const password = { type: 'string', minLength: 8, maxLength: 72, format: 'password' };

/** The paths that are not a model's. */
export const servicePaths: Paths = {
  '/auth/login': {
    post: operation(
      AUTH,
      'login',
      'Sign in',
      {
        ...answer('A token.', ref('schemas', 'Session')),
        ...errors(400, 401, 403, 413, 415, 422, 429, 503),
      },
      {
        ...PUBLIC,
        ...body(objectOf({ username: text, password: { ...text, format: 'password' } })),
      },
    ),
  },
  '/auth/logout': {
    post: operation(AUTH, 'logout', 'Sign out: the tokens of this session end', {
      204: { description: 'They have ended, or had before.' },
      ...errors(401, 503),
    }),
  },
  '/auth/me': {
    get: operation(AUTH, 'me', 'Who am I?', {
      ...answer('The profile.', ref('schemas', 'Profile')),
      ...errors(401),
    }),
  },
  '/auth/roles': {
    get: operation(AUTH, 'roles', 'What each role may do at most', {
      ...answer('All roles.', { type: 'array', items: roleSchema }),
      ...errors(401, 403),
    }),
  },
  '/auth/resource-permissions': {
    get: operation(AUTH, 'resourcePermissions', 'Where models narrow what roles may do', {
      ...answer('Model -> role -> actions.', mapOf(mapOf(actions))),
      ...errors(401, 403),
    }),
  },
  '/auth/field-permissions': {
    get: operation(AUTH, 'fieldPermissions', 'Which restricted fields I may read and write', {
      ...answer(
        'Model -> field -> permissions.',
        mapOf(mapOf(objectOf({ read: { type: 'boolean' }, write: { type: 'boolean' } }))),
      ),
      ...errors(401, 403),
    }),
  },
  '/auth/register': {
    post: operation(
      AUTH,
      'register',
      'Add a user',
      {
        201: {
          description: 'The profile of the new user.',
          headers: { Location: ref('headers', 'Location') },
          content: jsonContent(ref('schemas', 'Profile')),
        },
        ...errors(400, 401, 403, 409, 413, 415, 422),
      },
      body(
        objectOf(
          {
            username: text,
            password,
            email: { type: 'string', format: 'email' },
            first_name: { type: ['string', 'null'] },
            last_name: { type: ['string', 'null'] },
            role_names: { type: 'array', items: text },
          },
          'username',
          'password',
          'email',
        ),
      ),
    ),
  },
  '/auth/change-password': {
    put: operation(
      AUTH,
      'changePassword',
      'Change my password',
      {
        ...answer('A new token; all others have ended.', ref('schemas', 'Session')),
        ...errors(400, 401, 413, 415, 422, 429, 503),
      },
      body(objectOf({ current_password: text, new_password: password })),
    ),
  },
  '/config/search': {
    get: operation(
      SERVICE,
      'searchConfig',
      'What the search looks through',
      answer(
        'Models and field names.',
        objectOf({
          models: { type: 'array', items: text },
          fields: { type: 'array', items: text },
        }),
      ),
      PUBLIC,
    ),
  },
  '/healthz': {
    get: operation(
      SERVICE,
      'healthz',
      'Does the process live?',
      answer('It lives.', objectOf({ status: text })),
      PUBLIC,
    ),
  },
  '/readyz': {
    get: operation(
      SERVICE,
      'readyz',
      'Does the database answer?',
      { ...answer('It answers.', objectOf({ status: text })), ...errors(503) },
      PUBLIC,
    ),
  },
};

export const serviceTags = [
  { name: AUTH, description: 'Signing in, and what the user may do.' },
  { name: SERVICE, description: 'The service itself.' },
];
