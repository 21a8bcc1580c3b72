import { MAX_FIELDS, MAX_MOMENTS } from '../crud/overview-endpoints.js';
import { MAX_GROUPS, MAX_RECENT } from '../crud/aggregate.js';
import { integerSchema } from './field-schema.js';
import {
  ACTION_LIST,
  FIELD_PERMISSIONS,
  MAX_ITEMS,
  mapOf,
  METHOD_LIST,
  namesSchema,
  objectSchema,
  ROLE_PERMISSIONS,
} from './service-schemas.js';
import {
  errors,
  headersOf,
  jsonContent,
  ref,
  type Operation,
  type Paths,
  type Schema,
} from './openapi-types.js';

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

const COMMA_LIST = { style: 'form', explode: false };

const models = {
  name: 'models',
  in: 'query',
  required: true,
  description: 'Models by the paths of their lists.',
  schema: namesSchema,
  ...COMMA_LIST,
};

const ofTenant = {
  name: 'tenant',
  in: 'query',
  description: 'Only records of this tenant, of models for which `/auth/tenants` names a field.',
  schema: ref('schemas', 'id'),
};

const countsSchema: Schema = {
  oneOf: [
    integerSchema(0),
    { type: 'array', items: integerSchema(0), minItems: 2, maxItems: MAX_MOMENTS },
  ],
};

const groupsSchema: Schema = {
  type: 'array',
  items: objectSchema({ value: ref('schemas', 'json'), count: integerSchema(1) }),
  maxItems: MAX_GROUPS,
};

const recentSchema = objectSchema(
  {
    model: string,
    id: ref('schemas', 'id'),
    _label: ref('schemas', 'label'),
    created_at: ref('schemas', 'datetime'),
    updated_at: ref('schemas', 'datetime'),
  },
  ...['model', 'id', '_label', 'updated_at'],
);

/** The paths that belong to no model. */
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
        description: 'With name and password. Failed attempts are limited by name and address.',
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
        204: { description: 'The session has ended, or had already.' },
        ...errors(400, 401, 500, 503),
      },
      { description: "Revokes this session's tokens everywhere." },
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
      'The maximum permissions of each role',
      {
        ...answer('All roles.', { type: 'array', items: roleSchema, maxItems: MAX_ITEMS }),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Models may restrict them: see `/auth/resource-permissions`.' },
    ),
  },
  '/auth/resource-permissions': {
    get: operation(
      AUTH,
      'resourcePermissions',
      'Where models restrict roles',
      {
        ...answer('Model -> role -> actions.', mapOf(mapOf(ACTION_LIST))),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Only models that do; `*` is every role that is not listed.' },
    ),
  },
  '/auth/field-permissions': {
    get: operation(
      AUTH,
      'fieldPermissions',
      'Which restricted fields I may read and write',
      {
        ...answer('Model -> field -> permissions.', mapOf(FIELD_PERMISSIONS)),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Only fields that not everybody may read and write.' },
    ),
  },
  '/auth/tenants': {
    get: operation(
      AUTH,
      'ownTenants',
      'Which tenants I belong to',
      {
        ...answer(
          'Tenants, and per model the field with the tenant of a record.',
          objectSchema({
            tenants: {
              type: 'array',
              items: objectSchema({ id: ref('schemas', 'id'), name: string }),
              maxItems: MAX_ITEMS,
            },
            fields: mapOf(string),
          }),
        ),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'Only active tenants, and models whose lists I can filter by that field.' },
    ),
  },
  '/auth/role-permissions': {
    get: operation(
      AUTH,
      'rolePermissions',
      'What users of a role may do and see',
      {
        ...answer('Model -> actions, fields, rows.', mapOf(ROLE_PERMISSIONS)),
        ...errors(400, 401, 403, 500, 503),
      },
      {
        description:
          'For users who may edit roles: as if the role, stored or not, had these methods.',
        parameters: [
          {
            name: 'role',
            in: 'query',
            description: 'Its name, by which models and fields refer to it.',
            schema: string,
          },
          {
            name: 'methods',
            in: 'query',
            required: true,
            description: 'The HTTP methods that it allows.',
            schema: METHOD_LIST,
            ...{ style: 'form', explode: false },
          },
        ],
      },
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
        description: 'For administrators, with the names of the roles.',
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
        ...answer('A new token; all others are revoked.', ref('schemas', 'session')),
        ...errors(400, 401, 413, 415, 422, 429, 500, 503, 507),
      },
      {
        description: 'Revokes all my tokens, including the current one.',
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
      'What the search covers',
      {
        ...answer(
          'Models and field names.',
          objectSchema({ models: namesSchema, fields: namesSchema }),
        ),
        ...errors(400, 500),
      },
      {
        ...PUBLIC,
        ...{
          description: 'The fields that `q` searches, and the models that a search page queries.',
        },
      },
    ),
  },
  '/config/counts': {
    get: operation(
      SERVICE,
      'listCounts',
      'How many records my lists have',
      {
        ...answer('Model -> number of records.', mapOf(countsSchema)),
        ...errors(400, 401, 403, 500, 503),
      },
      {
        description: 'Counted like the lists of these models, each under its own rules.',
        parameters: [
          models,
          {
            name: 'since',
            in: 'query',
            description:
              'Counts only records created from this time on; with several times, a number for each.',
            schema: { ...ref('schemas', 'datetime-list'), minItems: 1, maxItems: MAX_MOMENTS },
            ...COMMA_LIST,
          },
          ofTenant,
        ],
      },
    ),
  },
  '/config/groups': {
    get: operation(
      SERVICE,
      'listGroups',
      'The distribution of the records of my lists over field values',
      {
        ...answer('Model and field -> values, the most frequent first.', mapOf(groupsSchema)),
        ...errors(400, 401, 403, 500, 503),
      },
      {
        description: `At most ${MAX_GROUPS} values of each field.`,
        parameters: [
          {
            name: 'by',
            in: 'query',
            required: true,
            description: 'Fields that their lists can be sorted by: `task.status`.',
            schema: { ...namesSchema, minItems: 1, maxItems: MAX_FIELDS },
            ...COMMA_LIST,
          },
          ofTenant,
        ],
      },
    ),
  },
  '/config/recent': {
    get: operation(
      SERVICE,
      'listRecent',
      'The most recent changes in my lists',
      {
        ...answer('The most recently written records over all of them, the latest first.', {
          type: 'array',
          items: recentSchema,
          maxItems: MAX_RECENT,
        }),
        ...errors(400, 401, 403, 500, 503),
      },
      { description: 'For models with timestamps.', parameters: [models, ofTenant] },
    ),
  },
  '/healthz': {
    get: operation(
      SERVICE,
      'healthz',
      'Is the process alive?',
      { ...answer('It is alive.', health), ...errors(400, 500) },
      { ...PUBLIC, ...{ description: 'For liveness probes.' } },
    ),
  },
  '/readyz': {
    get: operation(
      SERVICE,
      'readyz',
      'Can the service take requests?',
      { ...answer('It can.', health), ...errors(400, 500, 503) },
      { ...PUBLIC, ...{ description: 'For readiness probes.' } },
    ),
  },
};

export const serviceTags = [
  { name: AUTH, description: 'Sign-in and permissions.' },
  { name: SERVICE, description: 'The service itself.' },
];
