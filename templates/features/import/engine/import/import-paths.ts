import { query } from '../docs/components.js';
import { MAX_HEADER_SIZE, integerSchema, listOf, textSchema } from '../docs/field-schema.js';
import {
  answers,
  body,
  errors,
  headersOf,
  jsonContent,
  READ_FAILURES,
  ref,
  success,
  type Parameter,
  type Paths,
  type Schema,
} from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { mapOf, namesSchema, objectSchema } from '../docs/service-schemas.js';
import { MEDIA_TYPES } from './export-list.js';
import { fileAnswer } from './export-paths.js';
import { MOST_IMPORTS, MOST_PROBLEMS } from './import-endpoints.js';
import { DATE_ORDERS, DECIMALS } from './locale.js';
import { MAX_COLUMNS, SHOWN } from './make-plan.js';
import { STATES } from './plan.js';

/** The most that `IMPORT_LIMIT` can be. */
const MAX_FILE = 1024 ** 3;

const SHORT = textSchema(255);
const LONG = textSchema(100_000);
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const COUNT = integerSchema(0);
const optional = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
});

const OPTION_SCHEMAS = {
  encoding: orNull(SHORT),
  separator: orNull(textSchema(1)),
  sheet: orNull(SHORT),
  decimal: { type: 'string', enum: DECIMALS },
  dates: { type: 'string', enum: DATE_ORDERS },
  time_zone: SHORT,
};

const KEY = listOf(SHORT, 20);

const COLUMN = objectSchema(
  {
    header: SHORT,
    field: orNull(SHORT),
    by: SHORT,
    refused: { type: 'string', enum: ['unknown', 'may-not-write', 'read-only', 'repeated'] },
  },
  'header',
);

const CONSTANT = objectSchema({ field: SHORT, by: SHORT, value: LONG }, 'field', 'value');

const FIELD = objectSchema(
  {
    ...{ name: SHORT, type: SHORT, model: SHORT, relation: SHORT },
    required: { type: 'boolean' },
    values: listOf(LONG, 10_000),
    by: namesSchema,
  },
  ...['name', 'type', 'required'],
);

const CELLS = listOf(orNull(LONG), MAX_HEADER_SIZE);

const PROBLEM = {
  ...{ field: LONG, code: SHORT, message: LONG },
  params: mapOf(ref('schemas', 'json')),
};

const MOMENT = ref('schemas', 'datetime');

const TOLD = {
  ...{ id: ref('schemas', 'id'), model: SHORT, name: SHORT, size: COUNT },
  format: { type: 'string', enum: ['csv', 'xlsx'] },
  state: { type: 'string', enum: STATES.filter((state) => state !== 'uploading') },
  options: objectSchema(OPTION_SCHEMAS),
  on: orNull(KEY),
  ...{ rows: orNull(COUNT), done: COUNT },
  ...{ created: COUNT, updated: COUNT, unchanged: COUNT, failed: COUNT },
  error: orNull(LONG),
  ...{ created_at: MOMENT, started_at: orNull(MOMENT), finished_at: orNull(MOMENT) },
};

const IMPORT = objectSchema({
  ...TOLD,
  choices: objectSchema({ sheets: listOf(SHORT, 10_000), on: listOf(KEY, 1000) }),
  columns: listOf(COLUMN, MAX_COLUMNS),
  constants: listOf(CONSTANT, 10_000),
  fields: listOf(FIELD, 10_000),
  samples: listOf(CELLS, SHOWN),
  problems: listOf(objectSchema(PROBLEM, 'field', 'code', 'message'), 10_000),
});

const FAILED_ROW = objectSchema({
  row: integerSchema(1),
  cells: CELLS,
  problems: listOf(
    objectSchema({ column: orNull(COUNT), ...PROBLEM }, 'column', 'field', 'code', 'message'),
    MAX_HEADER_SIZE,
  ),
});

const id: Parameter = { name: 'id', in: 'path', required: true, schema: ref('schemas', 'id') };

/** What may be said of a file that is brought, all of which is guessed otherwise. */
const GIVEN = [
  query('name', SHORT, { description: 'The name of the file.' }),
  query('encoding', SHORT, { description: 'Such as `utf-8` or `windows-1252`.' }),
  query('separator', textSchema(1), { description: 'The character between cells.' }),
  query('sheet', SHORT, { description: 'The name of the sheet.' }),
  query('decimal', { type: 'string', enum: DECIMALS }, { description: 'The decimal sign.' }),
  query(
    'dates',
    { type: 'string', enum: DATE_ORDERS },
    {
      description: 'The order of years, months and days.',
    },
  ),
  query('time_zone', SHORT, {
    description: 'The time zone of datetimes without an offset, such as `Europe/Berlin`.',
  }),
  query('locale', SHORT, {
    description: 'A language, which decides between equally likely guesses.',
  }),
  query('labels', LONG, { description: 'A JSON object of fields and their labels in the file.' }),
];

