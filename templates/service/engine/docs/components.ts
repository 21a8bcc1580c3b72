import { MAX_CURSOR } from '../records/query/cursor.js';
import {
  FILTER_OPERATORS,
  LINK_OPERATORS,
  columnOperators,
  type FilterOperator,
} from '../records/query/filter-operators.js';
import { isSortable } from '../records/query/parse-page.js';
import { isGiven, type ColumnInfo, type FieldType } from '../fields/column-info.js';
import { namesRows } from '../model/field-columns.js';
import type { LinkInfo, ModelInfo } from '../model/model-info.js';
import {
  ENTITY_TAG,
  MAX_HEADER_SIZE,
  integerSchema,
  listOf,
  textSchema,
  urlValue,
  wordList,
} from './field-schema.js';
import { expandable, visibleColumns, type View } from './model-schemas.js';
import {
  ERROR_NAMES,
  headersOf,
  jsonContent,
  ref,
  type ErrorStatus,
  type Parameter,
  type Schema,
} from './openapi-types.js';
import { problemOf } from './service-schemas.js';

/** A comma-separated list instead of a repeated parameter. */
export const COMMA_LIST = { explode: false } as const;

/** A parameter of a query string. */
export const query = (name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  ...more,
  schema,
});

const wordsOf = (words: readonly string[]): Schema => ({ ...wordList(words), minItems: 1 });

const CURSOR = textSchema(MAX_CURSOR, { pattern: '^[\\w-]+$' });

/** The end of a page of a list, which has so many records unless it is stated. */
export const endParameter = (defaultPageSize: number): Parameter =>
  query('_end', integerSchema(0), {
    description: `The offset after the last record, at least \`_start\`. The default is \`_start\` + ${defaultPageSize}.`,
  });

/** Parameters that every list takes, besides its end. */
export const PAGE_PARAMETERS: Readonly<Record<string, Parameter>> = {
  _start: query(
    '_start',
    { ...integerSchema(0), default: 0 },
    { description: 'The offset of the first record.' },
  ),
  _after: query('_after', CURSOR, {
    description:
      'The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page.',
  }),
  _order: query(
    '_order',
    {
      ...listOf(textSchema(4, { pattern: '^([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$' }), 100),
      minItems: 1,
      default: ['ASC'],
    },
    {
      description:
        '`ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`.',
      ...COMMA_LIST,
    },
  ),
  q: query('q', ref('schemas', 'url-text'), {
    description:
      'Returns records that contain each of these words in one of their searched fields, ignoring case. A text between ' +
      'double quotes, or a text of more than eight words, is searched for as a whole.',
  }),
};

/** The columns by which a list can be sorted; `id` breaks ties. */
export function sortParameter(model: ModelInfo, view: View): Parameter {
  const sortable = visibleColumns(model, view).filter(
    (column) => namesRows(column, model) !== undefined || isSortable(column),
  );
  const words = wordsOf(sortable.map(({ name }) => name));
  const schema = model.isKeyless ? words : { ...words, default: ['id'] };
  return query('_sort', schema, {
    description: 'Columns, the most important first.',
    ...COMMA_LIST,
  });
}

/** The parameter that chooses the fields of records; without it, records have all fields. */
export function fieldsParameter(model: ModelInfo, view: View): Parameter[] {
  if (view.choosing === false) return [];
  const others = [...model.links, ...model.extras.filter(({ compute }) => compute)];
  const names = [
    ...visibleColumns(model, view).map(({ name }) => name),
    ...others.map(({ name }) => name).filter(view.readable(model)),
  ];
  const lacking = (model.unlisted ?? []).map((name) => ` but \`${name}\``).join('');
  const description = `The fields of each record; ${lacking ? `in lists all${lacking}` : 'all'} by default.`;
  return [query('_fields', wordsOf(['_label', ...names]), { description, ...COMMA_LIST })];
}

