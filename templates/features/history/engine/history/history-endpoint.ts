import type { Express, Request, RequestHandler } from 'express';
import { usersIn } from '../auth/entities.js';
import { isId, pathId } from '../fields/record-id.js';
import { endpoint } from '../http/endpoint.js';
import { noStore } from '../http/security-headers.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Query } from '../model/operations.js';
import { HttpProblem, hint, refuse, show } from '../problem/problem.js';
import { idsWhere } from '../records/reading/rows-where.js';
import { and } from '../model/where.js';
import { authorize, related, type Scope } from '../records/scope.js';
import { isReplaced } from '../routes/replaced-endpoints.js';
import { queryOf, sendRecords } from '../routes/respond.js';
import { operationContext } from '../routes/route-context.js';
import type { AppParts } from '../service/project.js';
import { createCursors, type Cursors } from './cursor.js';
import { hasHistory } from './has-history.js';
import { readHistory } from './read-history.js';

/** The path of the history. */
export const HISTORY_PATH = '/_history';

export const PARAMETERS = ['model', 'id', 'by', '_after', '_end'] as const;
type Name = (typeof PARAMETERS)[number];

const DEFAULT_SIZE = 25;
export const MAX_SIZE = 100;

/** `GET /_history?model=task&id=7&by=ann`: changes, newest first, as far as their reader sees the records. */
export function addHistory(app: Express, parts: AppParts): void {
  const cursors = createCursors(parts.settings.authSecret);
  const { signedIn } = parts.authentication;
  endpoint(app, HISTORY_PATH, { get: handler(parts, cursors) }, noStore, signedIn);
}

const handler =
  (parts: AppParts, cursors: Cursors): RequestHandler =>
  async (request, response) => {
    const given = parametersIn(queryOf(request));
    const scopeOf = scopesOf(request, operationContext(request, response, parts.logger), parts);
    const models = modelsIn(given, scopeOf, parts);
    const id = idIn(given, models);
    const size = sizeIn(given);
    const after = given._after === undefined ? null : cursors.read(given._after);
    const by = given.by;
    const actorId = by === undefined ? undefined : await actorNamed(by, scopeOf, parts);
    const isNobody = actorId === null;
    const page =
      isNobody || size === 0 || models.length === 0
        ? { entries: [], next: null }
        : await readHistory({ models, id, actorId, after, size }, scopeOf, parts.database);
    if (page.next !== null) response.setHeader('x-next-cursor', cursors.write(page.next));
    await sendRecords(response, page.entries);
  };

type Scopes = (model: ModelInfo) => Scope;

function scopesOf(
  request: Request,
  context: ReturnType<typeof operationContext>,
  { engine }: AppParts,
): Scopes {
  const of = engine.scope(request.currentUser!, context);
  return ({ entity }) => of(entity);
}

function parametersIn(query: Query): Readonly<Partial<Record<Name, string>>> {
  for (const [name, value] of Object.entries(query)) {
    if (!PARAMETERS.some((one) => one === name))
      throw refuse(
        name,
        'unknown',
        `${show(name)} is no parameter of the history${hint(name, PARAMETERS)}`,
      );
    if (typeof value !== 'string') throw refuse(name, 'repeated', `${name} can be given once`);
  }
  return query as Readonly<Partial<Record<Name, string>>>;
}

/** The model that is asked for, or all whose records the reader may show. */
function modelsIn(
  { model: prefix }: Readonly<Partial<Record<Name, string>>>,
  scopeOf: Scopes,
  parts: AppParts,
): readonly ModelInfo[] {
  const kept = parts.engine.models.filter((one) => hasHistory(one) && !isOwn(one, parts));
  if (prefix === undefined)
    return kept.filter((one) => related(one, 'show', scopeOf(one)) !== null);
  const model = kept.find((one) => one.prefix === prefix);
  if (!model) throw noHistory(prefix, kept);
  authorize(scopeOf(model), 'show');
  return [model];
}

/** Whether endpoints of the project stand in for those that read the records: no other way leads past them. */
const isOwn = ({ entity }: ModelInfo, { modules }: Pick<AppParts, 'modules'>): boolean =>
  isReplaced(modules.find((one) => one.entity === entity)?.routes?.routes ?? [], 'get');

const noHistory = (prefix: string, kept: readonly ModelInfo[]): HttpProblem => {
  const names = kept.map((one) => one.prefix);
  const message = `There is no history of ${show(prefix)}${hint(prefix, names)}.`;
  return new HttpProblem(404, message, [{ field: 'model', code: 'no-history', message }]);
};

function idIn({ id: text }: Readonly<Partial<Record<Name, string>>>, models: readonly ModelInfo[]) {
  if (text === undefined) return undefined;
  const [model, another] = models;
  if (!model || another) throw refuse('id', 'no-model', 'id needs model, whose record it is');
  const id = pathId(text, model.key);
  if (!isId(id)) throw refuse('id', 'type', `id must be an id of a ${model.prefix}`);
  return id;
}

function sizeIn({ _end: text }: Readonly<Partial<Record<Name, string>>>): number {
  if (text === undefined) return DEFAULT_SIZE;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (size < 0 || size > MAX_SIZE)
    throw refuse('_end', 'page-size', `_end must be an integer from 0 to ${MAX_SIZE}`);
  return size;
}

/** The user with a name, if the reader may see them; null for all others. */
async function actorNamed(
  username: string,
  scopeOf: Scopes,
  { engine, database }: AppParts,
): Promise<number | null> {
  const model = usersIn(engine.models);
  const scope = scopeOf(model);
  if (username === scope.user.username) return scope.user.id;
  const allowed = related(model, 'show', scope);
  if (!allowed?.grant.readable.has('username')) return null;
  const where = and({ op: 'eq', field: 'username', value: username }, allowed.grant.where);
  const [id] = await database.read((session) =>
    idsWhere(where, { core: scope.core, model, session }),
  );
  return id === undefined ? null : Number(id);
}