const WRITE_FAILURES = [400, 401, 403, 404, 409, 422, 500, 503, 507] as const;

/** An operation on one import. */
const ofOne: typeof operation = (operationId, summary, rest) =>
  operation(operationId, summary, {
    ...rest,
    parameters: [id, ...((rest['parameters'] as readonly Parameter[] | undefined) ?? [])],
  });

const begun = (operationId: string, summary: string, description: string) =>
  ofOne(operationId, summary, {
    description,
    responses: {
      202: success('The check or import has begun.', IMPORT),
      ...errors(...WRITE_FAILURES),
    },
  });

/** The paths of imports. */
export const importPaths: Paths = {
  '/_imports': {
    get: operation('listImports', 'My imports', {
      description: 'The newest first.',
      ...answers('My imports.', listOf(objectSchema(TOLD), MOST_IMPORTS), ...READ_FAILURES),
    }),
    post: operation('uploadImport', 'Upload a file', {
      description:
        'The body is the file itself, in CSV or XLSX. The service stores the file and guesses how to read it. It does not write any record yet.',
      parameters: [
        query('model', ref('schemas', 'string'), {
          required: true,
          description: 'A list by its path: `task`.',
        }),
        ...GIVEN,
      ],
      requestBody: {
        required: true,
        content: {
          'application/octet-stream': {
            schema: { type: 'string', format: 'binary', maxLength: MAX_FILE },
          },
        },
      },
      responses: {
        201: success('The import.', IMPORT, 'Location'),
        ...errors(...WRITE_FAILURES, 413, 415),
      },
    }),
  },
  '/_imports/{id}': {
    get: ofOne('getImport', 'The progress of an import', {
      description: 'With what was guessed and decided, samples, and why it cannot be started yet.',
      ...answers('The import.', IMPORT, ...READ_FAILURES, 404),
    }),
    patch: ofOne('changeImport', 'Decide how a file is imported', {
      description:
        'Sets a field for each column, or null to leave the column out; values that all rows share; how the file is read; and the fields that find existing records.',
      ...body(
        optional({
          options: optional(OPTION_SCHEMAS),
          columns: listOf(optional({ field: orNull(SHORT), by: SHORT }), MAX_COLUMNS),
          constants: listOf(CONSTANT, 10_000),
          on: orNull(KEY),
        }),
      ),
      responses: { 200: success('The import.', IMPORT), ...errors(...WRITE_FAILURES, 413, 415) },
    }),
    delete: ofOne('deleteImport', 'Forget an import', {
      description: 'With its file and its failed rows. What it has written stays.',
      responses: { 204: ref('responses', 'Deleted'), ...errors(...WRITE_FAILURES) },
    }),
  },
  '/_imports/{id}/check': {
    post: begun(
      'checkImport',
      'Check all rows',
      'The service writes the rows and takes them back, in chunks.',
    ),
  },
  '/_imports/{id}/run': {
    post: begun(
      'runImport',
      'Import the rows',
      'Or go on with an import that was stopped or has failed. Rows that fail are left out.',
    ),
  },
  '/_imports/{id}/stop': {
    post: ofOne('stopImport', 'Stop a check or an import', {
      description: 'Written rows stay, and `run` continues after them.',
      ...answers('The import.', IMPORT, ...WRITE_FAILURES),
    }),
  },
  '/_imports/{id}/problems': {
    get: ofOne('listImportProblems', 'Rows that failed, and why', {
      description:
        'Rows have their numbers in the file, whose header is row 1. Columns count from 0.',
      parameters: [
        query('_start', { ...COUNT, default: 0 }, { description: 'Offset of the first row.' }),
        query('_end', COUNT, { description: 'Offset after the last row.' }),
      ],
      responses: {
        200: {
          description: 'Rows of the last check or run.',
          headers: headersOf('X-Total-Count'),
          content: jsonContent(listOf(FAILED_ROW, MOST_PROBLEMS)),
        },
        ...errors(...READ_FAILURES, 404),
      },
    }),
  },
  '/_imports/{id}/failed.csv': {
    get: ofOne('failedImportRows', 'Rows that failed, as a file', {
      description:
        'The columns are those of the uploaded file, with the row number and its problems.',
      responses: {
        200: fileAnswer('The file.', MEDIA_TYPES.csv),
        ...errors(...READ_FAILURES, 404),
      },
    }),
  },
};
