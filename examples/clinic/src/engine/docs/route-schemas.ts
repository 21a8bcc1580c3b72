import type { ZodType } from 'zod';
import type { CustomRoute, Route, RouteOptions } from '../model/define-routes.js';
import type { Operation, Parameter, Schema } from './openapi-types.js';

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

/** With or without a token; what a handler of the project's own requires, only comments can say. */
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
