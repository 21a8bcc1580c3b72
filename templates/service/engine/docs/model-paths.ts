import { isEverAllowed, type Action } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { withArticle } from '../problem/problem.js';
import {
  expandOneParameter,
  expandParameter,
  fieldsParameter,
  onParameter,
  sortParameter,
} from './components.js';
import { idSchema, isPlainId } from './field-schema.js';
import { readSchema, replacementName, type View } from './model-schemas.js';
import {
  errors,
  jsonContent,
  ref,
  success,
  type Operation,
  type Paths,
  type Schema,
} from './openapi-types.js';

/** What the operations of a model need besides it. */
interface ListParts {
  readonly filters: readonly unknown[];
  readonly models: readonly ModelInfo[];
}

/** The generated operations of a model, except those that no role can have; `filters` are those of its list. */
export const modelPaths = (
  model: ModelInfo,
  view: View,
  { filters, models }: ListParts,
): Paths => ({
  ...allowed(model, `/${model.prefix}`, collection(model, view, filters), {
    get: 'list',
    post: 'create',
    patch: 'edit',
  }),
  ...allowed(model, `/${model.prefix}/{id}`, oneRecord(model, view, models), {
    get: 'show',
    put: 'edit',
    patch: 'edit',
    delete: 'delete',
  }),
});

/** Without what is refused to everybody: rows that the service itself creates cannot be posted. */
function allowed(
  { access }: ModelInfo,
  path: string,
  operations: Record<string, Operation>,
  actions: Readonly<Record<string, Action>>,
): Paths {
  const kept = Object.entries(operations).filter(([method]) =>
    isEverAllowed(access, actions[method]!),
  );
  return kept.length === 0 ? {} : { [path]: Object.fromEntries(kept) };
}

/** The components of these operations, named by the model's name and a dot; comments of developers may refer to them. */
export function modelParts(model: ModelInfo, view: View, models: readonly ModelInfo[]) {
  const { name } = model;
  const named = (ending: string, value: unknown) => [`${name}.${ending}`, value] as const;
  return {
    responses: Object.fromEntries([
      named(
        'page',
        success(
          'A page of records.',
          readSchema(model, view, '.page'),
          ...['X-Total-Count', 'Content-Range'],
          ...(model.isKeyless ? [] : ['X-Next-Cursor']),
          'X-Rows',
        ),
      ),
      named('record', success('The record.', ref('schemas', name), 'ETag')),
      named('read', success('The record.', readSchema(model, view, ''), 'ETag')),
      named(
        'created',
        success(
          'The created record, or a list of all created records.',
          createdSchema(name),
          'Location',
          'ETag',
        ),
      ),
      named(
        'changed',
        success('The records in the order of the request.', ref('schemas', `${name}.written`)),
      ),
      named('outcomes', success('The outcome of each item.', ref('schemas', `${name}.outcomes`))),
    ]),
    parameters: Object.fromEntries([
      ...[
        sortParameter(model, view),
        ...fieldsParameter(model, view),
        ...expandParameter(model, view),
        ...onParameter(model, view),
      ].map((parameter) => named(parameter.name, parameter)),
      ...expandOneParameter(model, view, models).map((one) => named('one._expand', one)),
      named('id', { name: 'id', in: 'path', required: true, schema: idSchema(model) }),
    ]),
  };
}

/** What was sent says which: an object, or a list of them. */
const createdSchema = (name: string): Schema => ({
  anyOf: [ref('schemas', name), ref('schemas', `${name}.written`)],
});

