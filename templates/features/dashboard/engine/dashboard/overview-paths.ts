import type { ModelInfo } from '../model/model-info.js';
import { COMMA_LIST, query } from '../docs/components.js';
import {
  MAX_HEADER_SIZE,
  idSchemas,
  integerSchema,
  listOf,
  textSchema,
} from '../docs/field-schema.js';
import { READ_FAILURES, answers, ref, type Paths, type Schema } from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { mapOf, namesSchema, objectSchema } from '../docs/service-schemas.js';
import { LONGEST_VALUE, MAX_GROUPS, MAX_RECENT } from '../records/overview.js';
import { MAX_ASKED, MAX_FIELDS, MAX_MOMENTS } from '../routes/overview-endpoints.js';

const modelNames = query('models', namesSchema, {
  required: true,
  description: 'Models by the paths of their lists.',
  ...COMMA_LIST,
});

const ofTenant = query('tenant', ref('schemas', 'id'), {
  description:
    'Only records of this tenant. Applies to the models for which `/auth/tenants` names a field.',
});

const countsSchema: Schema = {
  oneOf: [integerSchema(0), { ...listOf(integerSchema(0), MAX_MOMENTS), minItems: 2 }],
};

const groupsSchema = listOf(
  objectSchema({ value: ref('schemas', 'json'), count: integerSchema(1) }),
  MAX_GROUPS,
);

const recentSchema = (id: Schema): Schema =>
  objectSchema(
    {
      ...{ model: ref('schemas', 'string'), id },
      _label: ref('schemas', 'label'),
      created_at: ref('schemas', 'datetime'),
      updated_at: ref('schemas', 'datetime'),
      by: ref('schemas', 'id'),
      count: integerSchema(1),
    },
    ...['model', 'id', '_label', 'updated_at'],
  );

const rowsSchema = (id: Schema): Schema =>
  listOf(
    {
      ...objectSchema({ id, _label: ref('schemas', 'label') }, 'id', '_label'),
      additionalProperties: ref('schemas', 'json'),
    },
    MAX_RECENT,
  );

const asked = (description: string) =>
  query(
    'ask',
    { ...listOf(textSchema(MAX_HEADER_SIZE), MAX_ASKED), minItems: 1 },
    { required: true, description },
  );

const ANY_OBJECT = { type: 'object', additionalProperties: ref('schemas', 'json') };

/** The groups of one list, as its own path describes them. */
const figuresSchema = listOf(
  objectSchema(
    {
      by: ANY_OBJECT,
      count: integerSchema(0),
      ...{ sum: ANY_OBJECT, avg: ANY_OBJECT, min: ANY_OBJECT, max: ANY_OBJECT },
    },
    ...['by', 'count'],
  ),
  MAX_HEADER_SIZE,
);

/** The answer in place of a part that there was no time for. */
const unansweredSchema = objectSchema(
  {
    status: { type: 'integer', format: 'int32', minimum: 500, maximum: 599 },
    problem: ref('schemas', 'problem'),
  },
  ...['status', 'problem'],
);

/** What was asked for, in this order. */
const answersSchema = (one: Schema): Schema =>
  listOf({ oneOf: [one, unansweredSchema] }, MAX_ASKED);

const IN_TIME =
  'The whole answer has the time of a single read (`STATEMENT_TIMEOUT`). A part that does not finish in time holds a problem instead.';

/** The paths of overviews, whose records are of any of these models. */
export function overviewPaths(models: readonly ModelInfo[]): Paths {
  const [id, ...others] = idSchemas(models);
  return { ...FIGURES, ...recordPaths(others.length === 0 ? id! : { anyOf: [id, ...others] }) };
}

const FIGURES: Paths = {
  '/config/aggregates': {
    get: operation('listAggregates', 'Figures of several lists', {
      description: `Each as \`GET /<model>/_aggregate\` gives them, under the rules of its list. ${IN_TIME}`,
      parameters: [
        asked('The path of a list with a query for its `_aggregate`, such as `task?_by=status`.'),
      ],
      ...answers(
        'The groups of each list, in the order of the request.',
        answersSchema(figuresSchema),
        ...READ_FAILURES,
      ),
    }),
  },
  '/config/counts': {
    get: operation('listCounts', 'The number of records in my lists', {
      description: 'Counts the records of each model under the rules of its list.',
      parameters: [
        modelNames,
        query(
          'since',
          { ...ref('schemas', 'datetime-list'), minItems: 1, maxItems: MAX_MOMENTS },
          {
            description:
              'Counts only records created from this time on; with several times, a number for each.',
            ...COMMA_LIST,
          },
        ),
        ofTenant,
      ],
      ...answers('Model -> number of records.', mapOf(countsSchema), ...READ_FAILURES),
    }),
  },
  '/config/groups': {
    get: operation('listGroups', 'The distribution of the records of my lists over field values', {
      description: `At most ${MAX_GROUPS} values of each field, each of at most ${LONGEST_VALUE} characters.`,
      parameters: [
        query(
          'by',
          { ...namesSchema, minItems: 1, maxItems: MAX_FIELDS },
          {
            required: true,
            description: 'Fields that a list can be sorted by, such as `task.status`.',
            ...COMMA_LIST,
          },
        ),
        ofTenant,
      ],
      ...answers(
        'Model and field -> values, the most frequent first.',
        mapOf(groupsSchema),
        ...READ_FAILURES,
      ),
    }),
  },
};

/** The paths of records, with the schema of their ids. */
const recordPaths = (id: Schema): Paths => ({
  '/config/recent': {
    get: operation('listRecent', 'The most recent changes in my lists', {
      description:
        'For models with timestamps. Records that were written at once, as by an import, are told as the last of them with their number, `count`; `by` is the user who has written it, where the model has a field `created_by` or `updated_by`.',
      parameters: [modelNames, ofTenant],
      ...answers(
        'The most recently written records over all of them, the latest first; those of one moment in the order of the models that were asked for, then by id.',
        listOf(recentSchema(id), MAX_RECENT),
        ...READ_FAILURES,
      ),
    }),
  },
  '/config/rows': {
    get: operation('listRows', 'The first records of several lists', {
      description: `Each by its label, and with the field that the list is sorted by, and those that _fields names; at most ${MAX_RECENT} of a list. ${IN_TIME}`,
      parameters: [
        asked(
          'The path of a list with a query, such as `task?due_date__lte=2026-12-01&_sort=due_date`.',
        ),
      ],
      ...answers(
        'The records of each list, in the order of the request.',
        answersSchema(rowsSchema(id)),
        ...READ_FAILURES,
      ),
    }),
  },
});
