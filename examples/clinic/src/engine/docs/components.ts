import { PAGE_PARAMETERS } from './list-parameters.js';
import {
  ERROR_NAMES,
  headersOf,
  ref,
  type ErrorStatus,
  type Parameter,
  type Schema,
} from './openapi-types.js';
import { integerSchema, MAX_HEADER_SIZE, textSchema } from './value-schemas.js';

const ENTITY_TAGS = textSchema(MAX_HEADER_SIZE, { pattern: '^[ -~]*$' });

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of `POST /auth/login`. One algorithm, no other claims than its own, an end: as RFC8725 advises.',
  },
};

export const parameters: Readonly<Record<string, Parameter>> = {
  ...PAGE_PARAMETERS,
  'record-id': { name: 'id', in: 'path', required: true, schema: ref('schemas', 'id') },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags, or `*`; when none holds: 412, and nothing changes.',
    schema: ENTITY_TAGS,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the caller has; when one holds: 304.',
    schema: ENTITY_TAGS,
  },
};

const header = (description: string, schema: Schema) => ({ description, schema });

export const headers = {
  'Access-Control-Allow-Origin': header(
    'The origin whose pages may read the answer, or `*`.',
    textSchema(MAX_HEADER_SIZE),
  ),
  'X-Request-Id': header(
    'Names the request in the log: the id that it came with, or a new one.',
    textSchema(128, { pattern: '^[A-Za-z0-9_.:-]{1,128}$' }),
  ),
  'X-Total-Count': header('How many records there are.', integerSchema(0)),
  'Content-Range': header(
    '`items <start>-<end>/<total>`, the end exclusive.',
    textSchema(60, { pattern: '^items \\d{1,16}-\\d{1,16}/\\d{1,16}$' }),
  ),
  ETag: header(
    'The version of the record as this reader sees it, when it is got without `_expand`.',
    textSchema(64, { pattern: '^"[\\w-]+"$' }),
  ),
  Location: header('The path of the created record.', textSchema(255, { format: 'uri-reference' })),
  'Retry-After': header('Seconds to wait.', integerSchema(0, 86_400)),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', enum: ['Bearer'] }),
};

const EXPLANATIONS: Readonly<Record<ErrorStatus, string>> = {
  400: 'The request cannot be understood.',
  401: 'No token of an active user.',
  403: 'The user may not do this.',
  404: 'There is no such record, or none that the user may see.',
  409: 'The change contradicts other records.',
  412: 'The record is not in the version that the caller expects.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Fields have wrong values.',
  429: 'Too many failed tries.',
  500: 'Something went wrong that nobody thought of; the log tells more under the request id.',
  503: 'Not available now.',
  507: 'The disk is full.',
};

const HEADERS_OF: Partial<Record<ErrorStatus, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const errorAnswer = (status: ErrorStatus) => ({
  description: EXPLANATIONS[status],
  headers: headersOf(...(HEADERS_OF[status] ?? [])),
  content: { 'application/problem+json': { schema: ref('schemas', 'problem') } },
});

/** An error answer for each status, by the status and by its name; and answers without a body. */
export const responses = {
  ...Object.fromEntries(
    (Object.entries(ERROR_NAMES) as [`${ErrorStatus}`, string][]).flatMap(([status, name]) => {
      const answer = errorAnswer(Number(status) as ErrorStatus);
      return [
        [status, answer],
        [name, answer],
      ];
    }),
  ),
  Deleted: { description: 'Deleted.', headers: headersOf() },
  NotModified: { description: 'The caller has it already.', headers: headersOf('ETag') },
};
