import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readExample } from '../../golden/example.js';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FORGE = '.github';
const project = [...readExample('task-manager').keys()];

describe.each([
  'README.md',
  `${FORGE}/CONTRIBUTING.md`,
  `${FORGE}/MAINTENANCE.md`,
  'test/README.md',
  'examples/README.md',
])('%s', (page) => {
  const text = read(page);
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

  it('names files that are there', () => {
    const paths = [
      ...text.matchAll(/(?<![\w./<])(?:src|test|templates|bin)\/[\w./{},-]+(?![\w*-])/g),
    ]
      .flatMap(([path]) => alternatives(path.replace(/[.,]+$/, '')))
      .filter((path) => !/<|\.\.\./.test(path));
    // Of the repository, or of every project.
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) ||
      project.some((one) => one === path || one.startsWith(path.replace(/\/?$/, '/')));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
    const named = quoted.flatMap((words) =>
      [...words.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script),
    );
    const known = new Set([...Object.keys(scripts), 'dev', 'sbom']);
    expect(named.filter((script) => !known.has(script))).toEqual([]);
  });

  it('leads somewhere with its links', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(ROOT, page, '..', link)))).toEqual([]);
  });
});

it('the files for the forge can be read', () => {
  for (const path of readdirSync(join(ROOT, FORGE), { recursive: true, encoding: 'utf8' })) {
    if (/^(?!.*node_modules).*\.yml$/.test(path))
      expect(parseDocument(read(join(FORGE, path))).errors, path).toEqual([]);
  }
});

/** `a/{b,c}.ts` as the paths that it means. */
function alternatives(path: string): string[] {
  const [, before = '', inner, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (inner === undefined) return [path];
  return inner.split(',').flatMap((one) => alternatives(before + one + after));
}
