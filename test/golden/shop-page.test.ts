import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withList } from '../support/list-models.js';
import { renderProject } from '../../src/render/render-project.js';
import { makeFolder, run, typeErrors } from '../e2e/evolution/project.js';
import { appOfSpec } from './app-of-spec.js';
import { MADE_AT, templates } from './example.js';

const PAGE = 'docs/public-shop.md';
const ROOT = join(import.meta.dirname, '../..');

/** The project that the page's spec makes, with the code of the page. */
function projectOfPage(): ReadonlyMap<string, string> {
  const text = templates().get(`service/${PAGE}`)!;
  const [, spec = ''] = /^```yaml\n([^]*?)^```$/m.exec(text) ?? [];
  const made = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(appOfSpec('shop', spec, { features: ['containers'] }), made);
  const blocks = [...text.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm)];
  expect(blocks).toHaveLength(3);
  const written = new Map([
    ...rendered,
    ...blocks.map(([, path = '', code = '']) => [path, code] as const),
  ]);
  return withList(written);
}

let folder: string;
beforeAll(() => {
  folder = makeFolder('shop-page');
  for (const [path, text] of projectOfPage()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the shop of the page type-checks, and does what the page says: all of its tests pass', () => {
  expect(typeErrors(folder)).toBe('');
  const { status, stdout, stderr } = run(folder, join(ROOT, 'node_modules/.bin/vitest'), [
    'run',
    'src/models',
  ]);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain('buy.test.ts');
});
