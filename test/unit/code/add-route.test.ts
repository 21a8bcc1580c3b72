import { expect, it } from 'vitest';
import { findRoutes, withImport } from '../../../src/code/add-route.js';

const file = (...routes: string[]) =>
  `export const taskRoutes = defineRoutes(Task, (route) => {\n${routes.join('\n')}\n});\n`;
const LINES = ["route.get('/export.csv', 'list', () => {", '  return {};', '});'];
const NEW = LINES.map((line) => `  ${line}`).join('\n');
const withRoute = (text: string, path = '/export.csv') =>
  findRoutes('task.routes.ts', text, 'Task')!.with('get', path, LINES);

it('a route comes last', () => {
  const other = "  route.post('/:id', 'edit', () => ({}));";
  expect(withRoute(file(other))).toBe(file(other, '', NEW));
});

it.each(['/:id', '/:name'])('but before %s, which would answer in its place', (general) => {
  const [first, own] = [
    "  route.get('/a', 'list', () => ({})); // first",
    `  // mine\n  route.get('${general}', 'show', () => ({}));`,
  ];
  expect(withRoute(file(first, own))).toBe(file(first, '', NEW, '', own));
  expect(withRoute(file(own))).toBe(file(NEW, '', own));
  expect(withRoute(file(first, '', own))).toBe(file(first, '', NEW, '', own));
});

it.each([
  ['/:id', '/:id/lines'],
  ['/:id/lines', '/all/rows'],
  ['/b', '/a'],
])('%s does not answer for %s', (general, path) => {
  const own = `  route.get('${general}', 'show', () => ({}));`;
  expect(withRoute(file(own), path)).toBe(file(own, '', NEW));
});

it('keeps line ends and tabs', () => {
  const own = "\troute.get('/:id', 'show', () => ({}));";
  const made = LINES.map((line) => `\t${line.replace(/^ {2}/, '\t')}`).join('\n');
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  expect(withRoute(crlf(file(own)))).toBe(crlf(file(made, '', own)));
});

it('imports what a route needs, once', () => {
  const text =
    "// mine\nimport { defineRoutes } from '#engine';\nimport type { ZodType } from 'zod';\n";
  const made = withImport('task.routes.ts', text, 'z', 'zod');
  expect(made).toBe(text.replace('import { define', "import { z } from 'zod';\nimport { define"));
  expect(withImport('task.routes.ts', made, 'z', 'zod')).toBe(made);
  const crlf = text.replaceAll('\n', '\r\n');
  expect(withImport('task.routes.ts', crlf, 'z', 'zod')).toBe(made.replaceAll('\n', '\r\n'));
});
