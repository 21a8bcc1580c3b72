import type { Action, Model } from '../model/model.js';
import { keysOf } from '../model/keys.js';
import { withArticle } from '../model/names.js';
import { modelNames } from './model-names.js';
import { call, type Value, verbatim } from './code.js';
import { draftOf, type Templates } from './template.js';

/** A custom endpoint, as given to `endpoint add`. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the model's prefix, in Express notation. */
  readonly path: string;
  readonly action: Action;
}

/** The route with its OpenAPI block as unindented lines of a `defineRoutes` callback; `route` is the callback's parameter. */
export function renderRoute(
  model: Model,
  endpoint: Endpoint,
  templates: Templates,
  route = 'route',
): string[] {
  const { method, path } = endpoint;
  const names = parametersOf(path);
  const view = {
    ...viewEndpoint(model, endpoint),
    summary: summaryOf(model, endpoint),
    // The service describes ids that are not integers.
    inPath: names
      .filter((name) => !isId(name) || keysOf(model).length === 0)
      .map((name) => ({ name, schema: isId(name) ? 'id' : 'url-text' })),
    isList: method === 'get' && !names.some(isId),
    route,
    pathInRoute: path,
    options: endpointOptions(endpoint),
    id: names.find(isId) ?? null,
  };
  const code = draftOf(templates, 'model/route.ts.ejs', view).textWithin(IN_CALLBACK);
  return code.trimEnd().split('\n');
}

/** A route is indented by two columns. */
const IN_CALLBACK = 98;

const viewEndpoint = (model: Model, { method, path }: Endpoint) => ({
  method,
  model: model.name,
  path: wholePath(model, path).replaceAll(/:(\w+)/g, '{$1}'),
  ofOne: parametersOf(path).some(isId),
});

/** Whether an endpoint takes a body; one for a record starts with that record. */
const takesBody = (endpoint: Endpoint): boolean =>
  hasBody(endpoint) && !parametersOf(endpoint.path).some(isId);

const hasBody = ({ method }: Endpoint): boolean => method !== 'get' && method !== 'delete';

/** The options of an endpoint: its action, with input schemas for the developer to fill in. */
function endpointOptions(endpoint: Endpoint): Value {
  const texts = parametersOf(endpoint.path).filter((name) => !isId(name));
  const body = takesBody(endpoint);
  if (texts.length === 0 && !body) return endpoint.action;
  const params = Object.fromEntries(texts.map((name) => [name, verbatim('z.string().max(100)')]));
  return {
    action: endpoint.action,
    params: texts.length > 0 ? call('z.object', params) : undefined,
    body: body ? verbatim('z.strictObject({})') : undefined,
  };
}

/** A test that the endpoint exists, and is closed to users without permission. */
export function renderEndpointTest(model: Model, endpoint: Endpoint, templates: Templates): string {
  const { path } = endpoint;
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => (isId(name) ? '987654321' : 'some'));
  return draftOf(templates, 'model/endpoint.test.ts.ejs', {
    ...viewEndpoint(model, endpoint),
    url: wholePath(model, filled),
    takesBody: takesBody(endpoint),
    mayTakeBody: hasBody(endpoint),
  }).text;
}

/** `POST /:id/archive` of Task -> `src/models/task/archive-task.test.ts`, without the folder. */
export function endpointTestName(model: Model, { method, path }: Endpoint): string {
  const words = path.match(/(?<!:)\b[A-Za-z]\w*/g)?.map((word) => word.toLowerCase()) ?? [];
  const own = words.filter((word) => !parametersOf(path).includes(word));
  const name = [...(own.length > 0 ? own : [method]), modelNames(model).file].join('-');
  return `${name.replaceAll('_', '-')}.test.ts`;
}

const wholePath = ({ prefix }: Model, path: string): string =>
  `${prefix}${path === '/' ? '' : path}`;

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

const isId = (name: string): boolean => /(^|_)id$/.test(name);

/** `Close a task`, `History of a task`, `Overdue tasks`. */
function summaryOf(model: Model, { method, path }: Endpoint): string {
  const { one, many } = modelNames(model);
  const words = path.replaceAll(/:\w+/g, '').match(/\w+/g)?.join(' ').replaceAll('_', ' ') ?? '';
  const ofOne = parametersOf(path).some(isId);
  if (words === '') return ofOne ? `One ${one}` : `All ${many}`;
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (!ofOne) return `${text} ${many}`;
  return `${text} ${method === 'get' ? 'of ' : ''}${withArticle(one)}`;
}
