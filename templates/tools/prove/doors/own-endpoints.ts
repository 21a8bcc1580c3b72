import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import type { Unproven } from '../report/report.js';
import type { Answer, Request } from '../service/request.js';
import { LeastValues, NoValue, type JsonSchema } from '../sql/least-value.js';
import { isEndpoint, type OwnEndpoint } from '../sql/own-endpoints.js';
import { wrongStatus, type Door, type Proof, type Question } from './door.js';

/** Milliseconds for an answer: an endpoint may wait for events. */
const PATIENCE = 5_000;

/**
 * The endpoints of the project's own code: nobody knows what they must answer, but each refuses callers who lack its action, and
 * tells no text that its caller may not read.
 */
export const own: Door = {
  name: 'own endpoints',
  writes: true,
  claims: (endpoint, { service }) =>
    service.code.endpoints.some((one) => isEndpoint(endpoint, one)),
  async *questions(proof, actor, model) {
    // A few callers do: the code of an endpoint seldom looks at more than one role.
    if (actor.roles.length > 1 || actor.tenants.length !== 1) return;
    const isFirst = model === proof.asked[0];
    const endpoints = proof.service.code.endpoints.filter((one) =>
      one.model === null ? isFirst : one.model === model.name,
    );
    if (endpoints.length === 0) return;
    const document = await documentFor(proof, actor);
    for (const endpoint of endpoints)
      yield* questionsOf({ proof, actor, model, endpoint, document });
  },
};

interface About {
  readonly proof: Proof;
  readonly actor: Person;
  readonly model: ModelInfo;
  readonly endpoint: OwnEndpoint;
  readonly document: Document;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

const EMPTY: Document = { paths: {} };

async function documentFor({ service }: Proof, actor: Person): Promise<Document> {
  const { status, body } = await service.ask(actor.id, { method: 'GET', path: '/openapi.json' });
  return status === 200 ? (body as Document) : EMPTY;
}

function* questionsOf(about: About): Generator<Question> {
  const { proof, endpoint } = about;
  const tally = tallyOf(proof, endpoint);
  const asked = new Set<string>();
  for (const row of rowsToTry(about)) {
    if (tally.isSilent) return;
    const request = requestFor(about, row);
    if (typeof request === 'string') {
      tally.reason = request;
      return;
    }
    // Without parameters, all rows make one request.
    const key = JSON.stringify(request);
    if (asked.has(key)) continue;
    asked.add(key);
    yield questionOf(about, request);
  }
}

/** A row that the actor lists, one that they do not list, and none. */
function rowsToTry({ proof: { naive }, actor, model, endpoint }: About): readonly (Row | null)[] {
  const { name } = endpoint.model === null ? { name: null } : model;
  if (name === null) return [null];
  const by = naive.as(actor, 'list', name);
  const rows = naive.world[name]!;
  const seen = rows.find((row) => naive.sees(by, name, row));
  const hidden = rows.find((row) => naive.exists(name, row) && !naive.sees(by, name, row));
  const some = [seen, hidden].filter((row) => row !== undefined);
  return some.length > 0 ? some : [null];
}

function questionOf({ proof, actor, model, endpoint }: About, request: Request): Question {
  const { naive } = proof;
  const { action } = endpoint;
  const tally = tallyOf(proof, endpoint);
  const isRefused = action !== null && !naive.may(actor, action, endpoint.model!);
  return {
    model: model.name,
    request: { ...request, patience: PATIENCE },
    judge(answer) {
      if (isRefused) return answer.status === 403 ? null : wrongStatus(403, answer);
      tally.add(answer, proof.service.watch.host);
      return null;
    },
    // Code that asks for records without rules decides itself what its caller sees; each such use is told.
    isExcused: () => proof.service.watch.hasUsedSystem,
    placeOf: () => proof.service.watch.place,
  };
}

/** The request to an endpoint, or the reason why none can be made. */
function requestFor(about: About, row: Row | null): Request | string {
  const { endpoint, document } = about;
  const { method, options } = endpoint;
  if (/[{}*()]/.test(endpoint.path)) return 'its path is a pattern';
  if (options.accept !== undefined && options.accept !== 'json')
    return `its body is ${options.accept}`;
  const { operation, names } = operationOf(document, endpoint);
  const values = new LeastValues(document.components?.schemas ?? {}, (name) =>
    valueFor(name, about, row),
  );
  try {
    const parameters = operation.parameters ?? [];
    const valueOf = (name: string, place: string): unknown =>
      values.of(
        parameters.find((one) => one.name === name && one.in === place)?.schema ?? {},
        name,
      );
    let at = 0;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const documented = names[at++] ?? name;
      const value = valueFor(name, about, row) ?? valueOf(documented, 'path');
      return encodeURIComponent(String(value));
    });
    const query = parameters
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name }): [string, string] => [name, String(valueOf(name, 'query'))]);
    const text = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    const body = schema && options.body ? { body: values.of(schema) } : {};
    return { method, path: path + text, ...body };
  } catch (error) {
    if (error instanceof NoValue) return error.message;
    throw error;
  }
}

