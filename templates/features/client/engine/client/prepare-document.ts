import type { OpenApiDocument, Paths, Schema } from '../docs/openapi-types.js';
import { followed, preparedSchema, type Schemas } from './prepare-schema.js';

/** An object of the document: an operation, a parameter, a response. */
type Part = Readonly<Record<string, unknown>>;

/** What has a body for each of its media types. */
type Content = Readonly<Record<string, Part & { readonly schema?: Schema }>>;

/**
 * The document of which types are printed: a document promises more than types can say, and says some of it in words that do
 * not reach them. What a caller sends has the form in which they would write it.
 */
export function prepareDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components['schemas'] ?? {}) as Schemas;
  const parameter = (part: Part) => withPlainValue(part, schemas);
  const body = (part: Part) => withPlainContent(part, schemas);
  const components: Readonly<Record<string, (part: Part) => Part>> = {
    schemas: (schema) => preparedSchema(schema, schemas),
    ...{ parameters: parameter, headers: parameter },
    ...{ responses: body, requestBodies: body },
  };
  const operation = (part: Part): Part => prepared(ofOneKind(part));
  const prepared = ({ parameters, requestBody, responses, ...rest }: Part): Part => ({
    ...rest,
    ...(parameters !== undefined && { parameters: (parameters as readonly Part[]).map(parameter) }),
    ...(requestBody !== undefined && { requestBody: body(requestBody as Part) }),
    ...(responses !== undefined && {
      responses: mapped(responses as Readonly<Record<string, Part>>, (one, status) =>
        body(mayAnswerAnything(one, status) ? { ...one, content: ANYTHING } : one),
      ),
    }),
  });
  return {
    ...document,
    paths: mapped(document.paths, (path) => mapped(path, operation)) as Paths,
    components: mapped(document.components, (named, kind) =>
      mapped(named as Readonly<Record<string, Part>>, components[kind] ?? ((part) => part)),
    ),
  };
}

/**
 * What takes one record or several answers with one or several, and with outcomes where each is written by itself: a type that
 * says all of it would have to be narrowed by every caller. Types tell of one, and of lists that are written as a whole.
 */
function ofOneKind({ parameters, responses, ...operation }: Part): Part {
  const { 207: _, ...others } = (responses ?? {}) as Readonly<Record<string, Part>>;
  const isAtomic = ({ $ref }: Part): boolean => $ref === '#/components/parameters/_atomic';
  return {
    ...operation,
    ...(parameters !== undefined && {
      parameters: (parameters as readonly Part[]).filter((one) => !isAtomic(one)),
    }),
    ...(responses !== undefined && { responses: others }),
  };
}

/** Of a body that is one record or a list of them, the one. */
function ofOne(schema: Schema, schemas: Schemas): Schema {
  const [one, list] = (schema['anyOf'] ?? []) as readonly Schema[];
  return one && list && followed(list, schemas)['type'] === 'array' ? one : schema;
}

const ANYTHING: Content = { 'application/json': { schema: {} } };

/** Whether a response is one of an endpoint that does not describe what it returns. */
const mayAnswerAnything = (response: Part, status: string): boolean =>
  !('content' in response) && !('$ref' in response) && !/^(1..|204|205|304)$/.test(status);

/** A parameter or header. */
function withPlainValue(part: Part, schemas: Schemas): Part {
  const { content, schema, ...rest } = part as Part & { readonly schema?: Schema };
  if (content !== undefined) return { ...rest, schema: JSON_TEXT };
  if (schema === undefined) return part;
  const plain = preparedSchema(schema, schemas);
  return { ...rest, schema: part['in'] === 'query' ? oneOrSeveral(plain, schemas) : plain };
}

const JSON_TEXT: Schema = { type: 'string', description: 'A JSON text.' };

/** In a query a list of one is its item. */
function oneOrSeveral(schema: Schema, schemas: Schemas): Schema {
  const list = followed(schema, schemas);
  return list['type'] === 'array' ? { anyOf: [list['items'] as Schema, schema] } : schema;
}

function withPlainContent(part: Part, schemas: Schemas): Part {
  const content = part['content'] as Content | undefined;
  if (content === undefined) return part;
  return {
    ...part,
    content: mapped(content, ({ schema, ...rest }, type) => {
      if (type === 'multipart/form-data') return { schema: { type: 'string', format: FORM } };
      if (schema === undefined) return rest;
      const plain = preparedSchema(ofOne(schema, schemas), schemas);
      return { ...rest, schema: type === PROBLEM ? withCode(followed(plain, schemas)) : plain };
    }),
  };
}

/** The format of a form: its fields and files are appended one by one, which no object says. */
export const FORM = 'form-data';

const PROBLEM = 'application/problem+json';

/** A problem without codes has one that nobody else has: only so a code tells problems apart. */
function withCode(schema: Schema): Schema {
  const properties = schema['properties'] as Schemas | undefined;
  if (!properties || 'code' in properties) return schema;
  return { ...schema, properties: { ...properties, code: NO_CODE } };
}

/** The code of a problem without codes, in a type that openapi-fetch leaves where it is. */
const NO_CODE: Schema = { type: 'string', const: '', description: 'Never there.' };

const mapped = <T, R>(
  named: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(named).map(([key, value]) => [key, change(value, key)]));
