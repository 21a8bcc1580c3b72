import { COMMA_LIST, PAGE_PARAMETERS, query } from '../docs/components.js';
import {
  errors,
  headersOf,
  READ_FAILURES,
  ref,
  type Parameter,
  type Paths,
} from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { namesSchema } from '../docs/service-schemas.js';
import { FORMATS, MAX_SHEET_ROWS, MEDIA_TYPES } from './export-list.js';

/** The model of a path, by the path of its list. */
const modelInPath: Parameter = {
  name: 'model',
  in: 'path',
  required: true,
  description: 'A list by its path: `task`.',
  schema: ref('schemas', 'string'),
};

/** A file as a response. */
export const fileAnswer = (description: string, ...types: readonly string[]) => ({
  description,
  headers: headersOf(),
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});

/** The path of exports. */
export const exportPaths: Paths = {
  '/_export/{model}': {
    get: operation('exportList', 'A list as a file', {
      description:
        'All records that the list has with these filters, each once, in the order of `_sort` and `_order`, under its rules. ' +
        'Values are written as in JSON. A text that a spreadsheet would run as a formula begins with an apostrophe, which an ' +
        'import takes away. Filters are those of the list.',
      parameters: [
        modelInPath,
        query(
          '_format',
          { type: 'string', enum: FORMATS, default: 'csv' },
          {
            description: `A spreadsheet has at most ${MAX_SHEET_ROWS} rows, and of one user few are made at a time: 503 for more.`,
          },
        ),
        query(
          '_columns',
          { ...namesSchema, minItems: 1 },
          {
            description:
              'Fields in this order: `id,title,project_id,project.label`, of a relation the label of its record. By default all.',
            ...COMMA_LIST,
          },
        ),
        query(
          '_sort',
          { ...namesSchema, minItems: 1 },
          {
            description: 'As in the list.',
            ...COMMA_LIST,
          },
        ),
        PAGE_PARAMETERS['_order']!,
        PAGE_PARAMETERS['q']!,
      ],
      responses: {
        200: fileAnswer('The file.', ...Object.values(MEDIA_TYPES)),
        ...errors(...READ_FAILURES, 404),
      },
    }),
  },
};
