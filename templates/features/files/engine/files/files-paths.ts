import { query } from '../docs/components.js';
import { integerSchema, listOf, textSchema } from '../docs/field-schema.js';
import {
  errors,
  jsonContent,
  ref,
  success,
  type Parameter,
  type Paths,
  type Schema,
} from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { mapOf, objectSchema } from '../docs/service-schemas.js';
import { MOST_LINKS } from './link-endpoints.js';
import { WIDTHS } from './storage/storage.js';

export const uuid = ref('schemas', 'uuid');
const bytes = integerSchema(0);
const pixels = integerSchema(1);
const contents: Schema = {
  type: 'string',
  format: 'binary',
  maxLength: Number.MAX_SAFE_INTEGER,
};

const uploaded = objectSchema(
  {
    id: uuid,
    name: ref('schemas', 'string'),
    type: ref('schemas', 'string'),
    size: bytes,
    width: pixels,
    height: pixels,
  },
  ...['id', 'name', 'type', 'size'],
);

const address = objectSchema(
  {
    id: uuid,
    upload: objectSchema({
      method: { type: 'string', const: 'PUT' },
      url: { type: 'string', format: 'uri', maxLength: 4000 },
      headers: mapOf(ref('schemas', 'string')),
    }),
  },
  ...['id', 'upload'],
);

export const inPath = (name: string, schema: Schema, description: string): Parameter => ({
  ...{ name, in: 'path', required: true, description },
  schema,
});

const widthSchema: Schema = { ...integerSchema(WIDTHS[0], WIDTHS.at(-1)), enum: WIDTHS };

export const width = query('width', widthSchema, {
  description: 'A small WebP picture of at most so many pixels in width, of a field of pictures.',
});

export const content = {
  description: 'The file, or the asked range of it (206); 304 where `If-None-Match` names it.',
  content: { '*/*': { schema: contents } },
};

const form = {
  schema: {
    type: 'object',
    properties: { file: contents },
    required: ['file'],
  },
};

const announcement = objectSchema({ name: ref('schemas', 'string'), size: integerSchema(1) });

const wanted = objectSchema(
  {
    model: ref('schemas', 'string'),
    id: { anyOf: [ref('schemas', 'string'), ref('schemas', 'integer')] },
    field: ref('schemas', 'string'),
    width: { anyOf: [widthSchema, { type: 'null' }] },
  },
  ...['model', 'id', 'field'],
);

const link = objectSchema({
  url: { ...ref('schemas', 'string'), description: 'Relative to the address of the service.' },
  expires: ref('schemas', 'datetime'),
});

/** The paths of files. */
export const filesPaths: Paths = {
  '/_files': {
    post: operation('uploadFile', 'Upload a file for a field', {
      description:
        'Returns the file as its field has it. A record gets it by a write with its id; until then, and at most for a day, it is opened by nobody. ' +
        'Where files are in S3, a JSON body announces a file that is then sent there, and the response says where to.',
      parameters: [
        query('model', ref('schemas', 'string'), {
          ...{ required: true, description: 'The path of a model: `product`.' },
        }),
        query('field', ref('schemas', 'string'), {
          ...{ required: true, description: 'A field of files of the model.' },
        }),
      ],
      requestBody: {
        required: true,
        content: { 'multipart/form-data': form, ...jsonContent(announcement) },
      },
      responses: {
        201: success('The file, or where it goes.', { anyOf: [uploaded, address] }),
        ...errors(400, 401, 403, 404, 413, 415, 422, 429, 500, 503, 507),
      },
    }),
  },
  '/_files/{id}/_done': {
    post: operation('fileUploaded', 'Say that an announced file has been sent', {
      description: 'The service checks what was sent, and copies it to its place.',
      parameters: [inPath('id', uuid, 'The id of the announced file.')],
      responses: {
        200: success('The file as its field has it.', uploaded),
        ...errors(400, 401, 404, 409, 413, 422, 500, 503),
      },
    }),
  },
  '/_files/{model}/{id}/{field}': {
    get: operation('openFile', 'The file of a record', {
      description: 'For callers who may read this field of this record.',
      parameters: [
        inPath('model', ref('schemas', 'string'), 'The path of the model.'),
        inPath('id', ref('schemas', 'string'), 'The id of the record.'),
        inPath('field', ref('schemas', 'string'), 'The field that has the file.'),
        width,
      ],
      responses: { 200: content, 206: content, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
  '/_files/_links': {
    post: operation('linkFiles', 'Addresses of files for what sends no header', {
      description:
        'For pictures and downloads of pages. Each link is good for a minute and for its caller: whether they may open the file is asked when it is used.',
      requestBody: { required: true, content: jsonContent(listOf(wanted, MOST_LINKS)) },
      responses: {
        200: success(
          'The links in the order of the request; null for files that the caller may not open.',
          listOf({ anyOf: [link, { type: 'null' }] }, MOST_LINKS),
        ),
        ...errors(400, 401, 413, 415, 422, 500, 503),
      },
    }),
  },
  '/_files/_open/{name}': {
    get: operation('openLink', 'The file of a link', {
      description: 'The link itself says for whom and until when it is good.',
      security: [],
      parameters: [
        inPath('name', ref('schemas', 'string'), 'The name for saving the file.'),
        query('link', textSchema(8000), { required: true }),
      ],
      responses: { 200: content, 206: content, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
};
