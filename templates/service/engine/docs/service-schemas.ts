import { ACTIONS, ALL_METHODS } from '../model/access-rules.js';
import { type ErrorStatus, type Schema, ref } from './openapi-types.js';
import { REFUSAL_CODES } from '../problem/problem.js';
import { MAX_PASSWORD_LENGTH } from '../settings/settings.js';
import {
  ENTITY_TAG,
  integerSchema,
  listOf,
  textSchema,
  wordList,
  type Limits,
} from './field-schema.js';

/** A list of the actions that a permission allows. */
export const ACTION_LIST = wordList(ACTIONS);

/** A list of the HTTP methods that a role can have. */
export const METHOD_LIST = wordList(ALL_METHODS);

/** The constraints that the hooks of the built-in models add to their columns. */
const SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  User: {
    username: { pattern: '^\\S([^\\u0000]*\\S)?$' },
    password: ref('schemas', 'new-password'),
  },
  Role: {
    allowed_methods: METHOD_LIST,
    allowed_actions: ACTION_LIST,
  },
};

/** The constraints of a field of a built-in model beyond its column; empty for any other field. */
export const builtInSchema = (model: string, field: string): Schema =>
  SCHEMAS[model]?.[field] ?? {};

/** An object with these properties, all of them required unless `required` is given. */
export const objectSchema = (
  properties: Readonly<Record<string, Schema>>,
  ...required: readonly string[]
): Schema => ({
  type: 'object',
  properties,
  required: required.length > 0 ? required : Object.keys(properties),
});

/** An object with arbitrary keys, each with a value of this schema. */
export const mapOf = (values: Schema): Schema => ({
  type: 'object',
  additionalProperties: values,
});

/** Field -> its permission. */
export const FIELD_PERMISSIONS = mapOf(
  objectSchema({ read: { type: 'boolean' }, write: { type: 'boolean' } }),
);

/** An upper bound for lists of definitions that people make by hand, such as roles. */
export const MAX_DEFINED = 10_000;

export const namesSchema = listOf(ref('schemas', 'string'), MAX_DEFINED);

const ROW_RULE = objectSchema(
  {
    rule: { type: 'string', enum: ['owner', 'tenant', 'parent', 'custom'] },
    field: ref('schemas', 'string'),
  },
  'rule',
);

/** The permissions of users of a role on a model. */
export const ROLE_PERMISSIONS = objectSchema({
  actions: ACTION_LIST,
  fields: FIELD_PERMISSIONS,
  rows: {
    ...listOf(ROW_RULE, MAX_DEFINED),
    type: ['array', 'null'],
    description:
      'Null if users of the role see all rows. Otherwise the row rules: a row is visible if any rule lets it through.',
  },
});

const quote = ref('schemas', 'quote');

const code = textSchema(60, { pattern: '^[a-z-]+$' });

const FIELD_PROBLEM = objectSchema(
  {
    field: quote,
    code,
    message: quote,
    index: { ...integerSchema(0), description: 'The position of the record in a list.' },
    params: {
      ...mapOf({ anyOf: [quote, { type: 'number' }] }),
      description: 'The numbers and words that the message contains.',
    },
  },
  ...['field', 'code', 'message'],
);

const DEPENDENT = objectSchema(
  {
    model: quote,
    field: quote,
    count: integerSchema(1),
    list: { ...quote, description: 'The path of the list with these records.' },
  },
  ...['model', 'field', 'count'],
);

const PROBLEM: Schema = {
  description: 'A problem document (RFC 9457).',
  ...objectSchema(
    {
      type: { type: 'string', const: 'about:blank' },
      title: textSchema(60),
      status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
      detail: { ...quote, description: 'One sentence for people.' },
      message: { ...quote, description: 'The same sentence as `detail`.' },
      request_id: textSchema(128),
      errors: { ...mapOf(quote), description: 'A message for each field.' },
      problems: listOf(FIELD_PROBLEM, MAX_DEFINED),
    },
    ...['type', 'title', 'status', 'detail', 'message', 'request_id'],
  ),
};

/** An outcome of one of several writes, besides its record. */
const OUTCOME = objectSchema(
  {
    status: { type: 'integer', format: 'int32', minimum: 200, maximum: 599 },
    etag: ENTITY_TAG,
    problem: ref('schemas', 'problem'),
  },
  'status',
);

/** The additional members of problems of a status. */
const MEMBERS: Partial<Record<ErrorStatus, Readonly<Record<string, Schema>>>> = {
  409: {
    dependents: {
      ...listOf(DEPENDENT, MAX_DEFINED),
      description: 'The records that prevent the deletion and that the caller may list.',
    },
    hidden_dependents: {
      type: 'boolean',
      description: 'Whether other records, which the caller may not list, prevent it too.',
    },
  },
  413: {
    limit: {
      ...textSchema(30),
      description: 'The largest size allowed: `1 MB`, or a number of rows.',
    },
    setting: { ...textSchema(60), description: 'The setting of the service that holds the limit.' },
  },
};

/** The problem document of a status: with the codes that it may have, and `errors` where fields are the problem. */
export function problemOf(status: ErrorStatus): Schema {
  const codes: readonly string[] =
    Object.entries(REFUSAL_CODES).find(([coded]) => Number(coded) === status)?.[1] ?? [];
  const properties = {
    status: { const: status },
    ...(codes.length > 0 && {
      code: { type: 'string', enum: codes, description: 'The reason, if there is a code for it.' },
    }),
    ...MEMBERS[status],
  };
  const required = status === 400 || status === 422 ? { required: ['errors', 'problems'] } : {};
  return { allOf: [ref('schemas', 'problem'), { type: 'object', properties, ...required }] };
}

/** The fields of every profile. */
export const PROFILE = objectSchema({
  id: ref('schemas', 'id'),
  username: ref('schemas', 'string'),
  email: ref('schemas', 'email-or-null'),
  first_name: ref('schemas', 'string-or-null'),
  last_name: ref('schemas', 'string-or-null'),
  status: { type: 'string', enum: ['Active', 'Inactive'] },
  roles: { ...namesSchema, description: 'The names of the roles.' },
  tenants: listOf(ref('schemas', 'id'), MAX_DEFINED),
});

/** The response to a sign-in. */
export const SESSION = objectSchema({
  access_token: textSchema(4096, { pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' }),
  token_type: { type: 'string', const: 'bearer' },
  expires_in: {
    ...integerSchema(1, 31_536_000),
    description: 'The lifetime of the token in seconds.',
  },
  user: ref('schemas', 'profile'),
});

/** The built-in schemas; in lower case, unlike model names. */
export const serviceSchemas = ({
  passwordMinLength,
}: Limits): Readonly<Record<string, Schema>> => ({
  problem: PROBLEM,
  outcome: OUTCOME,
  'new-password': textSchema(MAX_PASSWORD_LENGTH, {
    minLength: passwordMinLength,
    format: 'password',
    description: 'The most common passwords are refused.',
  }),
});
