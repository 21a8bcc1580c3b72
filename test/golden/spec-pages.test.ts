import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withList } from '../support/list-models.js';
import { renderProject } from '../../src/render/render-project.js';
import { makeFolder, run, typeErrors } from '../e2e/evolution/project.js';
import { appOfSpec } from './app-of-spec.js';
import { PAGES_WITH_SPEC } from './docs-blocks.js';
import { MADE_AT, templates } from './example.js';

const ROOT = join(import.meta.dirname, '../..');

/** The project that the spec of a page makes, with the code of the page; and the tests among this code. */
function projectOfPage(page: string) {
  const text = templates().get(`service/${page}`)!;
  const [, spec = ''] = /^```yaml\n([^]*?)^```$/m.exec(text) ?? [];
  const made = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(appOfSpec('page', spec, { features: ['containers'] }), made);
  const blocks = [...text.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
    ([, path = '', code = '']) => [path, code] as const,
  );
  const tests = blocks.map(([path]) => path).filter((path) => path.endsWith('.test.ts'));
  return { files: withList(new Map([...rendered, ...blocks])), tests };
}

describe.each(PAGES_WITH_SPEC)('%s', (page) => {
  const folder = makeFolder(page.replace(/\W+/g, '-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('type-checks, and does what it says: all tests of its project pass', () => {
    const { files, tests } = projectOfPage(page);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(typeErrors(folder)).toBe('');
    const vitest = join(ROOT, 'node_modules/.bin/vitest');
    const { status, stdout, stderr } = run(folder, vitest, ['run', 'src/models']);
    expect(status, stdout + stderr).toBe(0);
    expect(tests).toHaveLength(1);
    expect(stdout).toContain(tests[0]);
  });
});
