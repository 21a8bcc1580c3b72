import type { ModelInfo } from '../model/model-info.js';

/** The parts of an OpenAPI 3.1 document that this service writes. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly [key: string]: unknown;
  };
  readonly servers: readonly { readonly url: string; readonly [key: string]: unknown }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Path template -> method -> operation. */
export type Paths = Record<string, Record<string, Operation>>;

export interface Operation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly summary?: string;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  /** The form of an array in a query: false for one comma list, else the parameter is given several times. */
  readonly explode?: boolean;
  readonly schema?: Schema;
  /** Instead of `schema`, for a value with a format of its own. */
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A feature's description of the writes of generated endpoints. */
export interface DescribedWrites {
  /** Parameters that it refers to, by their names among the components. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Describes some paths of generated endpoints, with what the feature adds to their writes. */
  describe(paths: Paths): Paths;
}

export const ref = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Response headers by their component names, with those that every response has. */
export const headersOf = (...names: readonly string[]) =>
  Object.fromEntries(
    ['Access-Control-Allow-Origin', 'X-Request-Id', ...names].map((name) => [
      name,
      ref('headers', name),
    ]),
  );

export const jsonContent = (schema: Schema) => ({ 'application/json': { schema } });

/** How a feature that serves other records of models describes the operations of a model. */
export interface DescribedView {
  readonly describe: (paths: Paths, model: ModelInfo) => Paths;
}

/** A successful response with a body. */
export const success = (description: string, schema: Schema, ...headers: readonly string[]) => ({
  description,
  headers: headersOf(...headers),
  content: jsonContent(schema),
});

/** Error responses by the names that developers' comments may refer to. */
export const ERROR_NAMES = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
} as const;

export type ErrorStatus = keyof typeof ERROR_NAMES;

export const errors = (...statuses: readonly ErrorStatus[]): Record<string, unknown> =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', String(status))]));

/** Makes the operations of one tag. */
export const tagged =
  (tag: string) =>
  (operationId: string, summary: string, rest: Operation): Operation => ({
    tags: [tag],
    operationId,
    summary,
    ...rest,
  });

/** The responses of an operation that succeeds with 200. */
export const answers = (
  description: string,
  schema: Schema,
  ...failures: readonly ErrorStatus[]
) => ({
  responses: { 200: success(description, schema), ...errors(...failures) },
});

/** How a read that needs a role may fail. */
export const READ_FAILURES = [400, 401, 403, 500, 503] as const;

/** A required JSON body. */
export const body = (schema: Schema) => ({
  requestBody: { required: true, content: jsonContent(schema) },
});

/** An operation without a token. */
export const PUBLIC = { security: [] };
