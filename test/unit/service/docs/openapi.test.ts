import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { CurrentUser } from '../../../../templates/service/src/access/current-user.js';
import type { Policy } from '../../../../templates/service/src/access/policy.js';
import { defineRoutes } from '../../../../templates/service/src/crud/define-routes.js';
import type {
  ColumnInfo,
  FieldType,
  ModelInfo,
} from '../../../../templates/service/src/crud/model-info.js';
import { openApiDocument } from '../../../../templates/service/src/docs/openapi.js';
import { readJsDoc } from '../../../../templates/service/src/docs/read-jsdoc.js';
import { publicView, viewOf, type View } from '../../../../templates/service/src/docs/view.js';

const folder = mkdtempSync(join(tmpdir(), 'service (docs) [x]-'));
afterAll(() => rmSync(folder, { recursive: true }));

const column = (name: string, type: FieldType, more: Partial<ColumnInfo> = {}): ColumnInfo => ({
  ...{ name, column: name, type, role: 'data', nullable: true, default: null },
  ...{ values: [], enforce: false, min: null, max: null, precision: null, scale: null },
  ...{ format: null, reference: null, transformer: null, standsFor: null },
  ...more,
});

const TYPES: FieldType[] = [
  ...(['string', 'text', 'integer', 'bigint', 'float', 'decimal', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'uuid', 'json'] as const),
];
const columns = [
  column('id', 'integer', { role: 'id', nullable: false }),
  ...TYPES.map((type) => column(`a_${type}`, type)),
  column('title', 'string', { nullable: false, max: 80, min: 1 }),
  column('state', 'enum', { values: ['a', 'b'], enforce: true }),
  column('status', 'string', { values: ['x', 'y'], default: { kind: 'value', value: 'x' } }),
  column('margin', 'float'),
  column('note', 'text'),
  column('secret_hash', 'string', { role: 'hidden' }),
  column('created_at', 'datetime', { role: 'created', nullable: false }),
];

class Thing {
  id!: number;
}
const thing = {
  name: 'Thing',
  prefix: 'things',
  columns,
  links: [{ name: 'tags', model: 'Tag', key: 'id' }],
  extras: [{ name: 'password', type: 'string', compute: null, required: true }],
  access: { roles: {}, rows: null, fields: { margin: { read: ['Admin'] }, note: { write: [] } } },
} as unknown as ModelInfo;

const { routes } = defineRoutes(Thing, (route) => {
  route.post('/:thing_id/confirm', 'edit', () => undefined);
  route.get('/pending', 'list', () => undefined);
  route.get('/:thing_id', 'show', () => undefined);
});

const COMMENTS = `
/**
 * @openapi
 * /things/{id}/confirm:
 *   post:
 *     summary: Confirm it
 *     operationId: confirmThing
 *     responses:
 *       '200':
 *         description: The thing
 *         content:
 *           application/json:
 *             schema: { $ref: '#/components/schemas/Thing' }
 *       '404': { $ref: '#/components/responses/NotFound' }
 * /things/nowhere:
 *   get: { summary: Not served }
 * components:
 *   schemas:
 *     Own: { type: string }
 */
export {};
`;

async function documentOf(view: View, comments = COMMENTS) {
  const models = join(folder, 'models');
  mkdirSync(models, { recursive: true });
  writeFileSync(join(models, 'thing.routes.ts'), comments);
  const warnings: string[] = [];
  const jsdoc = await readJsDoc(models, (message) => void warnings.push(message));
  const routed = [{ model: thing, routes }];
  const parts = { title: 'test', version: '1.0.0', models: [thing], routed, jsdoc };
  return { document: openApiDocument(parts, view), warnings };
}

const schemasOf = async (view: View) =>
  (await documentOf(view)).document.components['schemas'] as Record<
    string,
    { properties: Record<string, unknown>; required?: string[] }
  >;

test('a linter finds no error in it, with fields of every type', { timeout: 60_000 }, async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify((await documentOf(publicView)).document));
  const redocly = join(import.meta.dirname, '../../../../node_modules/.bin/redocly');
  const { stderr } = await promisify(execFile)(redocly, ['lint', file], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  expect(stderr).toContain('is valid');
});

test('custom endpoints: as their comments say, else by name; only what is served', async () => {
  const { document, warnings } = await documentOf(publicView);
  expect(warnings).toEqual([]);
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/things'))).toEqual([
    '/things/{id}/confirm',
    '/things/pending',
    '/things/{id}',
    '/things',
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
  expect(schemas['ThingInput']!.properties).not.toHaveProperty('note');
  expect(schemas['ThingInput']!.properties).toHaveProperty('password');
  expect(schemas['ThingInput']!.required).toEqual(['title', 'password']);
  expect(schemas['ThingPatch']!.required).toBeUndefined();
});

test("with a token: the reader's view", async () => {
  const names = (list: string[]) => new Set(list);
  const policy = {
    grant: () => ({ readable: names(['id', 'title', 'margin']), writable: names(['title']) }),
  } as unknown as Policy;
  const schemas = await schemasOf(viewOf(policy, {} as CurrentUser));
  expect(Object.keys(schemas['Thing']!.properties)).toEqual(['id', '_label', 'title', 'margin']);
  expect(Object.keys(schemas['ThingInput']!.properties)).toEqual(['title']);
});

test('columns say what is enforced and what is only documented', async () => {
  const { properties } = (await schemasOf(publicView))['ThingInput']!;
  expect(properties['title']).toEqual({ type: 'string', minLength: 1, maxLength: 80 });
  expect(properties['state']).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  expect(properties['status']).toEqual({
    type: ['string', 'null'],
    examples: ['x', 'y'],
    default: 'x',
  });
});
