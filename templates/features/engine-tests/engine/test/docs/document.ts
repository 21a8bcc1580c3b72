import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readJsDoc } from '../../docs/custom-paths.js';
import { openApiDocument } from '../../docs/openapi.js';
import type { DescribedLines, View } from '../../docs/model-schemas.js';
import type { ColumnInfo, FieldType } from '../../fields/column-info.js';
import { defineRoutes } from '../../model/define-routes.js';
import type { ModelInfo } from '../../model/model-info.js';

/** Where the code lies whose comments are read; what its name has is no pattern. */
export const folder = mkdtempSync(join(tmpdir(), 'service (docs) [x]-'));
afterAll(() => rmSync(folder, { recursive: true }));

export const column = (
  name: string,
  type: FieldType,
  more: Partial<ColumnInfo> = {},
): ColumnInfo => ({
  ...{ name, column: name, type, role: 'data', nullable: true, default: null },
  ...{ values: [], enforce: false, min: null, max: null, precision: null, scale: null },
  ...{
    format: null,
    pattern: null,
    patternMessage: null,
    unit: null,
    help: null,
    reference: null,
    transformer: null,
    derivedFrom: null,
    from: null,
  },
  search: 'all-rows',
  ...more,
});

export const TYPES: FieldType[] = [
  ...(['string', 'text', 'integer', 'bigint', 'float', 'decimal', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'uuid', 'color', 'json'] as const),
];
export const columns = [
  column('id', 'integer', { role: 'id', nullable: false }),
  ...TYPES.map((type) => column(`a_${type}`, type)),
  column('title', 'string', { nullable: false, max: 80, min: 1 }),
  column('state', 'enum', { values: ['a', 'b'], enforce: true }),
  column('status', 'string', {
    ...{ max: 255, values: ['x', 'y'], default: { kind: 'value', value: 'x' } },
  }),
  column('margin', 'float'),
  column('note', 'text'),
  column('secret_hash', 'string', { role: 'hidden' }),
  column('created_at', 'datetime', { role: 'created', nullable: false }),
];

class Thing {
  id!: number;
}
export const thing = {
  name: 'Thing',
  prefix: 'things',
  columns,
  stored: columns,
  key: columns[0],
  keyColumns: [columns[0]],
  column: new Map(columns.map((one) => [one.name, one])),
  uniques: [{ name: 'one_title', columns: ['title'] }],
  links: [{ name: 'tags', model: 'Tag', key: 'id' }],
  children: [],
  lineParent: null,
  extras: [{ name: 'password', type: 'string', compute: null, required: true }],
  access: { roles: {}, rows: null, fields: { margin: { read: ['Admin'] }, note: { write: [] } } },
} as unknown as ModelInfo;

const { routes } = defineRoutes(Thing, (route) => {
  route.post('/:thing_id/confirm', 'edit', () => undefined);
  route.get('/pending', 'list', () => undefined);
  route.get('/:thing_id', 'show', () => undefined);
});

export const COMMENTS = `
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

/** The document of these models as a reader sees it, and what was said while it was made. */
export async function documentOf(
  view: View,
  comments = COMMENTS,
  models = [thing],
  lines?: DescribedLines,
) {
  const below = join(folder, 'models');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(below, 'thing.routes.ts'), comments);
  const warnings: string[] = [];
  const jsdoc = await readJsDoc(
    [below, join(folder, 'nowhere')],
    (message) => void warnings.push(message),
  );
  const routed = [{ model: thing, routes }];
  const limits = { bodyLimit: 1000, maxPageSize: 100, defaultPageSize: 25, passwordMinLength: 8 };
  const parts = {
    facts: { name: 'test' },
    limits,
    models,
    routed,
    routers: [],
    jsdoc,
    lines,
    keyed: true,
  };
  return { document: openApiDocument(parts, view), warnings };
}
