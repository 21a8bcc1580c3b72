import { listOf, textSchema } from '../docs/field-schema.js';
import {
  READ_FAILURES,
  answers,
  body,
  errors,
  ref,
  success,
  type Parameter,
  type Paths,
} from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { objectSchema } from '../docs/service-schemas.js';
import { MOST_VIEWS } from './stored-views.js';
import { LIMITS } from './view-request.js';

const NULL = { type: 'null' };
const SORT = objectSchema(
  { field: textSchema(131), order: { type: 'string', enum: ['ASC', 'DESC'] } },
  'field',
  'order',
);

const CONTENT = {
  name: { ...textSchema(LIMITS.name), minLength: 1 },
  filter: {
    type: 'object',
    maxProperties: LIMITS.conditions,
    additionalProperties: true,
    description:
      'The conditions of the list, as its page has them in its address: each a text, a number, true, false, or a list of these.',
  },
  sort: { oneOf: [SORT, NULL] },
  columns: {
    oneOf: [{ type: 'array', items: textSchema(131), maxItems: LIMITS.columns }, NULL],
    description: 'The fields of the columns, in their order; null for those of the list.',
  },
  parameters: {
    type: 'object',
    maxProperties: LIMITS.parameters,
    additionalProperties: textSchema(LIMITS.value),
    description: 'Other parameters of the address.',
  },
};
const MODEL = { ...textSchema(255), description: 'The path of the list: `task`.' };
const VIEW = objectSchema({ id: ref('schemas', 'id'), model: MODEL, ...CONTENT });
const WANTED = objectSchema({ model: MODEL, ...CONTENT }, 'model', 'name');
const CHANGED = { type: 'object', properties: CONTENT };

const ID: Parameter = {
  ...{ name: 'id', in: 'path', required: true },
  schema: ref('schemas', 'id'),
};

/** What `/openapi.json` says of saved views. */
export const viewPaths: Paths = {
  '/_views': {
    get: operation('savedViews', 'My saved views', {
      description: 'Those of all lists, the oldest first. Nobody else sees them.',
      ...answers('My views.', listOf(VIEW, MOST_VIEWS), ...READ_FAILURES),
    }),
    post: operation('saveView', 'Save a view of a list', {
      description:
        'A view only says what to ask a list for: whoever opens it sees what they may read, as without it.',
      ...body(WANTED),
      responses: {
        201: success('The view.', VIEW),
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503),
      },
    }),
  },
  '/_views/{id}': {
    patch: operation('changeView', 'Change one of my saved views', {
      parameters: [ID],
      ...body(CHANGED),
      responses: {
        200: success('The view.', VIEW),
        ...errors(400, 401, 403, 404, 409, 413, 415, 422, 500, 503),
      },
    }),
    delete: operation('deleteView', 'Delete one of my saved views', {
      parameters: [ID],
      responses: {
        204: { description: 'The view is gone.' },
        ...errors(400, 401, 403, 404, 500, 503),
      },
    }),
  },
};
