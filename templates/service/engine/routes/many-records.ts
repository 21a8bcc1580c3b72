import type { Request, Response } from 'express';
import { idOf, isId, nounOf, type RecordId } from '../fields/record-id.js';
import { problemDocument } from '../http/send-problem.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, RecordChange, Row, UpsertedRecord } from '../model/operations.js';
import type { Engine } from '../model/records.js';
import {
  HttpProblem,
  badRequest,
  coded,
  invalid,
  refuse,
  type FieldProblem,
} from '../problem/problem.js';
import { refusedAlone } from '../records/writing/check-each.js';
import { isRecord } from '../records/writing/check-payload.js';
import { entityTag, isVersion, queryOf, sendText } from './respond.js';
import type { Written } from './request-writes.js';

/** The maximum number of items in the body of a request. OpenAPI states it, so that no setting changes it. */
export const MAX_ITEMS = 1000;

/** Whether all records of a request are written or none; `_atomic=false` writes each by itself. 400 for another word. */
export function isAtomic(request: Request): boolean {
  const { _atomic } = queryOf(request);
  if (_atomic === undefined || _atomic === 'true') return true;
  if (_atomic === 'false') return false;
  throw refuse('_atomic', 'value', '_atomic must be true or false');
}

/**
 * The fields by which records are found that exist already, from `_on`; null without it. 400 where these may only be changed by
 * an endpoint of the developer's.
 */
export function upsertedOn(request: Request, isReplaced: boolean): readonly string[] | null {
  const { _on } = queryOf(request);
  if (_on === undefined) return null;
  if (isReplaced) throw onlyAtItsPath('_on');
  return [_on].flat().flatMap((names) => names.split(','));
}

/** 400 where a list of changes asks to find its records as a list of new ones may. */
export function refuseUpsert(request: Request): void {
  if (queryOf(request)._on === undefined) return;
  throw refuse('_on', 'unknown-parameter', '_on is allowed with POST only');
}

/** The refusal of a change at another path than the one that the developer has for it. */
export const onlyAtItsPath = (field: string): HttpProblem =>
  refuse(field, 'own-endpoint', 'A record of this model can only be changed at its own path');

/** The items of a body, a list of `what`; 422 where it is none, 413 where it has too many. */
export function itemsOf(body: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(body)) {
    const message = `The body must be a JSON array of ${what}.`;
    throw invalid([{ field: '', code: 'type', message }]);
  }
  if (body.length > MAX_ITEMS)
    throw new HttpProblem(413, `The body has more than ${MAX_ITEMS} items.`);
  return body;
}

/** What decides how many rows a request may write. */
export interface RowsLimit {
  readonly engine: Pick<Engine, 'contained'>;
  readonly settings: { readonly maxWrittenRows: number };
}

/** 413 for records that would write more rows than a request may, with their links and the records that they contain. */
export function refuseTooManyRows(
  records: readonly { readonly model: ModelInfo; readonly body: unknown }[],
  { engine, settings: { maxWrittenRows: limit } }: RowsLimit,
): void {
  const rows = records.reduce((sum, { body, model }) => sum + rowsOf(body, model, engine), 0);
  if (rows <= limit) return;
  const setting = 'MAX_WRITTEN_ROWS';
  const detail = `The request writes ${rows} rows, including lines and links; the setting ${setting} allows at most ${limit}.`;
  const members = { ...coded('too-many-rows'), limit: String(limit), setting };
  throw new HttpProblem(413, detail, [], {}, members);
}

