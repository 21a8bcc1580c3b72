import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import type { Request } from '../service/request.js';
import { LeastValues, NoValue, type JsonSchema } from '../sql/least-value.js';
import { isEndpoint, type OwnEndpoint } from '../sql/own-endpoints.js';
import type { Proof } from './door.js';

/** Milliseconds for an answer: an endpoint may wait for events. */
const PATIENCE = 5_000;

/** Whether an actor stands for others: the code of an endpoint seldom looks at more than one role. */
export const isTypicalCaller = ({ roles, tenants }: Pick<Person, 'roles' | 'tenants'>): boolean =>
  roles.length <= 1 && tenants.length === 1;

/** An endpoint of the project's own code, and who asks it. */
export interface AboutEndpoint {
  readonly proof: Pick<Proof, 'naive' | 'models' | 'service'>;
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

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

const EMPTY: Document = { paths: {} };

/** The OpenAPI document as an actor gets it. */
export async function documentFor(
  { service }: Pick<Proof, 'service'>,
  actor: Person,
): Promise<Document> {
  const { status, body } = await service.ask(actor.id, { method: 'GET', path: '/openapi.json' });
  return status === 200 ? (body as Document) : EMPTY;
}

/** Different requests to an endpoint; a reason why no request can be made ends them. */
export function* requestsTo(about: AboutEndpoint): Generator<Request | string> {
  const asked = new Set<string>();
  for (const row of rowsToTry(about)) {
    const request = requestFor(about, row);
    // Without parameters, all rows make one request.
    const key = JSON.stringify(request);
    if (!asked.has(key)) yield request;
    asked.add(key);
    if (typeof request === 'string') return;
  }
}

/** The model that an endpoint is about: its own, or the model by which the prefix of a router is named. */
function subjectOf({ proof, model, endpoint }: AboutEndpoint): ModelInfo | undefined {
  if (endpoint.model !== null) return model;
  const prefix = endpoint.path.split('/')[1]!;
  return proof.models.find((one) => [one.prefix, `${one.prefix}s`].includes(prefix));
}

/** A row of the actor's own and a row of somebody else that the actor lists, and a row that the actor does not list. */
function rowsToTry(about: AboutEndpoint): readonly (Row | null)[] {
  const { proof, actor } = about;
  const { naive } = proof;
  const subject = subjectOf(about);
  if (!subject) return [null];
  const { name, columns } = subject;
  const by = naive.as(actor, 'list', name);
  const users = columns.filter(({ reference }) => reference?.model === 'User');
  const isOwn = (row: Row) => users.some((column) => row[column.name] === actor.id);
  const rows = naive.world[name]!.filter((row) => naive.exists(name, row));
  const seen = rows.filter((row) => naive.sees(by, name, row));
  const hidden = rows.find((row) => !seen.includes(row));
  const some = [seen.find(isOwn), seen.find((row) => !isOwn(row)), hidden];
  const found = some.filter((row) => row !== undefined);
  return found.length > 0 ? found : [null];
}

/** The request to an endpoint, or the reason why none can be made. */
function requestFor(about: AboutEndpoint, row: Row | null): Request | string {
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
    return { method, path: path + text, patience: PATIENCE, ...body };
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
function valueFor(name: string, about: AboutEndpoint, row: Row | null): unknown {
  const { naive, models } = about.proof;
  const subject = subjectOf(about);
  if (subject && row) {
    if (name === 'id' || isIdOf(name, subject)) return row.id;
    if (subject.column.has(name)) return row[name] ?? undefined;
  }
  const target = models.find((one) => isIdOf(name, one));
  return target && naive.world[target.name]![0]?.id;
}

/** `task_id` and `taskId` are ids of tasks. */
const isIdOf = (name: string, model: ModelInfo): boolean => {
  const plain = (text: string) => text.replaceAll(/[_-]/g, '').toLowerCase();
  return plain(name) === `${plain(model.name)}id`;
};
