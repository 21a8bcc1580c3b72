import { tenantField } from '../access/row-rules.js';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { problemMembers } from '../http/send-problem.js';
import type { Route } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { Query } from '../model/operations.js';
import type { CallContext } from '../model/records.js';
import { ALL, type Where } from '../model/where.js';
import { HttpProblem, coded, hint, refuse, show } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import {
  MAX_RECENT,
  latestFirst,
  overviewsOf,
  type Overviews,
  type RecentRecord,
} from '../records/overview.js';
import type { Settings } from '../settings/settings.js';
import { answerInTime } from './answer-in-time.js';
import { hasFigures, isReplaced } from './replaced-endpoints.js';
import { queryOf } from './respond.js';
import { operationContext } from './route-context.js';

// Overviews of several lists. A list that the caller may not read refuses the request, as the list itself would. With
// `tenant`, lists contain only the records of that tenant, where the caller can filter by it.

/** The lists of all models, for any user. */
export interface Lists extends Pick<EngineWithPolicy, 'models' | 'policy'> {
  operations(user: CurrentUser, context: CallContext): (entity: new () => object) => Overviews;
  /** The developer's own endpoints of a model: no way leads past one that is its list. */
  routes(model: ModelInfo): readonly Route[];
  readonly logger: Logger;
  /** Seconds that the questions of a request have together, as many as a read has; 0 for any. */
  readonly time: number;
}

/** What lists are made of besides the engine. */
interface ListParts extends Pick<Lists, 'logger'> {
  readonly modules: readonly ModelModule[];
  readonly settings: Pick<Settings, 'statementTimeout'>;
}

/** The lists behind an engine, and beside endpoints of the developer's. */
export const listsOf = (
  { models, policy, scope }: EngineWithPolicy,
  { modules, logger, settings }: ListParts,
): Lists => ({
  models,
  policy,
  logger,
  time: settings.statementTimeout,
  routes: ({ entity }) => modules.find((module) => module.entity === entity)?.routes?.routes ?? [],
  operations: (user, context) => {
    const of = scope(user, context);
    return (entity) => overviewsOf(of(entity));
  },
});

/** Enough for the weeks of a year. */
export const MAX_MOMENTS = 60;
/** Each takes a scan of a table. */
export const MAX_FIELDS = 12;

/**
 * `GET /config/counts?models=task,project`: how many records the caller's list of each model has; with `since` only those
 * created from that moment on, with several moments an array of counts, one for each.
 */
export const listCounts =
  (engine: Lists): RequestHandler =>
  async (request, response) => {
    const { models, since } = queryOf(request);
    const lists = operationsOf(models, engine, request, response);
    const moments = namesIn(since);
    if (moments.length > MAX_MOMENTS)
      throw refuse('since', 'too-many', `\`since\` has at most ${MAX_MOMENTS} moments`);
    const within = tenantOf(engine, request);
    const counts: [string, number | readonly number[]][] = [];
    for (const operations of lists)
      counts.push([operations.model.prefix, await countsOf(operations, moments, within)]);
    send(response, Object.fromEntries(counts));
  };

function countsOf(operations: Overviews, moments: readonly string[], within: Within) {
  const where = within(operations.model);
  const [since, ...more] = moments;
  if (since === undefined) return operations.count({}, where);
  return more.length > 0
    ? operations.countSince(moments, where)
    : operations.count({ created_at__gte: since }, where);
}

/** `GET /config/groups?by=task.status,project.status`: how many records of the caller's lists have each value of these fields. */
export const listGroups =
  (engine: Lists): RequestHandler =>
  async (request, response) => {
    const names = [...new Set(namesIn(queryOf(request).by))];
    if (names.length === 0)
      throw refuse('by', 'required', '`by` must be fields with their models, as in task.status');
    if (names.length > MAX_FIELDS)
      throw refuse('by', 'too-many', `\`by\` has at most ${MAX_FIELDS} fields`);
    const context = operationContext(request, response, engine.logger);
    const fields = names.map((name) => {
      const dot = name.lastIndexOf('.');
      const model = name.slice(0, Math.max(dot, 0));
      const operations = operationsFor('by', model, engine, request, context);
      return { name, operations, field: name.slice(dot + 1) };
    });
    const within = tenantOf(engine, request);
    const groups: [string, unknown][] = [];
    for (const { name, operations, field } of fields)
      groups.push([name, await operations.groups(field, within(operations.model))]);
    send(response, Object.fromEntries(groups));
  };

/** `GET /config/recent?models=task,project`: the most recently written records over all of the caller's lists. */
export const listRecent =
  (engine: Lists): RequestHandler =>
  async (request, response) => {
    const within = tenantOf(engine, request);
    const found: (RecentRecord & { readonly model: string })[] = [];
    for (const operations of operationsOf(queryOf(request).models, engine, request, response))
      for (const record of await operations.recent(within(operations.model)))
        found.push({ model: operations.model.prefix, ...record });
    send(response, found.sort(latestFirst).slice(0, MAX_RECENT));
  };

/** Enough for every part of a page; each takes a scan of a table at worst. */
export const MAX_ASKED = 24;

/**
 * `GET /config/aggregates?ask=invoice?_sum=total&ask=task?_by=status`, each `ask` percent-encoded as a whole: figures of
 * several lists, in the order in which they were asked for.
 */
