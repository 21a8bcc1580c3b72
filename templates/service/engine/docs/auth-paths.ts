import { ownersByName } from '../access/row-rules.js';
import { usersIn } from '../auth/entities.js';
import type { AccountRules } from '../auth/own-account.js';
import type { ModelInfo } from '../model/model-info.js';
import { COMMA_LIST, query } from './components.js';
import { listOf } from './field-schema.js';
import { fieldSchemas } from './model-schemas.js';
import { PROOF, PROOF_KINDS } from './proof-schemas.js';
import {
  PUBLIC,
  READ_FAILURES,
  answers,
  body,
  errors,
  ref,
  success,
  tagged,
  type Paths,
  type Schema,
} from './openapi-types.js';
import { SIGN_IN_BY } from '../settings/settings.js';
import {
  ACTION_LIST,
  FIELD_PERMISSIONS,
  MAX_DEFINED,
  METHOD_LIST,
  PROFILE,
  ROLE_PERMISSIONS,
  SESSION,
  mapOf,
  namesSchema,
  objectSchema,
} from './service-schemas.js';

const TAG = 'Authentication';
const operation = tagged(TAG);

export const authTag = { name: TAG, description: 'Sign-in and permissions.' };

const string = ref('schemas', 'string');
const profile = ref('schemas', 'profile');
const session = ref('schemas', 'session');
const name = { ...string, minLength: 1 };
const password = { ...ref('schemas', 'text'), format: 'password' };
const newPassword = ref('schemas', 'new-password');

const roleSchema = objectSchema({
  id: ref('schemas', 'id'),
  name: string,
  description: ref('schemas', 'text-or-null'),
  allowed_methods: namesSchema,
  allowed_actions: ACTION_LIST,
  is_preset: { type: 'boolean' },
});

const tenantsSchema = objectSchema({
  tenants: listOf(objectSchema({ id: ref('schemas', 'id'), name: string }), MAX_DEFINED),
  fields: mapOf(string),
  every_tenant: namesSchema,
  filled: mapOf(namesSchema),
  required: mapOf(string),
  by_name: mapOf(namesSchema),
});

const registration = objectSchema(
  {
    username: name,
    password: newPassword,
    email: { ...ref('schemas', 'email'), minLength: 1 },
    first_name: ref('schemas', 'string-or-null'),
    last_name: ref('schemas', 'string-or-null'),
    role_names: ref('schemas', 'strings'),
  },
  ...['username', 'password', 'email'],
);

const signInBy = objectSchema({ sign_in_by: { type: 'string', enum: [...SIGN_IN_BY] } });

/** The paths under `/auth` that every service has. */
export const authPaths: Paths = {
  '/auth/sign-in': {
    get: operation('signInBy', 'Whether people sign in by name, by email address or by both', {
      description: 'The value of the setting `SIGN_IN_BY`, for the label of a sign-in form.',
      ...PUBLIC,
      ...answers('The kind of name.', signInBy, 400, 500, 503),
    }),
  },
  '/auth/login': {
    post: operation('login', 'Sign in', {
      description:
        'Takes a name and a password. Failed attempts are limited by name and by network address.',
      ...PUBLIC,
      ...body(objectSchema({ username: ref('schemas', 'text'), password })),
      ...answers('A token.', session, 400, 401, 403, 413, 415, 422, 429, 500, 503),
    }),
  },
  '/auth/logout': {
    post: operation('logout', 'Sign out', {
      description: "Revokes this session's tokens everywhere.",
      responses: {
        204: { description: 'The session has ended, now or earlier.' },
        ...errors(400, 401, 500, 503),
      },
    }),
  },
  '/auth/me': {
    get: operation('me', 'Who am I?', {
      description: 'The profile of the user whose token this is.',
      ...answers('The profile.', profile, 400, 401, 500, 503),
    }),
  },
  '/auth/proof': {
    get: operation('proof', 'The proof that a change of my sign-in requires', {
      description:
        'A token alone is not enough to change a password, an address or a second factor.',
      ...answers('The kinds of proof that I have.', PROOF_KINDS, ...READ_FAILURES),
    }),
  },
  '/auth/roles': {
    get: operation('roles', 'The maximum permissions of each role', {
      description: 'Models may restrict them: see `/auth/resource-permissions`.',
      parameters: [
        query(
          'may_give',
          { type: 'string', enum: ['true'] },
          {
            description: 'With `true`, the list has only the roles that I may give to users.',
          },
        ),
      ],
      ...answers('The roles.', listOf(roleSchema, MAX_DEFINED), ...READ_FAILURES),
    }),
  },
  '/auth/resource-permissions': {
    get: operation('resourcePermissions', 'Where models restrict roles', {
      description:
        'Only models with such restrictions. `*` stands for every role that is not listed.',
      ...answers('Model -> role -> actions.', mapOf(mapOf(ACTION_LIST)), ...READ_FAILURES),
    }),
  },
  '/auth/field-permissions': {
    get: operation('fieldPermissions', 'My permissions on restricted fields', {
      description: 'Lists only the fields that some roles may not read or write.',
      ...answers('Model -> field -> permissions.', mapOf(FIELD_PERMISSIONS), ...READ_FAILURES),
    }),
  },
  '/auth/tenants': {
    get: operation('ownTenants', 'The tenants whose records I see', {
      description:
        'My own active tenants. If one of my roles sees the records of all tenants in some model, all active tenants.',
      ...answers(
        'The tenants; for each model whose lists can be filtered by tenant, the field to filter by; the models in ' +
          'which I see the records of every tenant; and for each model the fields of row rules that are filled in ' +
          'for me, the field in which I must name a tenant, and the fields whose owner I give by sign-in name.',
        tenantsSchema,
        ...READ_FAILURES,
      ),
    }),
  },
  '/auth/role-permissions': {
    get: operation('rolePermissions', 'The permissions of the users of a role', {
      description:
        'Only for users who may edit roles. The answer assumes that the role has these methods, whether it is stored or not.',
      parameters: [
        query('role', string, {
          description: 'The name of the role, which models and fields refer to.',
        }),
        query('methods', METHOD_LIST, {
          required: true,
          description: 'The HTTP methods that the role allows.',
          ...COMMA_LIST,
        }),
      ],
      ...answers('Model -> actions, fields, rows.', mapOf(ROLE_PERMISSIONS), ...READ_FAILURES),
    }),
  },
  '/auth/register': {
    post: operation('register', 'Add a user', {
      description:
        'Only for callers who may create users. `roles` holds names of roles, and only of roles that the caller may give.',
      ...body(registration),
      responses: {
        201: success('The profile of the new user.', profile, 'Location'),
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503, 507),
      },
    }),
  },
  '/auth/change-password': {
    put: operation('changePassword', 'Change my password', {
      description:
        'Revokes all my tokens, including the current token. A user without a password (`has_password` of `/auth/proof`) ' +
        'sends a `proof` instead of the current password.',
      ...body(
        objectSchema(
          { current_password: password, new_password: newPassword, proof: PROOF },
          'new_password',
        ),
      ),
      ...answers(
        'A new token. All other tokens are revoked.',
        session,
        ...([400, 401, 413, 415, 422, 429, 500, 503, 507] as const),
      ),
    }),
  },
};

