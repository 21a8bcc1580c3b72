import { expect, test } from 'vitest';
import type { Policy } from '../../access/policy.js';
import { columnSchema, valueSchemas } from '../../docs/field-schema.js';
import { documentInfo } from '../../docs/openapi.js';
import type { ErrorStatus, Parameter, Schema } from '../../docs/openapi-types.js';
import { publicView, viewOf, type View } from '../../docs/model-schemas.js';
import type { ColumnInfo, FieldType } from '../../fields/column-info.js';
import type { CurrentUser } from '../../model/access-rules.js';
import type { ModelInfo } from '../../model/model-info.js';
import { REFUSAL_CODES } from '../../problem/problem.js';
import { column, columns, COMMENTS, documentOf, thing, TYPES } from './document.js';

const schemasOf = async (view: View) =>
  (await documentOf(view)).document.components['schemas'] as Record<
    string,
    { properties: Record<string, unknown>; required?: string[] }
  >;

test('custom endpoints: as their comments say, else by name; only what is served', async () => {
  const { document, warnings } = await documentOf(publicView);
  expect(warnings).toEqual([]);
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/things'))).toEqual([
    '/things/{id}/confirm',
    '/things/pending',
    '/things/{id}',
    '/things',
    '/things/_aggregate',
  ]);
  expect(document.paths['/things/{id}/confirm']?.['post']).toMatchObject({
    operationId: 'confirmThing',
    tags: ['Thing'],
    parameters: [{ name: 'id', in: 'path', required: true }],
    responses: { 200: { description: 'The thing' }, 401: expect.anything() as unknown },
  });
  expect(document.paths['/things/pending']?.['get']).toMatchObject({ tags: ['Thing'] });
  // The owner's route wins over the generated one, here as when it is served.
  expect(document.paths['/things/{id}']?.['get']?.summary).toBe('GET /things/{id}');
  expect(Object.keys(document.paths['/things/{id}'] ?? {})).toContain('delete');
  expect(document.components['schemas']).toHaveProperty('Own');
});

test('a comment that cannot be read is told, and the endpoint still appears', async () => {
  const broken = '/**\n * @openapi\n * /things/pending:\n *   get: {{\n */\nexport {};';
  const { document, warnings } = await documentOf(publicView, broken);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('thing.routes.ts');
  expect(document.paths).toHaveProperty(['/things/pending', 'get']);
});

test('without a token: no field that is hidden from anybody, in no place', async () => {
  const text = JSON.stringify((await documentOf(publicView)).document);
  expect(text).not.toMatch(/margin|secret_hash/);
  const schemas = await schemasOf(publicView);
  expect(Object.keys(schemas['Thing']!.properties)).toEqual([
    ...['id', '_label', ...TYPES.map((type) => `a_${type}`), 'title', 'state', 'status', 'note'],
    ...['tags', 'created_at'],
  ]);
  expect(schemas['ThingPatch']!.properties).not.toHaveProperty('note');
  expect(schemas['ThingPatch']!.properties).toHaveProperty('password');
  expect(schemas['ThingPatch']!.required).toBeUndefined();
  const patch = { $ref: '#/components/schemas/ThingPatch' };
  expect(schemas['ThingInput']).toEqual({ ...patch, required: ['title', 'password'] });
  // Who replaces a thing need not know its password.
  expect(schemas['Thing.replacement']).toEqual({ ...patch, required: ['title'] });
});

test("with a token: the reader's view", async () => {
  const names = (list: string[]) => new Set(list);
  const policy = {
    grant: () => ({ readable: names(['id', 'title', 'margin']), writable: names(['title']) }),
  } as unknown as Policy;
  const schemas = await schemasOf(viewOf(policy, {} as CurrentUser));
  expect(Object.keys(schemas['Thing']!.properties)).toEqual(['id', '_label', 'title', 'margin']);
  expect(Object.keys(schemas['ThingPatch']!.properties)).toEqual(['title']);
});