export const listAggregates =
  (engine: Lists): RequestHandler =>
  async (request, response) => {
    const asked = askedLists(engine, request, response);
    for (const { model } of asked)
      if (!hasFigures(engine.routes(model)))
        throw refuse('ask', 'no-figures', `The list of ${show(model.prefix)} has no figures`);
    const figures = async ({ within, query }: AskedList, signal: AbortSignal) =>
      (await within(signal).aggregate(query)).groups;
    send(response, await answersOf(asked, figures, engine, request));
  };

/**
 * `GET /config/rows?ask=task?due_on__lte=2026-12-01%26_sort=due_on`, as above: the first records of several lists, each by its
 * label and with the field that it is sorted by.
 */
export const listRows =
  (engine: Lists): RequestHandler =>
  async (request, response) => {
    const asked = askedLists(engine, request, response);
    const rows = ({ within, query }: AskedList, signal: AbortSignal) => within(signal).rows(query);
    send(response, await answersOf(asked, rows, engine, request));
  };

/** A list with the query that is asked of it. */
interface AskedList {
  readonly model: ModelInfo;
  readonly query: Query;
  /** What reads it, until the signal is aborted. */
  readonly within: (signal: AbortSignal) => Overviews;
  readonly gone: () => AbortSignal;
}

/** The lists that are asked for, each with its query. */
function askedLists(
  engine: Lists,
  request: Request,
  response: Response,
): readonly [AskedList, ...AskedList[]] {
  const { ask = [], ...others } = queryOf(request);
  refuseTornApart(Object.keys(others));
  const asked = [ask].flat();
  if (asked.length === 0)
    throw refuse('ask', 'required', '`ask` must be a list with a query, as in task?_by=status');
  if (asked.length > MAX_ASKED)
    throw refuse('ask', 'too-many', `\`ask\` is given at most ${MAX_ASKED} times`);
  const context = operationContext(request, response, engine.logger);
  return asked.map((text): AskedList => {
    const [name = ''] = text.split('?', 1);
    const { model } = operationsFor('ask', name, engine, request, context);
    const within = (signal: AbortSignal) =>
      engine.operations(request.currentUser!, { ...context, signal: () => signal })(model.entity);
    return { model, query: queryOf({ url: text }), within, gone: context.signal };
  }) as [AskedList, ...AskedList[]];
}

/** 400 for what is most likely a part of an `ask` that was not encoded, and would change what the others mean. */
function refuseTornApart(names: readonly string[]): void {
  const other = names.find((name) => name !== 'tenant');
  if (other === undefined) return;
  const message = `Encode the whole value of each \`ask\`, as in task%3F_by%3Dstatus: ${show(other)} is outside of them`;
  throw refuse(other, 'unknown-parameter', message);
}

/**
 * What is read for each of the questions, or why that is not there. They have the time of one read together: a request with
 * many takes no longer than the slowest list may, and none of them keeps the others from being answered.
 */
async function answersOf<T extends object>(
  asked: readonly [AskedList, ...AskedList[]],
  read: (one: AskedList, signal: AbortSignal) => Promise<T>,
  { time }: Lists,
  { requestId }: Request,
): Promise<readonly object[]> {
  const questions = asked.map((one) => (signal: AbortSignal) => read(one, signal));
  const answers = await answerInTime(questions, time, asked[0].gone());
  return answers.map((answer) => answer ?? unanswered(time, requestId));
}

function unanswered(time: number, requestId: string): object {
  const message = `This took too long: a request has ${time} s for all of its parts.`;
  const problem = new HttpProblem(503, message, [], {}, coded('too-slow'));
  return { status: problem.status, problem: problemMembers(problem, requestId) };
}

/** The restriction of a model's list. */
type Within = (model: ModelInfo) => Where;

function tenantOf({ policy }: Lists, request: Request): Within {
  const { tenant } = queryOf(request);
  if (tenant === undefined) return () => ALL;
  if (typeof tenant !== 'string' || !/^\d{1,15}$/.test(tenant))
    throw refuse('tenant', 'integer', '`tenant` must be the id of a tenant, as in 3');
  return (model) => {
    const field = tenantField(model, policy.grant(request.currentUser!, 'list', model));
    return field === null ? ALL : { op: 'eq', field, value: Number(tenant) };
  };
}

function send(response: Response, body: unknown): void {
  response.setHeader('cache-control', 'private, no-cache');
  response.json(body);
}

/** The lists that a request names, without duplicates, all of which the caller may read. */
function operationsOf(
  given: Query[string],
  engine: Lists,
  request: Request,
  response: Response,
): readonly Overviews[] {
  const names = [...new Set(namesIn(given))];
  if (names.length === 0)
    throw refuse('models', 'required', '`models` must be paths of lists, as in task,project');
  const context = operationContext(request, response, engine.logger);
  return names.map((name) => operationsFor('models', name, engine, request, context));
}

function operationsFor(
  parameter: string,
  name: string,
  { models, operations, routes }: Lists,
  { currentUser }: Request,
  context: CallContext,
): Overviews {
  const byPrefix = new Map(models.map((model): [string, ModelInfo] => [model.prefix, model]));
  const model = byPrefix.get(name);
  if (!model) {
    const message = `There is no model ${show(name)}${hint(name, byPrefix.keys())}`;
    throw refuse(parameter, 'unknown-model', message);
  }
  const list = operations(currentUser!, context)(model.entity);
  list.authorize('list');
  if (!isReplaced(routes(model), 'get')) return list;
  const message = `The list of ${show(name)} is an endpoint of the project, so overviews do not include it`;
  throw refuse(parameter, 'own-list', message);
}

const namesIn = (given: Query[string]): readonly string[] =>
  [given ?? []].flat().flatMap((text) => text.split(','));
