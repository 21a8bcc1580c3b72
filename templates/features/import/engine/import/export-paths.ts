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
    get: operation('exportList', 'Download a list as a file', {
      description:
        'Returns each record that the list returns for these filters, in the order of `_sort` and `_order`, under the rules of the list. ' +
        'Values look as in JSON. A text that a spreadsheet would run as a formula gets an apostrophe at its beginning, which an ' +
        'import removes. The filters are those of the list.',
      parameters: [
        modelInPath,
        query(
          '_format',
          { type: 'string', enum: FORMATS, default: 'csv' },
          {
            description: `A spreadsheet has at most ${MAX_SHEET_ROWS} rows. The service makes few spreadsheets of a user at a time and answers 503 to further requests.`,
          },
        ),
        query(
          '_columns',
          { ...namesSchema, minItems: 1 },
          {
            description:
              'The fields in this order, such as `id,title,project_id,project.label`. For a relation, `label` is the label of its record. The default is all fields that lists have.',
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