function collection(
  model: ModelInfo,
  view: View,
  filters: readonly unknown[],
): Record<string, Operation> {
  const { name } = model;
  const after = model.isKeyless ? [] : ['_after'];
  const page = [
    ...['_start', '_end', ...after, `${name}._sort`, '_order', 'q'].map((one) =>
      ref('parameters', one),
    ),
    ...fields(model, view),
  ];
  return {
    get: operation(model, 'list', `List ${name} records`, {
      description: 'Filters are fields with the suffixes of the table above.',
      parameters: [...page, ...expand(model, view), ...filters],
      responses: { 200: answer(model, 'page'), ...errors(400, 401, 403, 500, 503, 507) },
    }),
    post: operation(model, 'create', `Create ${withArticle(name)}, or several`, {
      description:
        'Omitted fields get their default, or null. A list creates all of its records, or none.',
      parameters: [atomic, ...on(model, view)],
      requestBody: body({
        anyOf: [ref('schemas', `${name}Input`), ref('schemas', `${name}.items`)],
      }),
      responses: {
        ...(on(model, view).length > 0 && { 200: answer(model, 'created') }),
        201: answer(model, 'created'),
        207: answer(model, 'outcomes'),
        ...errors(400, 401, 403, 409, 413, 415, 422, 500, 503, 507),
      },
    }),
    patch: operation(model, 'updateMany', `Update fields of several ${name} records`, {
      description:
        'Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.',
      parameters: [atomic],
      requestBody: body(ref('schemas', `${name}.changes`), 'application/merge-patch+json'),
      responses: { 200: answer(model, 'changed'), 207: answer(model, 'outcomes'), ...WRITE_ERRORS },
    }),
  };
}

function oneRecord(
  model: ModelInfo,
  view: View,
  models: readonly ModelInfo[],
): Record<string, Operation> {
  const { name } = model;
  const a = withArticle(name);
  const id = idParameter(model);
  const changed = { 200: answer(model, 'record'), ...WRITE_ERRORS };
  return {
    get: operation(model, 'get', `Get ${a}`, {
      description: 'The answer has the version for `If-Match` of a later change.',
      parameters: [
        id,
        ...fields(model, view),
        ...expandOne(model, view, models),
        ref('parameters', 'If-None-Match'),
      ],
      responses: {
        200: answer(model, 'read'),
        304: ref('responses', 'NotModified'),
        ...errors(400, 401, 403, 404, 500, 503, 507),
      },
    }),
    put: operation(model, 'replace', `Replace ${a}`, {
      description: 'Omitted fields that the caller may write get their default, or null.',
      parameters: [id, ifMatch],
      requestBody: body(ref('schemas', replacementName(model, view))),
      responses: changed,
    }),
    patch: operation(model, 'update', `Update fields of ${a}`, {
      description: 'Omitted fields stay unchanged.',
      parameters: [id, ifMatch],
      requestBody: body(ref('schemas', `${name}Patch`), 'application/merge-patch+json'),
      responses: changed,
    }),
    delete: operation(model, 'delete', `Delete ${a}`, {
      description:
        'Deletes the records that belong to it as well. Records that require it prevent the deletion.',
      parameters: [id, ifMatch],
      responses: {
        204: ref('responses', 'Deleted'),
        ...errors(400, 401, 403, 404, 409, 412, 500, 503, 507),
      },
    }),
  };
}

/** The id in a path: all models whose ids are integers share one parameter. */
const idParameter = (model: ModelInfo) =>
  ref('parameters', isPlainId(model) ? 'record-id' : `${model.name}.id`);

const ifMatch = ref('parameters', 'If-Match');
const atomic = ref('parameters', '_atomic');
const WRITE_ERRORS = errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 500, 503, 507);

const fields = (model: ModelInfo, view: View) =>
  fieldsParameter(model, view).map((one) => ref('parameters', `${model.name}.${one.name}`));

const expand = (model: ModelInfo, view: View) =>
  expandParameter(model, view).map((one) => ref('parameters', `${model.name}.${one.name}`));

const expandOne = (model: ModelInfo, view: View, models: readonly ModelInfo[]) =>
  expandOneParameter(model, view, models).length > 0
    ? [ref('parameters', `${model.name}.one._expand`)]
    : expand(model, view);

const on = (model: ModelInfo, view: View) =>
  isEverAllowed(model.access, 'edit')
    ? onParameter(model, view).map((one) => ref('parameters', `${model.name}.${one.name}`))
    : [];

const operation = (
  { name }: ModelInfo,
  verb: string,
  summary: string,
  rest: Operation,
): Operation => ({ tags: [name], operationId: `${verb}${name}`, summary, ...rest });

type Kind = 'page' | 'read' | 'record' | 'created' | 'changed' | 'outcomes';

const answer = ({ name }: ModelInfo, kind: Kind) => ref('responses', `${name}.${kind}`);

const body = (schema: Schema, withAliases?: string) => ({
  required: true,
  content: {
    ...jsonContent(schema),
    ...(withAliases !== undefined && { [withAliases]: { schema } }),
  },
});