test('for several readers at once: what not all of them get is not required', async () => {
  const open = () => () => true;
  const { Thing } = await schemasOf({
    ...{ readable: open, writable: open, lists: () => true, shows: () => true },
    always: publicView.readable,
  });
  const names = Object.keys(Thing!.properties);
  expect(names).toContain('margin');
  expect(names).not.toContain('secret_hash');
  expect(Thing!.required).toEqual(names.filter((name) => name !== 'margin'));
});

test('an error tells its status, its codes where it has some, and its fields where they are wrong', async () => {
  const { document } = await documentOf(publicView);
  const { responses } = document.components as {
    responses: Record<string, { content: Record<string, { schema: { allOf: Schema[] } }> }>;
  };
  const told = (status: ErrorStatus) =>
    responses[status]!.content['application/problem+json']!.schema.allOf[1]!;
  for (const status of [400, 403, 404, 409, 412, 413, 415, 422, 500, 503, 507] as const) {
    const { code, ...properties } = told(status)['properties'] as Record<string, Schema>;
    expect(properties['status'], `${status}`).toMatchObject({ const: status });
    expect(code?.['enum'], `${status}`).toEqual(
      REFUSAL_CODES[status as keyof typeof REFUSAL_CODES],
    );
  }
  expect(told(409)['properties']).toHaveProperty('dependents');
  expect(told(422)['required']).toEqual(['errors', 'problems']);
  expect(told(404)).not.toHaveProperty('required');
});

test('columns say what is enforced and what is only documented', async () => {
  const { properties } = (await schemasOf(publicView))['ThingPatch']!;
  const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(properties['title']).toEqual({ ...of('string'), minLength: 1, maxLength: 80 });
  expect(properties['state']).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  expect(properties['status']).toEqual({
    ...of('string-or-null'),
    examples: ['x', 'y'],
    default: 'x',
  });
});

test.each<[FieldType, Partial<ColumnInfo>, object]>([
  ['string', { max: 255 }, {}],
  ['string', { max: 3000, min: 2 }, { $ref: 'text-or-null', minLength: 2, maxLength: 3000 }],
  ['string', { nullable: false, max: 9 }, { $ref: 'string', minLength: 1, maxLength: 9 }],
  ['string', { format: 'email', max: 255 }, { $ref: 'email-or-null' }],
  ['string', { format: 'url', max: 255 }, { $ref: 'url-or-null', maxLength: 255 }],
  [
    'string',
    { max: 9, pattern: '^[A-Z]+$', patternMessage: 'Letters alone' },
    { maxLength: 9, pattern: '^$|^[A-Z]+$', description: 'Letters alone.' },
  ],
  ['integer', { min: 0 }, { minimum: 0 }],
  ['bigint', { min: 0, max: 19 }, { pattern: '^([0-9]|1\\d)$' }],
  ['float', { max: 1 }, { $ref: 'number-or-null', maximum: 1 }],
  ['decimal', { precision: 4, scale: 2 }, { minimum: -99.99, maximum: 99.99, multipleOf: 0.01 }],
  ['decimal', { precision: 3, scale: 0, min: 1 }, { minimum: 1, maximum: 999, multipleOf: 1 }],
  ['decimal', {}, {}],
  ['decimal', { unit: 'EUR' }, { description: 'In EUR.', 'x-unit': 'EUR' }],
  ['bigint', { unit: 'km' }, { description: 'In km.', 'x-unit': 'km' }],
  ['json', { nullable: false }, { $ref: 'json', not: { enum: [null, ''] } }],
])('%s %j is told as %j', (type, more, told) => {
  const { $ref = `${type === 'decimal' ? 'number' : type}-or-null`, ...beside } = told as Schema;
  expect(columnSchema(column('it', type, { ...more }))).toEqual({
    $ref: `#/components/schemas/${$ref as string}`,
    ...beside,
  });
});

test('an optional address tells what becomes of an empty one', () => {
  const schemas = valueSchemas({
    bodyLimit: 1000,
    maxPageSize: 100,
    defaultPageSize: 25,
    passwordMinLength: 8,
  });
  for (const format of ['email', 'url']) {
    expect(schemas[format]).not.toHaveProperty('description');
    expect(schemas[`${format}-or-null`]!['description']).toBe('An empty text is stored as null.');
  }
});

