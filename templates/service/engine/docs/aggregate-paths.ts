import { PERIODS } from '../fields/periods.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { isEverAllowed } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { FUNCTIONS, hasPeriods, type AggregateFunction } from '../records/query/groupings.js';
import {
  MAX_GROUPINGS,
  MAX_HAVING,
  MAX_MEASURES,
  isGroupable,
  isMeasured,
} from '../records/query/parse-aggregate.js';
import { isSortable } from '../records/query/parse-page.js';
import { AGGREGATE } from '../routes/replaced-endpoints.js';
import { COMMA_LIST, query } from './components.js';
import {
  columnSchema,
  idSchema,
  integerSchema,
  listOf,
  orNull,
  textSchema,
  wordList,
} from './field-schema.js';
import { visibleColumns, type View } from './model-schemas.js';
import { errors, ref, success, type Parameter, type Paths, type Schema } from './openapi-types.js';
import { objectSchema } from './service-schemas.js';

/** The figures of a model's list; `filters` are those of the list. */
export function aggregatePaths(model: ModelInfo, view: View, filters: readonly unknown[]): Paths {
  if (!isEverAllowed(model.access, 'list')) return {};
  const { name } = model;
  const shared = ['_having', 'groups._sort', '_start', 'groups._end', '_tz', 'groups._count', 'q'];
  return {
    [`/${model.prefix}${AGGREGATE}`]: {
      get: {
        tags: [name],
        operationId: `aggregate${name}`,
        summary: `Figures of ${name} records`,
        description: 'Counts, sums, averages and extremes of listed records, by group.',
        parameters: [
          ...groupParameters(model, view),
          ...shared.map((one) => ref('parameters', one)),
          ...filters,
        ],
        responses: {
          200: success(
            'A page of groups.',
            ref('schemas', `${name}.groups`),
            ...['X-Total-Count', 'Content-Range'],
          ),
          ...errors(400, 401, 403, 500, 503),
        },
      },
    },
  };
}

/** What the answers have: by each name that records can be grouped by, and of each field that has figures. */
export function aggregateSchemas(model: ModelInfo, view: View, pageSize: number) {
  const groupings = groupingsOf(model, view);
  const figuresOf = (of: AggregateFunction) =>
    optional(
      Object.fromEntries(
        measured(model, view, of).map((column) => [column.name, figureSchema(of, column)]),
      ),
    );
  const extremes = `${model.name}.extremes`;
  const figures = FUNCTIONS.map((of): readonly [string, Schema] => [
    of,
    of === 'min' || of === 'max' ? ref('schemas', extremes) : figuresOf(of),
  ]);
  const group = objectSchema(
    {
      by: optional(Object.fromEntries(groupings)),
      count: integerSchema(0),
      ...Object.fromEntries(figures),
    },
    ...['by', 'count'],
  );
  return {
    [extremes]: figuresOf('max'),
    ...namesOfFigures(model, view),
    [`${model.name}.group`]: group,
    [`${model.name}.groups`]: listOf(ref('schemas', `${model.name}.group`), pageSize),
  };
}

/** An object of which a request chooses the properties. */
const optional = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
});

const groupingsOf = (model: ModelInfo, view: View): readonly (readonly [string, Schema])[] =>
  visibleColumns(model, view)
    .filter(isGroupable)
    .flatMap((column) => [
      [column.name, column.role === 'id' ? idSchema(model) : groupSchema(column)],
      ...(hasPeriods(column) ? PERIODS : []).map(
        (period) => [`${column.name}.${period}`, startSchema(column)] as const,
      ),
    ]);

/** The schema of a field by which records are grouped: the record's own schema has its default, its limits and its meaning. */
function groupSchema(column: ColumnInfo): Schema {
  const { $ref, type, enum: values, ...schema } = columnSchema(column);
  if ($ref !== undefined) return { $ref };
  return values !== undefined ? { type, enum: values } : { type, ...schema };
}

const startSchema = ({ nullable }: ColumnInfo): Schema =>
  ref('schemas', nullable ? 'period-or-null' : 'period');

const measured = (model: ModelInfo, view: View, of: AggregateFunction): readonly ColumnInfo[] =>
  visibleColumns(model, view).filter(
    (column) => isSortable(column) && isMeasured(of, column) && column.role !== 'id',
  );

/** Sums have no limits of their fields; of a `bigint` they are texts, as its values are. */
function figureSchema(of: AggregateFunction, column: ColumnInfo): Schema {
  const { added, type } = column;
  if (added) return orNull(added.schema, true);
  if (of === 'avg') return ref('schemas', 'number-or-null');
  if (of === 'sum')
    return type === 'bigint'
      ? textSchema(40, { pattern: '^-?\\d+$' })
      : { type: 'number', format: 'double' };
  return ref('schemas', `${type === 'float' || type === 'decimal' ? 'number' : type}-or-null`);
}

function groupParameters(model: ModelInfo, view: View): Parameter[] {
  const names = groupingsOf(model, view).map(([name]) => name);
  const by = query('_by', someOf(names, MAX_GROUPINGS), {
    description: 'The fields that the records of a group share.',
    ...COMMA_LIST,
  });
  const figures = FUNCTIONS.flatMap((of) => {
    if (measured(model, view, of).length === 0) return [];
    return [query(`_${of}`, ref('schemas', namesFor(model, of)), COMMA_LIST)];
  });
  return [by, ...figures];
}

/** The fields of sums and averages are the same, and so are those of extremes. */
const namesFor = ({ name }: ModelInfo, of: AggregateFunction): string =>
  `${name}.${of === 'sum' || of === 'avg' ? 'numbers' : 'ordered'}`;

const namesOfFigures = (model: ModelInfo, view: View) =>
  Object.fromEntries(
    FUNCTIONS.map((of) => [
      namesFor(model, of),
      someOf(
        measured(model, view, of).map(({ name }) => name),
        MAX_MEASURES,
      ),
    ]),
  );

const someOf = (names: readonly string[], most: number): Schema => ({
  ...wordList(names),
  minItems: 1,
  maxItems: Math.min(names.length, most),
});

const VALUES = 'Names of `_by`, `count`, and figures such as `sum.total`';

/** Parameters that the figures of all lists take; names with a dot are those of lists with another meaning. */
export const AGGREGATE_PARAMETERS: Readonly<Record<string, Parameter>> = {
  'groups._count': query(
    '_count',
    { type: 'string', enum: ['', 'true'] },
    {
      description: 'This parameter has no effect: each group always has the number of its records.',
    },
  ),
  'groups._end': query('_end', integerSchema(0), {
    description: 'The offset after the last group. The default is the largest page allowed.',
  }),
  'groups._sort': query(
    '_sort',
    {
      ...listOf(textSchema(200, { pattern: '^-?[\\w.]+$' }), MAX_GROUPINGS + MAX_MEASURES),
      minItems: 1,
    },
    { description: `${VALUES}. A leading \`-\` sorts in descending order.`, ...COMMA_LIST },
  ),
  _having: query(
    '_having',
    {
      ...listOf(textSchema(200, { pattern: '^[\\w.]+__(eq|ne|gte?|lte?):.*$' }), MAX_HAVING),
      minItems: 1,
    },
    {
      description:
        'Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`.',
      ...COMMA_LIST,
    },
  ),
  _tz: query('_tz', textSchema(64, { pattern: '^[A-Za-z][\\w+/-]*$', default: 'UTC' }), {
    description: 'The time zone in which periods of datetimes begin, such as `Europe/Berlin`.',
  }),
};
