import type { ModelInfo } from '../crud/model-info.js';
import { listParameters } from './list-parameters.js';
import { errors, jsonContent, ref, type Operation, type Paths } from './openapi-types.js';
import type { View } from './view.js';

/** The five generated operations of a model. */
export function modelPaths(model: ModelInfo, view: View): Paths {
  const { name, prefix } = model;
  const operation = (verb: string, summary: string, rest: Operation): Operation => ({
    tags: [name],
    operationId: `${verb}${name}`,
    summary,
    ...rest,
  });
  const body = (schema: string, patch = false) => ({
    required: true,
    content: {
      ...jsonContent(ref('schemas', schema)),
      ...(patch && { 'application/merge-patch+json': { schema: ref('schemas', schema) } }),
    },
  });
  const record = (description: string, ...headers: string[]) => ({
    description,
    headers: headersOf('ETag', ...headers),
    content: jsonContent(ref('schemas', name)),
  });
  const id = ref('parameters', 'Id');
  const ifMatch = ref('parameters', 'IfMatch');
  const expand = ref('parameters', 'Expand');
  const list = {
    description: 'A page of records.',
    headers: headersOf('X-Total-Count', 'Content-Range'),
    content: jsonContent({ type: 'array', items: ref('schemas', name) }),
  };

  return {
    [`/${prefix}`]: {
      get: operation('list', `List ${name} records`, {
        parameters: [...listParameters(model, view), expand],
        responses: { 200: list, ...errors(400, 401, 403) },
      }),
      post: operation('create', `Create a ${name}`, {
        requestBody: body(`${name}Input`),
        responses: {
          201: record('The created record.', 'Location'),
          ...errors(400, 401, 403, 409, 413, 415, 422),
        },
      }),
    },
    [`/${prefix}/{id}`]: {
      get: operation('get', `Get a ${name}`, {
        parameters: [id, expand, ref('parameters', 'IfNoneMatch')],
        responses: {
          200: record('The record.'),
          304: { description: 'The caller has it already.', headers: headersOf('ETag') },
          ...errors(400, 401, 403, 404),
        },
      }),
      put: operation('replace', `Replace a ${name}`, {
        parameters: [id, ifMatch],
        requestBody: body(`${name}Input`),
        responses: {
          200: record('The replaced record.'),
          ...errors(400, 401, 403, 404, 409, 412, 413, 415, 422),
        },
      }),
      patch: operation('update', `Update fields of a ${name}`, {
        parameters: [id, ifMatch],
        requestBody: body(`${name}Patch`, true),
        responses: {
          200: record('The changed record.'),
          ...errors(400, 401, 403, 404, 409, 412, 413, 415, 422),
        },
      }),
      delete: operation('delete', `Delete a ${name}`, {
        parameters: [id, ifMatch],
        responses: { 204: { description: 'Deleted.' }, ...errors(401, 403, 404, 409, 412) },
      }),
    },
  };
}

const headersOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
