import type { ModelInfo } from '../crud/model-info.js';
import { withArticle } from '../crud/with-article.js';
import { listParameters } from './list-parameters.js';
import { errors, jsonContent, ref, type Operation, type Paths } from './openapi-types.js';
import type { View } from './view.js';

/** The five generated operations of a model. */
export const modelPaths = (model: ModelInfo, view: View): Paths => ({
  [`/${model.prefix}`]: collection(model, view),
  [`/${model.prefix}/{id}`]: oneRecord(model),
});

function collection(model: ModelInfo, view: View): Record<string, Operation> {
  const { name } = model;
  const page = {
    description: 'A page of records.',
    headers: headersOf('X-Total-Count', 'Content-Range'),
    content: jsonContent({ type: 'array', items: ref('schemas', name) }),
  };
  return {
    get: operation(model, 'list', `List ${name} records`, {
      parameters: [...listParameters(model, view), expand],
      responses: { 200: page, ...errors(400, 401, 403) },
    }),
    post: operation(model, 'create', `Create ${withArticle(name)}`, {
      requestBody: body(`${name}Input`),
      responses: {
        201: record(model, 'The created record.', 'Location'),
        ...errors(400, 401, 403, 409, 413, 415, 422),
      },
    }),
  };
}

function oneRecord(model: ModelInfo): Record<string, Operation> {
  const { name } = model;
  return {
    get: operation(model, 'get', `Get ${withArticle(name)}`, {
      parameters: [id, expand, ref('parameters', 'IfNoneMatch')],
      responses: {
        200: record(model, 'The record.', 'ETag'),
        304: { description: 'The caller has it already.', headers: headersOf('ETag') },
        ...errors(400, 401, 403, 404),
      },
    }),
    put: operation(model, 'replace', `Replace ${withArticle(name)}`, {
      parameters: [id, ifMatch],
      requestBody: body(`${name}Input`),
      responses: { 200: record(model, 'The replaced record.'), ...WRITE_ERRORS },
    }),
    patch: operation(model, 'update', `Update fields of ${withArticle(name)}`, {
      parameters: [id, ifMatch],
      requestBody: body(`${name}Patch`, 'application/merge-patch+json'),
      responses: { 200: record(model, 'The changed record.'), ...WRITE_ERRORS },
    }),
    delete: operation(model, 'delete', `Delete ${withArticle(name)}`, {
      parameters: [id, ifMatch],
      responses: { 204: { description: 'Deleted.' }, ...errors(401, 403, 404, 409, 412) },
    }),
  };
}

const id = ref('parameters', 'Id');
const ifMatch = ref('parameters', 'IfMatch');
const expand = ref('parameters', 'Expand');
const WRITE_ERRORS = errors(400, 401, 403, 404, 409, 412, 413, 415, 422);

const operation = (
  { name }: ModelInfo,
  verb: string,
  summary: string,
  rest: Operation,
): Operation => ({ tags: [name], operationId: `${verb}${name}`, summary, ...rest });

const record = ({ name }: ModelInfo, description: string, ...headers: readonly string[]) => ({
  description,
  ...(headers.length > 0 && { headers: headersOf(...headers) }),
  content: jsonContent(ref('schemas', name)),
});

const body = (schema: string, alsoAs?: string) => ({
  required: true,
  content: {
    ...jsonContent(ref('schemas', schema)),
    ...(alsoAs !== undefined && { [alsoAs]: { schema: ref('schemas', schema) } }),
  },
});

const headersOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
