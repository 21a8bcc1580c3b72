import type { AccountRules } from '../auth/own-account.js';
import { usersIn } from '../auth/entities.js';
import type { ModelInfo } from '../model/model-info.js';
import { fieldSchemas } from './model-schemas.js';
import { errors, headersOf, jsonContent, ref, type Paths, type Schema } from './openapi-types.js';
import { objectSchema, PROFILE, SESSION } from './service-schemas.js';

/** The document's paths for one's own account: the operations that the project opens, and the profile's fields. */
export function describeAccount(
  { shows, edits, signUp }: AccountRules,
  models: readonly ModelInfo[],
): { readonly paths: Paths; readonly schemas: Readonly<Record<string, Schema>> } {
  if (shows.length + edits.length === 0 && signUp === null)
    return { schemas: { profile: PROFILE, session: SESSION }, paths: {} };
  const users = usersIn(models);
  const fields = fieldSchemas(users);
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, fields[name]!]));
  const shown = { ...(PROFILE['properties'] as object), ...pick(shows) };
  const profile = shows.length === 0 ? PROFILE : objectSchema(shown);
  return {
    schemas: { profile, session: SESSION },
    paths: {
      ...(edits.length > 0 && { '/auth/me': { patch: editing(pick(edits)) } }),
      ...(signUp && {
        '/auth/sign-up': { post: signingUp(pick(signUp.fields), requiredOf(signUp.fields, users)) },
      }),
    },
  };
}

const requiredOf = (names: readonly string[], { columns }: ModelInfo): readonly string[] =>
  columns
    .filter((column) => names.includes(column.name) && !column.nullable && !column.default)
    .map(({ name }) => name);

const closed = (properties: Record<string, Schema>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
});

const bodyOf = (schema: Schema) => ({ required: true, content: jsonContent(schema) });

const editing = (fields: Record<string, Schema>) => ({
  tags: ['Authentication'],
  operationId: 'editMe',
  summary: 'Change my profile',
  description: 'Changes the fields in the body; the others stay unchanged.',
  requestBody: bodyOf(closed(fields, [])),
  responses: {
    200: {
      description: 'The updated profile.',
      headers: headersOf(),
      content: jsonContent(ref('schemas', 'profile')),
    },
    ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503, 507),
  },
});

const signingUp = (fields: Record<string, Schema>, required: readonly string[]) => ({
  tags: ['Authentication'],
  operationId: 'signUp',
  summary: 'Create my own account',
  description: 'For new users, who are signed in as well. Attempts are limited by address.',
  security: [],
  requestBody: bodyOf(
    closed(
      {
        username: { ...ref('schemas', 'string'), minLength: 1 },
        password: ref('schemas', 'new-password'),
        ...fields,
      },
      ['username', 'password', ...required],
    ),
  ),
  responses: {
    201: {
      description: 'A token of the new user.',
      headers: headersOf(),
      content: jsonContent(ref('schemas', 'session')),
    },
    ...errors(400, 403, 409, 413, 415, 422, 429, 500, 503, 507),
  },
});
