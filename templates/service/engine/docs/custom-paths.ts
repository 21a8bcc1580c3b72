import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ZodType } from 'zod';
import type { CustomRoute, OwnRouter, Route, RouteOptions } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import { idSchema } from './field-schema.js';
import {
  errors,
  ref,
  type Operation,
  type Parameter,
  type Paths,
  type Schema,
} from './openapi-types.js';

/** A model with its developer's endpoints. */
export interface RoutedModel {
  readonly model: ModelInfo;
  readonly routes: readonly CustomRoute[];
}

/** Endpoints under one prefix. */
interface Served {
  readonly prefix: string;
  readonly routes: readonly Route[];
  readonly tag: string;
  /** The id of a record of the model; integers without a model. */
  readonly id: Schema;
  /** Whether errors have a form that only comments can describe. */
  readonly hasOwnErrors?: boolean;
}

/** The models' custom endpoints: as their options and comments describe them, or at least listed. */
export const customPaths = (models: readonly RoutedModel[], jsdoc: JsDoc): Paths =>
  pathsOf(
    models.map(({ model, routes }) => ({
      ...{ routes, tag: model.name, id: idSchema(model) },
      prefix: `/${model.prefix}`,
    })),
    jsdoc,
  );

/** The custom endpoints without a model. */
export const ownPaths = (routers: readonly OwnRouter[], jsdoc: JsDoc): Paths =>
  pathsOf(
    routers.map(({ prefix, routes, errors: form }) => ({
      ...{
        routes,
        tag: ownTag(prefix),
        hasOwnErrors: form !== undefined,
        id: ref('schemas', 'id'),
      },
      prefix: prefix === '/' ? '' : prefix,
    })),
    jsdoc,
  );

/** The tag of a router's endpoints. */
export const ownTag = (prefix: string): string => prefix.slice(1) || 'other';

/** Nothing that is not served, whatever comments describe. */
function pathsOf(all: readonly Served[], jsdoc: JsDoc): Paths {
  const paths: Paths = {};
  for (const served of all) {
    for (const route of served.routes) {
      const rest = route.path === '/' ? '' : route.path;
      const own = `${served.prefix}${rest}`.replace(/:(\w+)/g, '{$1}') || '/';
      const commented = Object.keys(jsdoc.paths).find((key) => shape(key) === shape(own));
      const generated = `${served.prefix}/{id}`;
      const path = shape(own) === shape(generated) ? generated : (commented ?? own);
      const described = jsdoc.paths[commented ?? '']?.[route.method];
      paths[path] = { ...paths[path], [route.method]: complete(served, route, path, described) };
    }
  }
  return paths;
}

/** Paths that differ only in parameter names are the same. */
const shape = (path: string): string => path.replace(/\{\w+\}/g, '{}');

function complete(
  { tag, id, prefix, hasOwnErrors = false }: Served,
  route: Route,
  path: string,
  comment: Operation = {},
): Operation {
  const words = path.match(/\w+/g) ?? [];
  const described = withComment(describeRoute(route, tag), comment);
  return {
    tags: [tag],
    operationId: [route.method, ...words].join('_'),
    summary: `${route.method.toUpperCase()} ${path}`,
    ...described,
    parameters: withPathParameters(path, described['parameters'], (name) =>
      path.startsWith(`${prefix}/{${name}}`) ? id : ref('schemas', 'id'),
    ),
    responses: { ...standardResponses(route, described, hasOwnErrors), ...described.responses },
  };
}

/** A comment takes precedence, parameter by parameter. */
function withComment(stated: Operation, comment: Operation): Operation {
  const named = (comment['parameters'] ?? []) as readonly Parameter[];
  const rest = ((stated['parameters'] ?? []) as readonly Parameter[]).filter(
    (one) => !named.some((other) => other.in === one.in && other.name === one.name),
  );
  const parameters = [...named, ...rest];
  return { ...stated, ...comment, ...(parameters.length > 0 && { parameters }) };
}

/** The responses of the service itself before, around and after the developer's code. */
function standardResponses({ method }: Route, { responses }: Operation, hasOwnErrors: boolean) {
  const success = Object.keys(responses ?? {}).some((status) => /^[23]/.test(status));
  const done = !success && { 200: { description: 'Done.' } };
  if (hasOwnErrors) return { ...done, default: { description: 'An error.' } };
  return {
    ...done,
    ...errors(400, 401, 403, 404, 500, 503, 507),
    ...(method !== 'get' && errors(409)),
    ...(method !== 'get' && method !== 'delete' && errors(413, 415, 422)),
  };
}