/** The parameter that adds related records; nothing for a model without references. */
export function expandParameter(model: ModelInfo, view: View): Parameter[] {
  const names = expandable(model, view);
  const description = 'To-one relations to add.';
  return names.length > 0 ? [query('_expand', wordsOf(names), { description, ...COMMA_LIST })] : [];
}

/** Which related records can be added to one record, which can have its lines, too; nothing for a model without lines. */
export function expandOneParameter(
  model: ModelInfo,
  view: View,
  models: readonly ModelInfo[],
): Parameter[] {
  const lines = view.lines?.expandable(model, view, models) ?? [];
  const names = [...expandable(model, view), ...lines];
  const description = 'To-one relations and lines to add.';
  return lines.length > 0 ? [query('_expand', wordsOf(names), { description, ...COMMA_LIST })] : [];
}

/** The unique fields by which a request finds records that exist already; nothing for a model without any. */
export function onParameter(model: ModelInfo, view: View): Parameter[] {
  const readable = view.readable(model);
  const names = model.uniques
    .map(({ columns }) => columns.flatMap((name) => model.column.get(name) ?? []))
    .filter((columns) => columns.every(isGiven))
    .map((columns) => columns.map(({ name, derivedFrom }) => derivedFrom ?? name))
    .filter((set) => set.every(readable))
    .flat();
  const description = 'The unique fields by which a record to change is found.';
  return names.length > 0
    ? [query('_on', wordsOf([...new Set(names)]), { description, ...COMMA_LIST })]
    : [];
}

/** The to-many relations whose records can be counted; nothing without any that the reader may list. */
export function countParameter(
  { children }: ModelInfo,
  view: View,
  models: readonly ModelInfo[],
): Parameter[] {
  const names = children.flatMap(({ name, model, field }) => {
    const child = models.find((one) => one.name === model);
    return child && view.lists(child) && view.readable(child)(field) ? [name] : [];
  });
  const description = 'To-many relations to count.';
  return names.length > 0 ? [query('_count', wordsOf(names), { description, ...COMMA_LIST })] : [];
}

/** A filter for each operator of each field that the reader sees: exactly what the parser accepts. */
export function filterParameters(
  model: ModelInfo,
  view: View,
  models: readonly ModelInfo[],
): Parameter[] {
  const readable = view.readable(model);
  const links = model.links.filter(({ name }) => readable(name));
  return [
    ...visibleColumns(model, view).flatMap(columnFilters),
    ...links.flatMap((link) =>
      LINK_OPERATORS.map((operator) => filter(link.name, operator, linkedType(link, models))),
    ),
  ];
}

/** The type of the values in a many-to-many field. */
function linkedType({ key, model: target }: LinkInfo, models: readonly ModelInfo[]): FieldType {
  if (key !== 'id') return 'text';
  return models.find(({ name }) => name === target)?.key.type ?? 'integer';
}

function columnFilters(column: ColumnInfo): Parameter[] {
  const { name, nullable, type, added } = column;
  const operators = columnOperators(column)
    .filter((one) => nullable || one !== 'isnull')
    .filter((one) => FILTER_OPERATORS.get(one)!.takes !== 'field');
  return operators.map((operator) => filter(name, operator, added?.queried ?? type));
}

function filter(field: string, operator: FilterOperator, type: FieldType): Parameter {
  const name = operator === 'eq' ? field : `${field}__${operator}`;
  const value = urlValue(type);
  const ofJson = { name, in: 'query', content: jsonContent(ref('schemas', value)) } as const;
  switch (FILTER_OPERATORS.get(operator)!.takes) {
    case 'flag':
      return query(name, ref('schemas', 'boolean'));
    case 'text':
    case 'field':
      return query(name, ref('schemas', 'url-text'));
    case 'list':
      return query(name, ref('schemas', `${value}-list`), COMMA_LIST);
    case 'several':
      return type === 'json' ? ofJson : query(name, ref('schemas', `${value}-list`));
    case 'value':
      return type === 'json' ? ofJson : query(name, ref('schemas', value));
  }
}

