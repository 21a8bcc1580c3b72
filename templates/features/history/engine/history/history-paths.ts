import { query } from '../docs/components.js';
import { READ_FAILURES, errors, ref, success, type Paths } from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { integerSchema, listOf } from '../docs/field-schema.js';
import { mapOf, objectSchema } from '../docs/service-schemas.js';
import { MAX_SIZE } from './history-endpoint.js';

const entry = objectSchema({
  model: { ...ref('schemas', 'string'), description: 'The path of the model: `task`.' },
  id: ref('schemas', 'id'),
  action: { type: 'string', enum: ['create', 'update', 'delete', 'restore', 'purge'] },
  at: ref('schemas', 'datetime'),
  by: {
    anyOf: [
      objectSchema({ id: ref('schemas', 'id'), username: ref('schemas', 'string') }),
      { type: 'null' },
    ],
    description:
      'The user who did it; null for the service itself, and for a user whom the caller may not see.',
  },
  door: {
    ...ref('schemas', 'string'),
    description: 'The way in, such as `session` or `import 12`.',
  },
  changes: {
    ...mapOf({ type: 'array', maxItems: 2, items: {} }),
    description:
      'The fields, each with its value before and after. Empty for bytes, which are not kept, and for values that have been erased.',
  },
});

/** The path of the history. */
export const historyPaths: Paths = {
  '/_history': {
    get: operation('history', 'Changes of records, newest first', {
      description:
        'Returns changes of the records that the caller may see now, and of deleted records whose last state they might see, with the fields ' +
        'that they may read now. A page may have fewer changes than asked for, and others after it.',
      parameters: [
        query('model', ref('schemas', 'url-text'), {
          description:
            'A model by the path of its list: `task`. The default is all models with a history.',
        }),
        query('id', ref('schemas', 'url-text'), {
          description: 'A record of the model, with its lines.',
        }),
        query('by', ref('schemas', 'url-text'), { description: 'A user by their username.' }),
        query('_after', ref('schemas', 'url-text'), {
          description: 'The `X-Next-Cursor` of a page: returns the changes after that page.',
        }),
        query(
          '_end',
          { ...integerSchema(0, MAX_SIZE), default: 25 },
          { description: 'The number of changes.' },
        ),
      ],
      responses: {
        200: success('The changes.', listOf(entry, MAX_SIZE), 'X-Next-Cursor'),
        ...errors(...READ_FAILURES, 404),
      },
    }),
  },
};
