import { idOf, isId, nounOf, pathId, type RecordId } from '../../fields/record-id.js';
import type { Action } from '../../model/access-rules.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Operations } from '../../model/operations.js';
import type { Engine } from '../../model/records.js';
import {
  HttpProblem,
  badRequest,
  hint,
  nearest,
  notFound,
  sentence,
  show,
} from '../../problem/problem.js';
import { isRecord } from '../../records/writing/check-payload.js';
import type { Placed } from '../../records/writing/check-each.js';
import { onlyAtItsPath } from '../many-records.js';
import type { GeneratedWrite } from '../replaced-endpoints.js';

/** The record of another operation of the batch, by its position. */
export interface Reference {
  readonly $ref: number;
}

export const isReference = (value: unknown): value is Reference =>
  isRecord(value) && Object.keys(value).length === 1 && Number.isInteger(value['$ref']);

/** One write of a batch, as the generated endpoint of that method and path does it. */
export interface BatchOperation extends Placed {
  readonly method: GeneratedWrite;
  readonly model: ModelInfo;
  readonly records: Operations;
  /** The models of the records that the body may contain, by relation. */
  readonly contained: ReadonlyMap<string, WrittenModel>;
  /** The record to change; null for a new one. */
  readonly id: RecordId | Reference | null;
  /** The unique fields by which the record is found that is changed in place of a new one; null where there is none. */
  readonly on: readonly string[] | null;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** A model whose records are written, by themselves or within another record. */
export type WrittenModel = Pick<BatchOperation, 'model' | 'records' | 'contained'>;

/** What finds the models of a batch. */
export interface BatchModels {
  /** The models by prefix. */
  readonly models: ReadonlyMap<string, ModelInfo>;
  readonly operations: (model: ModelInfo) => Operations;
  readonly contained: Engine['contained'];
  /** Whether an endpoint of the developer's stands in for the generated one. */
  readonly isReplaced: (model: ModelInfo, method: GeneratedWrite) => boolean;
}

const MEMBERS = ['method', 'path', 'id', 'on', 'body', 'if_match'];
const METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** What must be allowed for each method. */
export const ACTION: Readonly<Record<GeneratedWrite, Action>> = {
  post: 'create',
  put: 'edit',
  patch: 'edit',
  delete: 'delete',
};

/** An item of a batch as an operation: 400 for one that is none, 404 for a path of no model, 405 for another method. */
export function operationOf(item: unknown, index: number, models: BatchModels): BatchOperation {
  if (!isRecord(item)) throw wrong('', 'type', 'The operation must be a JSON object.');
  const unknown = Object.keys(item).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw wrong(show(unknown), 'unknown-field', `There is no ${show(unknown)}${meant(unknown)}`);
  const { method, path, body, if_match: ifMatch } = item;
  if (typeof path !== 'string') throw wrong('path', 'type', 'path must be a text such as /task.');
  if (typeof method !== 'string' || !METHODS.includes(method))
    throw wrong('method', 'value', `method must be one of ${METHODS.join(', ')}.`);
  if (ifMatch !== undefined && typeof ifMatch !== 'string')
    throw wrong('if_match', 'type', 'if_match must be an ETag.');
  if (ifMatch !== undefined && method === 'POST')
    throw wrong('if_match', 'unknown-field', 'A new record has no version.');
  if (path.includes('?')) throw wrong('path', 'value', NO_QUERY);
  const [prefix, last, ...more] = path.replace(/^\//, '').split('/');
  const model = models.models.get(prefix!);
  if (!model || more.length > 0 || !path.startsWith('/')) throw nothingAt(path, models.models);
  const way = method.toLowerCase() as GeneratedWrite;
  const id = recordOf(item['id'], last, model);
  if ((way === 'post') !== (id === null)) throw notTaken(method, path);
  if (!model.actions.includes(ACTION[way]))
    throw new HttpProblem(
      405,
      `${method} ${show(path)} is not allowed: its records are only read.`,
    );
  if (models.isReplaced(model, way))
    throw new HttpProblem(
      405,
      `${method} ${path} has its own endpoint in this project: send the request there instead of in a batch.`,
    );
  const on = onOf(item['on'], way);
  if (on && models.isReplaced(model, 'patch')) throw onlyAtItsPath('on');
  return { index, method: way, ...writtenModel(model, models), id, on, body, ifMatch };
}

/** Responses tell versions as `etag`. */
const meant = (member: string): string =>
  /^_?etag$/i.test(member)
    ? ': give the version that the record must have as if_match.'
    : sentence(hint(member, MEMBERS));

/** 404 with what was probably meant: another model, or the same one at its own path. */
function nothingAt(path: string, models: BatchModels['models']): HttpProblem {
  const [prefix] = path.replace(/^\/?(api\/)?/, '').split('/') as [string];
  const near = models.has(prefix) ? prefix : nearest(prefix, models.keys());
  const instead = near === null ? '' : `; paths in a batch look like /${near} or /${near}/7`;
  return notFound(
    `The path ${show(path)} does not belong to a model that a batch can write${instead}.`,
  );
}

const NO_QUERY =
  'path must not have a query: use the member on instead of _on, and give _atomic for the whole batch.';

/** The fields that the member `on` names. */
function onOf(given: unknown, method: GeneratedWrite): BatchOperation['on'] {
  if (given === undefined) return null;
  if (method !== 'post') throw wrong('on', 'unknown-field', 'on is allowed with POST only.');
  if (typeof given !== 'string')
    throw wrong(
      'on',
      'type',
      'on must be a text: a unique field, or the fields of a unique set with commas between.',
    );
  return given.split(',');
}

function writtenModel(model: ModelInfo, models: BatchModels): WrittenModel {
  const contained = [...models.contained(model)].map(
    ([name, of]) => [name, writtenModel(of, models)] as const,
  );
  return { model, records: models.operations(model), contained: new Map(contained) };
}

function notTaken(method: string, path: string): HttpProblem {
  const why =
    method === 'POST'
      ? 'a new record has no id'
      : `name the record in the path, as in ${show(path)}/7, or with the member id`;
  return new HttpProblem(405, `${method} is not allowed at ${show(path)}: ${why}.`);
}

/** The last segment of the path, or the member `id`. */
function recordOf(
  given: unknown,
  segment: string | undefined,
  { key }: ModelInfo,
): BatchOperation['id'] {
  if (segment === undefined) {
    if (given === undefined || given === null) return null;
    if (isReference(given)) return given;
    const id = idOf(given, key);
    if (isId(id)) return id;
    const message = `id must be ${nounOf(key)}, or a reference such as { "$ref": 0 }.`;
    throw wrong('id', 'type', message);
  }
  if (given !== undefined) throw wrong('id', 'unknown-field', 'The path has an id already.');
  return pathId(decoded(segment), key);
}

const wrong = (field: string, code: string, message: string): HttpProblem =>
  badRequest(message, [{ field, code, message }]);

/** A segment of a path as it was before it was encoded; as it is where it is none that a client encodes. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
