import { query } from '../docs/components.js';
import { isPlainId } from '../docs/field-schema.js';
import { errors, ref, type Operation, type Paths } from '../docs/openapi-types.js';
import { isEverAllowed } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { withArticle } from '../problem/problem.js';
import { hasTrash } from './bin.js';
import { DELETED } from './trash-view.js';

const parameter = query(
  DELETED,
  { type: 'string', enum: ['only'] },
  { description: 'Asks for the records in the trash, which takes the right to delete.' },
);

/** The operations of a model with its trash. */
export function describeTrash(paths: Paths, model: ModelInfo): Paths {
  if (!hasTrash(model) || !isEverAllowed(model.access, 'delete')) return paths;
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          method === 'get' || method === 'delete' ? withParameter(operation) : operation,
        ]),
      ),
    ]),
  );
}

const withParameter = (operation: Operation): Operation => ({
  ...operation,
  parameters: [...((operation['parameters'] ?? []) as readonly unknown[]), parameter],
});

/** The paths by which records come back. */
export const restorePaths = (models: readonly ModelInfo[]): Paths =>
  Object.fromEntries(
    models
      .filter((model) => hasTrash(model) && isEverAllowed(model.access, 'delete'))
      .map((model) => [`/${model.prefix}/{id}/_restore`, { post: restoreOperation(model) }]),
  );

const restoreOperation = (model: ModelInfo): Operation => ({
  tags: [model.name],
  operationId: `restore${model.name}`,
  summary: `Restore ${withArticle(model.name)} from the trash`,
  description:
    'Takes the record out of the trash, with what went there with it. It takes the rights to delete and to create. Records that have ' +
    'taken its unique values meanwhile, or that it requires and that are not there, prevent it.',
  parameters: [
    ref('parameters', isPlainId(model) ? 'record-id' : `${model.name}.id`),
    ref('parameters', 'If-Match'),
  ],
  responses: {
    200: ref('responses', `${model.name}.record`),
    ...errors(400, 401, 403, 404, 409, 412, 422, 500, 503, 507),
  },
});
