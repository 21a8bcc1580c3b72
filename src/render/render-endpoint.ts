import type { Action, Model } from '../model/model.js';
import { withArticle } from '../model/names.js';
import { namesOf } from './model-names.js';

/** An endpoint of the owner's own, as `endpoint add` is asked for it. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the model's prefix, in Express notation. */
  readonly path: string;
  readonly action: Action;
}

/** The route with its OpenAPI block as lines of a `defineRoutes` callback, not indented; `route` is what it calls its parameter. */
export function renderRoute(model: Model, endpoint: Endpoint, route = 'route'): string[] {
  const { method, path, action } = endpoint;
  const names = parametersOf(path);
  const parameters = [...names.flatMap(pathParameter), ...(isList(endpoint) ? page(model) : [])];
  return [
    '/**',
    ' * @openapi',
    ` * ${fullPath(model, path)}:`,
    ` *   ${method}:`,
    ` *     tags: [${model.name}]`,
    ` *     summary: ${summaryOf(model, endpoint)}`,
    ...(isList(endpoint) ? [' *     description: Pages, sorts and filters as the list does.'] : []),
    ...(parameters.length > 0
      ? [' *     parameters:', ...parameters.map((line) => ` *  ${line}`)]
      : []),
    ...(takesBody(endpoint) ? BODY : []),
    ' *     responses:',
    ...answerOf(model, endpoint).map((line) => ` *       ${line}`),
    ' */',
    ...handlerOf(endpoint, route, names, action),
  ];
}

const pathParameter = (name: string): string[] => [
  `     - name: ${name}`,
  '       in: path',
  '       required: true',
  `       schema: { $ref: '#/components/schemas/${isId(name) ? 'id' : 'url-text'}' }`,
];

const page = ({ name }: Model): string[] =>
  ['_start', '_end', `${name}._sort`, '_order'].map(
    (parameter) => `     - $ref: '#/components/parameters/${parameter}'`,
  );

const BODY = [
  ' *     requestBody:',
  ' *       content:',
  ' *         application/json:',
  ' *           schema: { type: object }',
];

/** Written to answer a page of records. */
const isList = ({ method, path }: Endpoint): boolean =>
  method === 'get' && !parametersOf(path).some(isId);

/** Written to do something with what is sent. */
const takesBody = ({ method, path }: Endpoint): boolean =>
  method !== 'get' && method !== 'delete' && !parametersOf(path).some(isId);

function handlerOf(
  { method, path }: Endpoint,
  route: string,
  names: readonly string[],
  action: Action,
): string[] {
  const open = `${route}.${method}('${path}', '${action}', `;
  const id = names.find(isId);
  if (id !== undefined)
    return [`${open}({ records, id }) => {`, `  return records.get(id('${id}'));`, '});'];
  if (method === 'get')
    return [`${open}({ records, query }) => {`, '  return records.list(query);', '});'];
  return [`${open}({ body }) => {`, '  return { received: body };', '});'];
}

/** A test beside the model that the endpoint is there, and closed to those who may not. */
export function renderEndpointTest(model: Model, endpoint: Endpoint): string {
  const { method, path } = endpoint;
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => (isId(name) ? '987654321' : 'some'));
  const whole = `${model.prefix}${url === '/' ? '' : url}`;
  const needsRow = parametersOf(path).some(isId);
  const call = (user: string) => `${user}.${method}('${whole}')`;
  return `import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('${method.toUpperCase()} ${fullPath(model, path)}', () => {
  it('${needsRow ? 'answers 404 where there is no such row' : 'answers'}', async () => {
    const admin = await service.as('Admin');
    const answer = await ${call('admin')};
    expect(answer.status).toBe(${needsRow ? 404 : 200});
  });

  it('is closed without a token', async () => {
    const answer = await ${call('service.anonymous')};
    expect(answer.status).toBe(401);
  });
});
`;
}

/** `POST /:id/archive` of Task -> `src/models/task/archive-task.test.ts`, without the folder. */
export function endpointTestName(model: Model, { method, path }: Endpoint): string {
  const words = path.match(/(?<!:)\b[A-Za-z]\w*/g)?.map((word) => word.toLowerCase()) ?? [];
  const own = words.filter((word) => !parametersOf(path).includes(word));
  return `${[...(own.length > 0 ? own : [method]), namesOf(model).file].join('-').replaceAll('_', '-')}.test.ts`;
}

const fullPath = (model: Model, path: string): string =>
  `${model.prefix}${path === '/' ? '' : path}`.replaceAll(/:(\w+)/g, '{$1}');

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

const isId = (name: string): boolean => /(^|_)id$/.test(name);

/** `Close a task`, `History of a task`, `Overdue tasks`. */
function summaryOf(model: Model, { method, path }: Endpoint): string {
  const { one, many } = namesOf(model);
  const words = path.replaceAll(/:\w+/g, '').match(/\w+/g)?.join(' ').replaceAll('_', ' ') ?? '';
  const ofOne = parametersOf(path).some(isId);
  if (words === '') return ofOne ? `One ${one}` : `All ${many}`;
  const said = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (!ofOne) return `${said} ${many}`;
  return method === 'get' ? `${said} of ${withArticle(one)}` : `${said} ${withArticle(one)}`;
}

/** What the handler that is written with it answers. */
function answerOf(model: Model, endpoint: Endpoint): string[] {
  if (isList(endpoint)) return [`'200': { $ref: '#/components/responses/${model.name}.page' }`];
  const of = (description: string, schema: string) => [
    "'200':",
    `  description: ${description}`,
    '  content:',
    '    application/json:',
    `      schema: ${schema}`,
  ];
  return parametersOf(endpoint.path).some(isId)
    ? of('The record.', `{ $ref: '#/components/schemas/${model.name}' }`)
    : of('Done.', '{ type: object }');
}