function rowsOf(values: unknown, model: ModelInfo, engine: RowsLimit['engine']): number {
  if (!isRecord(values)) return 1;
  let rows = 1;
  for (const { name } of model.links) rows += listIn(values[name]).length;
  for (const [name, of] of engine.contained(model))
    for (const one of listIn(values[name])) rows += rowsOf(one, of, engine);
  return rows;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Items as changes: each names its record by `id`, and may have the `_etag` that it must still have. 400 for others. */
export function changesOf(
  items: readonly unknown[],
  model: Pick<ModelInfo, 'key'>,
): readonly RecordChange[] {
  const problems = items.flatMap((item, index) => problemOf(item, index, model));
  if (problems.length > 0) {
    const [{ index, message }] = problems as [FieldProblem];
    throw badRequest(`At index ${index}: ${message}`, problems);
  }
  return (items as readonly Item[]).map(({ _etag: tag, ...values }) => ({
    id: values.id,
    values,
    ...(tag !== undefined && {
      options: { ifMatch: (record: Row) => isVersion(tag, record) },
    }),
  }));
}

interface Item {
  readonly id: RecordId;
  readonly _etag?: string;
}

function problemOf(
  item: unknown,
  index: number,
  { key }: Pick<ModelInfo, 'key'>,
): readonly FieldProblem[] {
  if (!isRecord(item))
    return [{ index, field: '', code: 'type', message: 'The item must be a JSON object.' }];
  const { id, _etag: tag } = item;
  if (id === undefined || id === null)
    return [{ index, field: 'id', code: 'required', message: 'id is required.' }];
  if (!isId(idOf(id, key)))
    return [{ index, field: 'id', code: 'type', message: `id must be ${nounOf(key)}.` }];
  if (tag !== undefined && typeof tag !== 'string')
    return [{ index, field: '_etag', code: 'type', message: '_etag must be a string.' }];
  return [];
}

/** A new record, or a change of the one that exists, where it is looked for by the fields `on`. */
export async function createOne(
  body: unknown,
  on: readonly string[] | null,
  records: Operations,
): Promise<Written> {
  if (!on) return { status: 201, ...(await records.create(body)) };
  const [upserted] = await records.upsertMany([body], on).catch((error: unknown) => {
    throw refusedAlone(error);
  });
  return upsertedAs(upserted!);
}

/** How what was created or changed is told. */
export const upsertedAs = ({ created, ...upserted }: UpsertedRecord): Written => ({
  status: created ? 201 : 200,
  ...upserted,
});

/** How one of several writes is told: with the version of its record, for later changes of that. */
export function outcomeOf({ status, record, isAsShown }: Written) {
  return { status, ...(record && { record }), ...(isAsShown && { etag: entityTag(record!) }) };
}

/** What sends the outcomes of writes. */
interface OutcomeCall {
  readonly request: Request;
  readonly response: Response;
  readonly refusalOf: (error: unknown, request: Request) => HttpProblem;
  readonly settings: { readonly pageLimit: number };
}

/**
 * Does writes one after the other, each by itself, and sends an outcome for each (207): its record, or its problem. Once the
 * database is unavailable, no further one is tried.
 */
export async function sendOutcomes<T>(
  items: readonly T[],
  call: OutcomeCall,
  write: (item: T, at: number) => Promise<Written>,
): Promise<void> {
  const { response, settings } = call;
  const texts: string[] = [];
  let length = 0;
  let outage: string | null = null;
  for (const [at, item] of items.entries()) {
    const text: string = outage ?? (await textOf(item, at));
    length += text.length;
    texts.push(text);
  }
  response.statusCode = 207;
  sendText(response, `[${texts.join(',')}]`);

  async function textOf(item: T, at: number): Promise<string> {
    try {
      const outcome = outcomeOf(await write(item, at));
      const text = JSON.stringify(outcome);
      // It is written by now: as too large it can only be left out.
      const fits = length + text.length <= settings.pageLimit;
      return fits ? text : JSON.stringify({ ...outcome, record: { id: outcome.record?.id } });
    } catch (error) {
      const problem = call.refusalOf(error, call.request);
      const document = problemDocument(problem, call.request.requestId);
      const text = `{"status":${problem.status},"problem":${document}}`;
      if (OUTAGES.includes(problem.status)) outage = text;
      return text;
    }
  }
}

/** The statuses of a database that is not available. */
const OUTAGES = [503, 507];
