import type { ModelInfo } from '../model/model-info.js';
import { ENTITY_TAG, idSchemas, listOf, textSchema } from './field-schema.js';
import { body, errors, ref, success, type Paths, type Schema } from './openapi-types.js';
import { outcomeWith } from './model-schemas.js';
import { operation } from './service-paths.js';
import { objectSchema } from './service-schemas.js';
import { MAX_ITEMS } from '../routes/many-records.js';
import { BATCH } from '../routes/batch/batch-router.js';

/** The reference that stands in place of an id. */
const REFERENCE: Schema = objectSchema({
  $ref: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: MAX_ITEMS - 1,
    description: 'The position of an earlier operation. Its record is the record referred to.',
  },
});

const operationSchema = (models: readonly ModelInfo[]): Schema =>
  objectSchema(
    {
      method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
      path: textSchema(300, {
        pattern: '^/[^\\u0000]*$',
        description: 'The path of a model, such as `/task`, or of a record, such as `/task/7`.',
      }),
      id: {
        anyOf: [...idSchemas(models), REFERENCE],
        description: 'The record to write, if the path has no id.',
      },
      on: textSchema(300, {
        description:
          'For `POST`, like `_on` of a single request: a unique field, or all fields of a unique set with commas between. A record with these values is changed; without such a record, the operation creates one.',
      }),
      body: {
        type: 'object',
        description:
          'The body of a request to that path. A reference to an operation may stand in place of the id of another record.',
      },
      if_match: { ...ENTITY_TAG, description: 'The version that the record must still have.' },
    },
    ...['method', 'path'],
  );

const OUTCOME = outcomeWith({
  type: 'object',
  description: 'The record, as a response at its path has it.',
});

/** The path of writes over several models. */
export const batchPaths = (models: readonly ModelInfo[]): Paths => ({
  [`/${BATCH}`]: {
    post: operation('batch', 'Write records of several models', {
      description:
        'The operations run in the order of the list. If an operation is refused, none is done.',
      parameters: [ref('parameters', '_atomic')],
      ...body(listOf(operationSchema(models), MAX_ITEMS)),
      responses: {
        200: success('The outcome of each operation.', listOf(OUTCOME, MAX_ITEMS)),
        207: success(
          'The outcome of each operation. With `_atomic=false`, each operation is done by itself.',
          listOf(OUTCOME, MAX_ITEMS),
        ),
        ...errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 500, 503, 507),
      },
    }),
  },
});