/** The path of owners by name, where a rule says so. */
export const ownerPaths = (models: readonly ModelInfo[]): Paths =>
  models.every((model) => ownersByName(model).length === 0)
    ? {}
    : {
        '/auth/owner': {
          post: operation('ownerByName', 'Find the user with a sign-in name', {
            description:
              'Only for callers who may write a field whose owner rule has `byName`. Finds the user who signs in with exactly ' +
              'this name, at most 60 times in 15 minutes.',
            ...body(
              objectSchema({
                model: { ...string, description: 'The path of the list, such as `task`.' },
                field: string,
                name,
              }),
            ),
            ...answers(
              'The user.',
              objectSchema({ id: ref('schemas', 'id') }),
              ...([400, 401, 403, 404, 413, 415, 422, 429, 500, 503] as const),
            ),
          }),
        },
      };

/** The paths for one's own account that the project opens, and what a profile and a session look like. */
export function describeAccount(
  { shows, edits, signUp }: AccountRules,
  models: readonly ModelInfo[],
  added: Readonly<Record<string, Schema>> = {},
): { readonly paths: Paths; readonly schemas: Readonly<Record<string, Schema>> } {
  if (shows.length + edits.length === 0 && signUp === null)
    return { schemas: ownSchemas({}, added), paths: {} };
  const users = usersIn(models);
  const fields = fieldSchemas(users, models);
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, fields[name]!]));
  return {
    schemas: ownSchemas({ ...pick(shows), ...(edits.length > 0 && { edits: EDITS }) }, added),
    paths: {
      ...(edits.length > 0 && { '/auth/me': { patch: editing(pick(edits)) } }),
      ...(signUp && {
        '/auth/sign-up': { post: signingUp(pick(signUp.fields), requiredOf(signUp.fields, users)) },
      }),
    },
  };
}

const EDITS: Schema = {
  ...namesSchema,
  description: 'The fields of my account that I may change.',
};

/** A profile with the fields that the project shows, and those that features add, which are not always there. */
function ownSchemas(
  shown: Readonly<Record<string, Schema>>,
  added: Readonly<Record<string, Schema>>,
) {
  const always = { ...(PROFILE['properties'] as object), ...shown };
  return {
    profile: objectSchema({ ...always, ...added }, ...Object.keys(always)),
    session: SESSION,
  };
}

const requiredOf = (names: readonly string[], { columns }: ModelInfo): readonly string[] =>
  columns
    .filter((column) => names.includes(column.name) && !column.nullable && !column.default)
    .map(({ name }) => name);

const editing = (fields: Record<string, Schema>) =>
  operation('editMe', 'Change my profile', {
    description:
      'Changes the fields in the body and leaves the others unchanged. A change of `username` or `email` requires a `proof`.',
    ...body({
      type: 'object',
      properties: { ...fields, proof: PROOF },
      additionalProperties: false,
    }),
    ...answers(
      'The updated profile.',
      profile,
      ...([400, 401, 403, 409, 413, 415, 422, 429, 500, 503, 507] as const),
    ),
  });

const signingUp = (fields: Record<string, Schema>, required: readonly string[]) =>
  operation('signUp', 'Create my own account', {
    description:
      'Creates an account and signs the new user in. Attempts are limited by network address.',
    ...PUBLIC,
    ...body({
      ...objectSchema(
        { username: name, password: newPassword, ...fields },
        ...['username', 'password', ...required],
      ),
      additionalProperties: false,
    }),
    responses: {
      201: success('A token of the new user.', session),
      ...errors(400, 403, 409, 413, 415, 422, 429, 500, 503, 507),
    },
  });