test('a list has a filter for each comparison that the parser takes, and for no other', async () => {
  const { document } = await documentOf(publicView);
  const { parameters } = document.paths['/things']!['get'] as { parameters: Parameter[] };
  const suffixes = (field: string) =>
    parameters
      .map(({ name }) => name?.split('__') ?? [])
      .flatMap(([name, suffix = 'eq']) => (name === field ? [suffix] : []));
  const ordered = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isnull', 'ilike'];
  expect(suffixes('a_string')).toEqual([...ordered, 'startswith']);
  expect(suffixes('a_date')).toEqual(ordered);
  expect(suffixes('a_boolean')).toEqual(['eq', 'ne', 'in', 'isnull']);
  expect(suffixes('a_json')).toEqual(['eq', 'ne', 'isnull']);
  expect(suffixes('tags')).toEqual(['eq', 'ne', 'in', 'isnull']);
  // Without a value there is nothing to ask for.
  expect(suffixes('title')).not.toContain('isnull');
  expect(document.components['parameters']!['Thing._sort']).not.toMatchObject({
    schema: { items: { enum: expect.arrayContaining(['a_json']) as string[] } },
  });
});

test('what is expanded is a record of the related model, unless nobody can ever read one', async () => {
  const reference = (model: string, relation: string) => ({
    reference: { model, relation, key: 'id' },
  });
  const access = { ...thing.access, roles: { '*': [] } };
  const closed = { ...thing, name: 'Closed', prefix: 'closed', access };
  const owned = {
    ...thing,
    ...{ name: 'Owned', prefix: 'owned' },
    columns: [
      ...columns,
      column('thing_id', 'integer', reference('Thing', 'thing')),
      column('closed_id', 'integer', reference('Closed', 'closed')),
    ],
  };
  const { document } = await documentOf(publicView, COMMENTS, [thing, closed, owned]);
  const schemas = document.components['schemas'] as Record<string, { properties: object }>;
  expect(schemas['Owned']!.properties).toMatchObject({
    thing: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
    closed: { $ref: '#/components/schemas/expanded' },
  });
  expect(Object.keys(schemas)).not.toContain('Closed');
});

test('a new record may be looked for by unique fields, as far as the reader knows them', async () => {
  const known = await documentOf(publicView);
  expect(known.document.components['parameters']!['Thing._on']).toMatchObject({
    schema: { items: { enum: ['title'] } },
  });
  const readable = () => (field: string) => field !== 'title';
  const hidden = await documentOf({ ...publicView, readable });
  expect(hidden.document.components['parameters']).not.toHaveProperty(['Thing._on']);
});

test('relations to many are counted as far as the reader may list their records', async () => {
  const children = [
    { name: 'parts', model: 'Thing', field: 'a_integer' },
    { name: 'closed', model: 'Thing', field: 'margin' },
    { name: 'nowhere', model: 'NoModel', field: 'a_integer' },
  ].map((one) => ({ ...one, isLines: false }));
  const countedBy = async (view: View) => {
    const { document } = await documentOf(view, COMMENTS, [{ ...thing, children }]);
    const parameters = document.paths['/things']!['get']!['parameters'] as Parameter[];
    return parameters.find(({ name }) => name === '_count')?.schema;
  };
  const some = { type: 'array', items: { type: 'string', enum: ['parts'] } };
  expect(await countedBy(publicView)).toMatchObject(some);
  expect(await countedBy({ ...publicView, lists: () => false })).toBeUndefined();
});