/** What the document says about an endpoint, and its names for the parameters of the path. */
function operationOf(
  { paths }: Document,
  endpoint: OwnEndpoint,
): { readonly operation: Operation; readonly names: readonly string[] } {
  const { method } = endpoint;
  const path = Object.keys(paths).find((one) => isEndpoint({ method, path: one }, endpoint));
  const operation = paths[path ?? '']?.[method.toLowerCase()] ?? {};
  return { operation, names: [...(path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) };
}

/** The value of a parameter or property by its name: the id of a record, or the value of a field with the name. */
function valueFor(name: string, { proof, model, endpoint }: About, row: Row | null): unknown {
  const { naive, models } = proof;
  if (endpoint.model !== null && row) {
    if (name === 'id' || isIdOf(name, model)) return row.id;
    if (model.column.has(name)) return row[name] ?? undefined;
  }
  const target = models.find((one) => isIdOf(name, one));
  if (target) return naive.world[target.name]![0]?.id;
  const prefix = endpoint.path.split('/')[1]!;
  const near = models.find((one) => [one.prefix, `${one.prefix}s`].includes(prefix));
  const first = near && naive.world[near.name]![0];
  if (!first) return undefined;
  if (name === 'id') return first.id;
  return near.column.has(name) ? (first[name] ?? undefined) : undefined;
}

/** `task_id` and `taskId` are ids of tasks. */
const isIdOf = (name: string, model: ModelInfo): boolean => {
  const plain = (text: string) => text.replaceAll(/[_-]/g, '').toLowerCase();
  return plain(name) === `${plain(model.name)}id`;
};

/** How the requests to one endpoint ended. */
class Tally {
  reason: string | null = null;
  /** Whether a request got no answer: each further one would only wait. */
  isSilent = false;
  #isAnswered = false;

  add({ status, text }: Answer, host: string | null): void {
    if (host !== null) {
      this.reason = `it calls ${host}, and a proof lets no request out`;
      return;
    }
    if (status >= 200 && status < 400) this.#isAnswered = true;
    if (status === 0) this.isSilent = true;
    const title = /"(?:detail|title|message)":"([^"]*)"/.exec(text)?.[1] ?? '';
    this.reason ??= status === 0 ? text : `it answered ${status} ${title}`.trim();
  }

  /** Why no request tells anything about the endpoint; null if one was answered. */
  get failure(): string | null {
    return this.#isAnswered ? null : (this.reason ?? 'nobody was allowed to ask it');
  }
}

const tallies = new WeakMap<Proof, Map<OwnEndpoint, Tally>>();

function tallyOf(proof: Proof, endpoint: OwnEndpoint): Tally {
  const all = tallies.get(proof) ?? new Map<OwnEndpoint, Tally>();
  tallies.set(proof, all);
  const tally = all.get(endpoint) ?? new Tally();
  all.set(endpoint, tally);
  return tally;
}

/** The endpoints of the project's own code that answered no request. */
export const unansweredEndpoints = (proof: Proof): readonly Unproven[] =>
  [...(tallies.get(proof) ?? [])].flatMap(([{ method, path }, { failure }]) =>
    failure === null ? [] : [{ subject: `${method} ${path}`, reason: failure }],
  );