const ENTITY_TAGS = textSchema(MAX_HEADER_SIZE, { pattern: '^[ -~]*$' });

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of `POST /auth/login`. The token has a single algorithm, its own claims only, and an expiry, as RFC8725 recommends.',
  },
};

export const parameters: Readonly<Record<string, Parameter>> = {
  ...PAGE_PARAMETERS,
  'record-id': { name: 'id', in: 'path', required: true, schema: ref('schemas', 'id') },
  _atomic: query(
    '_atomic',
    { type: 'boolean', default: true },
    {
      description:
        'With `false`, each item of a list is written by itself and has its own outcome.',
    },
  ),
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags, or `*`. If none matches, the answer is 412 and nothing changes.',
    schema: ENTITY_TAGS,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the caller has. If a tag matches, the answer is 304.',
    schema: ENTITY_TAGS,
  },
};

const header = (description: string, schema: Schema) => ({ description, schema });

export const headers = {
  'Access-Control-Allow-Origin': header(
    'The origin whose pages may read the response, or `*`.',
    textSchema(MAX_HEADER_SIZE),
  ),
  'X-Request-Id': header(
    'Identifies the request in the log: the id that the client sent, or a new id.',
    textSchema(128, { pattern: '^[A-Za-z0-9_.:-]{1,128}$' }),
  ),
  'X-Total-Count': header('The total number of records.', integerSchema(0)),
  'Content-Range': header(
    '`items <start>-<end>/<total>`. The end is exclusive.',
    textSchema(60, { pattern: '^items \\d{1,16}-\\d{1,16}/\\d{1,16}$' }),
  ),
  'X-Next-Cursor': header('The `_after` value for the next page, if there is one.', CURSOR),
  'X-Rows': header(
    '`some` on an empty list if row rules let the caller see only some rows, whether other rows exist or not.',
    { type: 'string', enum: ['some'] },
  ),
  ETag: header(
    'The version of the record as this reader sees it. Present without `_expand` and `_fields`, and with lines, which the version covers.',
    ENTITY_TAG,
  ),
  Location: header('The path of the created record.', textSchema(255, { format: 'uri-reference' })),
  'Retry-After': header('The number of seconds to wait.', integerSchema(0, 86_400)),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', enum: ['Bearer'] }),
};

const EXPLANATIONS: Readonly<Record<ErrorStatus, string>> = {
  400: 'The request cannot be understood.',
  401: 'The request has no valid token of an active user.',
  403: 'The user may not do this.',
  404: 'The record does not exist, or the user may not see it.',
  409: 'The change conflicts with other records.',
  412: 'The record has another version than the caller expects.',
  413: 'The body is too large or has too many records.',
  415: 'The body is not JSON.',
  422: 'Fields have invalid values.',
  429: 'Too many failed attempts.',
  500: 'An unexpected error. The log has details under the request id.',
  503: 'The service is unavailable for now.',
  507: 'The disk is full.',
};

const HEADERS_OF: Partial<Record<ErrorStatus, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const errorAnswer = (status: ErrorStatus) => ({
  description: EXPLANATIONS[status],
  headers: headersOf(...(HEADERS_OF[status] ?? [])),
  content: { 'application/problem+json': { schema: problemOf(status) } },
});

/** An error response per status, by status and by name; and responses without a body. */
export const responses = {
  ...Object.fromEntries(
    (Object.entries(ERROR_NAMES) as [`${ErrorStatus}`, string][]).flatMap(([status, name]) => {
      const answer = errorAnswer(Number(status) as ErrorStatus);
      return [
        [status, answer],
        [name, answer],
      ];
    }),
  ),
  Deleted: { description: 'Deleted.', headers: headersOf() },
  NotModified: {
    description: 'The caller has the current version already.',
    headers: headersOf('ETag'),
  },
};