test.each([
  [{ Admin: ['list', 'edit'], '*': [] }, ['get', 'patch', 'put', 'patch', 'get']],
  [{ Clerk: ['create'], '*': ['list'] }, ['get', 'post', 'get']],
  // A role that no rule names keeps all that its methods allow.
  [{ Admin: ['delete'] }, ['get', 'post', 'patch', 'get', 'put', 'patch', 'delete', 'get']],
  [{ '*': [] }, []],
])('of %j nothing is told that no role can ever do', async (roles, told) => {
  const closed = { ...thing, prefix: 'closed', access: { ...thing.access, roles } } as ModelInfo;
  const { document } = await documentOf(publicView, COMMENTS, [closed]);
  const methods = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/closed'))
    .flatMap(([, operations]) => Object.keys(operations));
  expect(methods).toEqual(told);
});

test('records that nobody can ever read or write have no schema, and nothing refers to one', async () => {
  const access = { ...thing.access, roles: { '*': ['delete'] } };
  const closed = { ...thing, name: 'Closed', prefix: 'closed', access } as ModelInfo;
  const { document } = await documentOf(publicView, COMMENTS, [thing, closed]);
  const schemas = Object.keys(document.components['schemas']!);
  expect(Object.keys(document.paths['/closed/{id}']!)).toEqual(['delete']);
  expect(schemas).toContain('Thing.page');
  expect(schemas.filter((name) => name.startsWith('Closed'))).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('/Closed');
});

test("a model may be called as one of the service's own schemas", async () => {
  const profile = { ...thing, name: 'Profile', prefix: 'profiles' };
  const { document } = await documentOf(publicView, COMMENTS, [thing, profile]);
  const schemas = document.components['schemas'] as Record<string, Schema>;
  expect(schemas['Profile']).toEqual(schemas['Thing']);
  expect(schemas['profile']).toHaveProperty(['properties', 'username']);
});

test('what several lists take alike stands once, what nobody refers to not at all', async () => {
  const other = { ...thing, name: 'Other', prefix: 'others', links: [] };
  const { document } = await documentOf(publicView, COMMENTS, [thing, other]);
  const { parameters, schemas, responses } = document.components as Record<string, object>;
  expect(parameters).toHaveProperty('created_at__gte');
  expect(document.paths['/others']!['get']!['parameters']).toContainEqual({
    $ref: '#/components/parameters/created_at__gte',
  });
  expect(parameters).not.toHaveProperty('tags__in');
  expect(schemas).toHaveProperty('uuid-or-null');
  expect(schemas).not.toHaveProperty('url');
  const group = (schemas as Record<string, { properties: Record<string, object> }>)['Other.group']!;
  expect(group.properties['min']).toEqual(group.properties['max']);
  expect(group.properties['max']).toEqual({ $ref: '#/components/schemas/Other.extremes' });
  // By its name only where a comment refers to it.
  expect(Object.keys(responses!)).toEqual(expect.arrayContaining(['404', 'NotFound', '409']));
  expect(responses).not.toHaveProperty('Conflict');
});

test.each([
  [{}, { title: 'API', version: '0.0.0', contact: { name: 'The developers of API' } }],
  [
    { name: 'shop', author: 'Ann <ann@example.com>', homepage: 'https://shop.example' },
    {
      title: 'Shop',
      contact: { name: 'Ann', email: 'ann@example.com', url: 'https://shop.example' },
    },
  ],
  [{ name: '@acme/garage-desk' }, { title: 'Garage desk' }],
  [{ name: 'garage', displayName: "Moser's garage" }, { title: "Moser's garage" }],
  [{ author: { name: 'Bob' }, license: 'MIT' }, { contact: { name: 'Bob' } }],
  [{ license: 'MIT' }, { license: { name: 'MIT', identifier: 'MIT' } }],
])('a package %j is told as %j', (facts, told) => {
  expect(documentInfo(facts)).toMatchObject(told);
});

test('figures are told of what the reader may read', async () => {
  const named = async (view: View) => {
    const { document } = await documentOf(view);
    const { parameters } = document.paths['/things/_aggregate']!['get']!;
    const by = (parameters as Parameter[]).find(({ name }) => name === '_by')!;
    return (by.schema as { items: { enum: string[] } }).items.enum;
  };
  expect(await named(publicView)).toContain('title');
  const readable = () => (field: string) => field !== 'title';
  expect(await named({ ...publicView, readable })).not.toContain('title');
});