/** Adds the path's parameters that the comment omits, and drops those of other paths; `idOf` has the schemas of ids. */
function withPathParameters(
  path: string,
  given: unknown,
  idOf: (name: string) => Schema,
): Parameter[] {
  const described = Array.isArray(given) ? (given as Parameter[]) : [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const missing = names
    .filter((name) => !described.some((one) => one.in === 'path' && one.name === name))
    .map((name): Parameter => ({
      ...{ name, in: 'path', required: true },
      schema: /(^|_)id$/.test(name) ? idOf(name) : ref('schemas', 'url-text'),
    }));
  const fitting = described.filter((one) => one.in !== 'path' || names.includes(one.name));
  return [...missing, ...fitting];
}

/** The developer's `@openapi` comments. */
export interface JsDoc {
  readonly paths: Paths;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** Reads the comments of all code in some folders; unreadable ones are passed to `warn` and left out. */
export async function readJsDoc(
  folders: readonly string[],
  warn: (message: string) => void,
): Promise<JsDoc> {
  const paths: Paths = {};
  const components: Record<string, Record<string, Schema>> = {};
  for (const file of folders.filter(existsSync).flatMap(commentedFiles)) {
    try {
      const found = await parseFile(file);
      for (const [path, operations] of Object.entries(found.paths))
        paths[path] = { ...paths[path], ...operations };
      for (const [kind, named] of Object.entries(found.components))
        components[kind] = { ...components[kind], ...named };
    } catch (error) {
      warn(`the @openapi comments of ${file} are invalid: ${(error as Error).message}`);
    }
  }
  return { paths, components };
}

/** Source files, TypeScript or compiled. */
function commentedFiles(folder: string): string[] {
  const ending = extname(import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('@openapi'))
    .sort();
}

async function parseFile(file: string): Promise<JsDoc> {
  const { default: swaggerJsdoc } = await import('swagger-jsdoc');
  const definition = { openapi: '3.1.0', info: { title: '', version: '' } };
  // The library expects patterns; this is a name.
  const name = file.replace(/[*?[\]{}()!+@\\]/g, '\\$&');
  return swaggerJsdoc({ definition, failOnErrors: true, apis: [name] }) as JsDoc;
}

/** An endpoint's description by its own options: its texts, its authentication, and its schemas. */
export function describeRoute(route: Route, tag: string): Operation {
  const { auth, method } = route;
  const { summary, description, query, params, status } = route.options;
  const action = (route as Partial<CustomRoute>).action ?? null;
  const asked = action === null ? null : `Requires the action \`${action}\` on ${tag}.`;
  const about = description ?? asked;
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)];
  const takesBody = method !== 'get' && method !== 'delete';
  const requestBody = takesBody ? bodyOf(route.options) : undefined;
  return {
    ...(summary !== undefined && { summary }),
    ...(about !== null && { description: about }),
    ...(auth !== 'signed-in' && { security: auth === 'public' ? OPTIONAL_TOKEN : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(status !== undefined && { responses: { [status]: { description: 'Done.' } } }),
  };
}

/** A request needs no token, but may have one. Only comments can say what a handler of the project's own requires. */
const OPTIONAL_TOKEN = [{}, { bearer: [] }];

/** The JSON schema of a zod schema's input; any value where JSON schema cannot express it. */
function schemaOf(schema: ZodType): Schema {
  try {
    const {
      $schema: _dialect,
      '~standard': _standard,
      ...rest
    } = schema.toJSONSchema({
      io: 'input',
      unrepresentable: 'any',
      cycles: 'throw',
      reused: 'inline',
    }) as Record<string, unknown>;
    return rest;
  } catch {
    return {};
  }
}

interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function parametersOf(place: 'path' | 'query', schema: ZodType | undefined): readonly Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: of,
  }));
}

const BYTES: Schema = { type: 'string', format: 'binary' };

function bodyOf({ accept = 'json', body }: RouteOptions): object | undefined {
  if (accept === 'json') {
    if (!body) return undefined;
    const optional = body.safeParse(undefined).success;
    return { required: !optional, content: { 'application/json': { schema: schemaOf(body) } } };
  }
  if (accept !== 'multipart')
    return { required: true, content: { 'application/octet-stream': { schema: BYTES } } };
  const fields = body ? schemaOf(body) : { type: 'object' };
  const form = { ...fields, additionalProperties: { type: 'array', items: BYTES } };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
}
