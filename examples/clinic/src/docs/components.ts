import { PAGE_PARAMETERS } from './list-parameters.js';
import { ERROR_NAMES, ref } from './openapi-types.js';
import type { ErrorStatus, Parameter, Schema } from './openapi-types.js';

const text: Schema = { type: 'string' };

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};

export const parameters: Readonly<Record<string, Parameter>> = {
  ...PAGE_PARAMETERS,
  Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
  Expand: {
    name: '_expand',
    in: 'query',
    description: 'Relations to one other record, comma separated, whose records to add.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags, or `*`; when none holds: 412, and nothing changes.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the caller has; when one holds: 304.',
    schema: text,
  },
};

const header = (description: string, schema: Schema = text) => ({ description, schema });

export const headers = {
  'X-Total-Count': header('How many records there are.', { type: 'integer' }),
  'Content-Range': header('`items <start>-<end>/<total>`, the end exclusive.'),
  ETag: header('The version of the record as this reader sees it; none with `_expand`.'),
  Location: header('The path of the created record.'),
  'Retry-After': header('Seconds to wait.', { type: 'integer' }),
  'WWW-Authenticate': header('How to authenticate: `Bearer`.'),
};

const EXPLANATIONS: Readonly<Record<ErrorStatus, string>> = {
  400: 'The query or the body cannot be understood.',
  401: 'No token of an active user.',
  403: 'The user may not do this.',
  404: 'There is no such record, or none that the user may see.',
  409: 'The change contradicts other records.',
  412: 'The record is not in the version that the caller expects.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Fields have wrong values.',
  429: 'Too many failed tries.',
  503: 'Not available now.',
};

const HEADERS_OF: Readonly<Record<string, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
};

/** One error answer for each status, for the owner's comments to refer to as well. */
export const responses = Object.fromEntries(
  Object.entries(ERROR_NAMES).map(([status, name]) => {
    const extra = HEADERS_OF[status];
    const answer = {
      description: EXPLANATIONS[Number(status) as ErrorStatus],
      ...(extra && { headers: { [extra]: ref('headers', extra) } }),
      content: { 'application/problem+json': { schema: ref('schemas', 'Problem') } },
    };
    return [name, answer];
  }),
);

const PROBLEM: Schema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'message', 'request_id'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { type: 'string', description: 'One sentence for people.' },
    message: { type: 'string', description: 'The same.' },
    request_id: text,
    errors: {
      type: 'object',
      additionalProperties: text,
      description: 'Field by field, for 400 and 422.',
    },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: text, code: text, message: text },
      },
    },
  },
};

const PROFILE: Schema = {
  type: 'object',
  required: ['id', 'username', 'email', 'first_name', 'last_name', 'status', 'roles', 'tenants'],
  properties: {
    id: { type: 'integer' },
    username: text,
    email: { type: ['string', 'null'] },
    first_name: { type: ['string', 'null'] },
    last_name: { type: ['string', 'null'] },
    status: { type: 'string', enum: ['Active', 'Inactive'] },
    roles: { type: 'array', items: text },
    tenants: { type: 'array', items: { type: 'integer' } },
  },
};

const SESSION: Schema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'user'],
  properties: {
    access_token: text,
    token_type: { type: 'string', const: 'bearer' },
    expires_in: { type: 'integer', description: 'Seconds.' },
    user: ref('schemas', 'Profile'),
  },
};

export const schemas: Readonly<Record<string, Schema>> = {
  Problem: PROBLEM,
  Profile: PROFILE,
  Session: SESSION,
};
