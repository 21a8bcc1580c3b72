import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../templates/features/client/engine/client/prepare-document.js';
import type {
  OpenApiDocument,
  Operation,
  Schema,
} from '../../../../templates/service/engine/docs/openapi-types.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const SCHEMAS: Readonly<Record<string, Schema>> = {
  ids: { type: 'array', items: { type: 'integer' } },
  TaskPatch: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      // A field may be called as a word of JSON schema.
      patternProperties: { type: 'string' },
      required: { type: 'object', properties: {}, patternProperties: { '^x$': {} } },
    },
    patternProperties: { '^(id|_label)$': {} },
    additionalProperties: false,
  },
  TaskInput: { ...ref('TaskPatch'), required: ['title'] },
  problem: {
    type: 'object',
    properties: { status: { type: 'integer' }, errors: { type: 'object' } },
    required: ['status'],
  },
};

const prepared = (operation: Operation, components: OpenApiDocument['components'] = {}) => {
  const document = {
    ...{ openapi: '3.1.1', info: { title: '', version: '' }, servers: [], security: [], tags: [] },
    paths: { '/task': { get: operation } },
    components: { schemas: SCHEMAS, ...components },
  };
  const { paths, components: made } = prepareDocument(document);
  return { operation: paths['/task']!['get']!, schemas: made['schemas']!, components: made };
};

describe('a document of which types are printed', () => {
  it('has objects with the names that they list, without patterns that let others pass', () => {
    const { schemas } = prepared({});
    expect(schemas['TaskPatch']).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string' },
        patternProperties: { type: 'string' },
        required: { type: 'object', properties: {} },
      },
      additionalProperties: false,
    });
  });

  it('tells of one record where there may be one or several, and of what is written as a whole', () => {
    const oneOrSeveral = { anyOf: [ref('TaskInput'), ref('ids')] };
    const content = { 'application/json': { schema: oneOrSeveral } };
    const { operation } = prepared({
      parameters: [{ $ref: '#/components/parameters/_atomic' }],
      requestBody: { required: true, content },
      responses: { 201: { description: '', content }, 207: { description: '' } },
    });
    const one = { content: { 'application/json': { schema: ref('TaskInput') } } };
    expect(operation).toEqual({
      parameters: [],
      requestBody: { required: true, ...one },
      responses: { 201: { description: '', ...one } },
    });
  });

  it('has whole objects in place of a reference with what it requires besides', () => {
    const { schemas } = prepared({});
    expect(schemas['TaskInput']).toEqual({
      ...(schemas['TaskPatch'] as object),
      required: ['title'],
    });
    expect(prepared({}, { schemas: { It: ref('TaskPatch') } }).schemas['It']).toEqual(
      ref('TaskPatch'),
    );
  });

  it('takes one value in place of a list of one in a query, a path or header as it is', () => {
    const [query, own, path] = prepared({
      parameters: [
        { name: 'id', in: 'query', schema: ref('ids') },
        { name: '_sort', in: 'query', schema: { type: 'array', items: { enum: ['a', 'b'] } } },
        { name: 'id', in: 'path', required: true, schema: ref('ids') },
      ],
    })['operation']['parameters'] as { schema: Schema }[];
    expect(query!.schema).toEqual({ anyOf: [{ type: 'integer' }, ref('ids')] });
    expect(own!.schema).toMatchObject({ anyOf: [{ enum: ['a', 'b'] }, { type: 'array' }] });
    expect(path!.schema).toEqual(ref('ids'));
  });

  it('takes a JSON text for a parameter that is JSON, also one that several lists share', () => {
    const content = { 'application/json': { schema: {} } };
    const parameters = { meta: { name: 'meta', in: 'query', content } };
    expect(prepared({}, { parameters }).components['parameters']!['meta']).toEqual({
      ...{ name: 'meta', in: 'query' },
      schema: { type: 'string', description: 'A JSON text.' },
    });
  });

  it('has problems that their codes tell apart: those without one say so', () => {
    const problem = (properties: object, required?: string[]) => ({
      description: '',
      content: {
        'application/problem+json': {
          schema: {
            allOf: [ref('problem'), { type: 'object', properties, ...(required && { required }) }],
          },
        },
      },
    });
    const codes = { code: { type: 'string', enum: ['may-not'] } };
    const { responses } = prepared({
      responses: {
        403: problem({ status: { const: 403 }, ...codes }),
        422: problem({ status: { const: 422 } }, ['errors']),
        // As a developer's comment has it.
        418: { content: { 'application/problem+json': { schema: ref('problem') } } },
      },
    }).operation as { responses: Record<string, ReturnType<typeof problem>> };
    const schemaOf = (status: number) =>
      responses[status]!.content['application/problem+json'].schema;
    expect(schemaOf(403)).toEqual({
      type: 'object',
      properties: { status: { const: 403 }, errors: { type: 'object' }, ...codes },
      required: ['status'],
    });
    expect(schemaOf(418)).toMatchObject({ properties: { code: { const: '' } } });
    expect(schemaOf(422)).toMatchObject({
      properties: { code: { const: '' } },
      required: ['status', 'errors'],
    });
  });

  it('has any value where an endpoint does not describe what it returns, unless it returns nothing', () => {
    const silent = { description: 'Done.' };
    const { responses } = prepared({ responses: { 200: silent, 204: silent, default: silent } })
      .operation as { responses: object };
    const anything = { ...silent, content: { 'application/json': { schema: {} } } };
    expect(responses).toEqual({ 200: anything, 204: silent, default: anything });
  });
});
