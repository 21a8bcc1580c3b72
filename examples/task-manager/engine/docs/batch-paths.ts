import { ENTITY_TAG, listOf, textSchema } from './field-schema.js';
import { body, errors, ref, success, type Paths, type Schema } from './openapi-types.js';
import { outcomeSchema } from './model-schemas.js';
import { operation } from './service-paths.js';
import { objectSchema } from './service-schemas.js';
import { MAX_ITEMS } from '../routes/many-records.js';
import { BATCH } from '../routes/batch/batch-router.js';

/** In place of an id. */
const REFERENCE: Schema = objectSchema({
  $ref: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: MAX_ITEMS - 1,
    description: 'The position of an earlier operation, whose record is meant.',
  },
});

const OPERATION: Schema = objectSchema(
  {
    method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    path: textSchema(300, {
      pattern: '^/[^\\u0000]*$',
      description: 'Of a model, such as `/task`, or of a record, such as `/task/7`.',
    }),
    id: {
      anyOf: [ref('schemas', 'id'), REFERENCE],
      description: 'The record to write, where the path has no id.',
    },
    on: textSchema(300, {
      description:
        'For `POST`, what `_on` is of a single one: the unique field, or those of a set with commas, whose values find the record to change in place of a new one.',
    }),
    body: {
      type: 'object',
      description:
        'As of a request to that path. In place of the id of another record it may have a reference to an operation.',
    },
    if_match: { ...ENTITY_TAG, description: 'The version that the record must still have.' },
  },
  ...['method', 'path'],
);

const OUTCOME = outcomeSchema({
  type: 'object',
  description: 'As of a response at its path.',
});

/** The path of writes over several models. */
export const batchPaths: Paths = {
  [`/${BATCH}`]: {
    post: operation('batch', 'Write records of several models', {
      description:
        'In the order of the list; all of the operations are done or, where one is refused, none.',
      parameters: [ref('parameters', '_atomic')],
      ...body(listOf(OPERATION, MAX_ITEMS)),
      responses: {
        200: success('What became of each operation.', listOf(OUTCOME, MAX_ITEMS)),
        207: success('The same, where each was done by itself.', listOf(OUTCOME, MAX_ITEMS)),
        ...errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 500, 503, 507),
      },
    }),
  },
};
