import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import {
  type Endpoint,
  renderEndpointTest,
  renderRoute,
} from '../../../src/render/render-endpoint.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const [model] = appOfSpec('endpoints', 'models: { Unit: { fields: { name: string } } }').models;
const of = (method: Endpoint['method'], path: string): Endpoint => ({
  method,
  path,
  action: 'edit',
});

it('an endpoint and its test are laid out as prettier lays them out, however long the path', async () => {
  const config = await resolveConfig(join(import.meta.dirname, '../../../package.json'));
  const clean = (text: string) => format(text, { ...config, parser: 'typescript' });
  for (const method of ['get', 'post', 'delete'] as const)
    for (const path of [
      '/',
      '/:id/archive',
      `/:id/${'a'.repeat(40)}`,
      `/${'b'.repeat(60)}/:slug`,
    ]) {
      const lines = renderRoute(model!, of(method, path), templates());
      const routes = `f((route) => {\n${lines.map((text) => `  ${text}`).join('\n')}\n});\n`;
      expect(await clean(routes)).toBe(routes);
      const test = renderEndpointTest(model!, of(method, path), templates());
      expect(await clean(test)).toBe(test);
    }
});

it('an endpoint is summed up in words, with the article that is heard', () => {
  const summaryOf = (method: Endpoint['method'], path: string) =>
    renderRoute(model!, of(method, path), templates()).find((text) => text.includes('summary:'));
  expect(summaryOf('post', '/:id/close_down')).toBe(' *     summary: Close down a unit');
  expect(summaryOf('get', '/:id/history')).toBe(' *     summary: History of a unit');
  expect(summaryOf('get', '/overdue')).toBe(' *     summary: Overdue units');
});

it('an endpoint that is sent something has schemas for that, and a test that sends it', () => {
  const routeOf = (method: Endpoint['method'], path: string) =>
    renderRoute(model!, of(method, path), templates()).join('\n');
  const launch = routeOf('post', '/launch');
  expect(launch).toContain(
    "route.post('/launch', { action: 'edit', body: z.strictObject({}) }, ({ body }) => {",
  );
  expect(launch).not.toContain('requestBody');
  const by = routeOf('get', '/by/:slug');
  expect(by).toContain('params: z.object({ slug: z.string().max(100) })');
  expect(routeOf('post', '/:id/archive')).toContain("route.post('/:id/archive', 'edit',");
  const test = (path: string) => renderEndpointTest(model!, of('post', path), templates());
  expect(test('/launch')).toContain("admin.post('/unit/launch', {})");
  expect(test('/:id/archive')).toContain("admin.post('/unit/987654321/archive')");
  expect(test('/:id/archive')).toContain('expect([404, 422]).toContain(answer.status)');
  const read = renderEndpointTest(model!, of('get', '/:id/history'), templates());
  expect(read).toContain('expect(answer.status).toBe(404)');
});
