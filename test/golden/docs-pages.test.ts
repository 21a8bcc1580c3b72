import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.js';
import { featuresIn, featuresOf } from '../../src/render/features.js';
import { renderProject } from '../../src/render/render-project.js';
import { blocks, docsProject as rendered, pages } from './docs-blocks.js';
import type { Tree } from '../../src/tree.js';
import { MADE_AT, appOf, renderExample, templates } from './example.js';

/** What a project has once it is installed, built or started. */
const LATER = new Set([
  '.crudgen/',
  '.env',
  'data/mail/',
  'backups/',
  'person.json',
  'client/schema.gen.ts',
  'dist/',
  'dist/src/main.js',
  'node_modules/',
  'package-lock.json',
  // Of features of one's own, which lie beside projects.
  'acme-region/',
  'ui/acme-region/feature.tsx',
  'feature.json',
  'feature.md',
  'web/dist/',
]);

/** Files that tell the names which a project's own code uses: the doors, and what an endpoint works with. */
const WITH_NAMES = [
  'engine/index.ts',
  'web/src/pages/task/task.form.tsx',
  'engine/testing/index.ts',
  'engine/testing/test-service.ts',
  'engine/jobs/index.ts',
  'engine/mail/index.ts',
  'engine/metrics/index.ts',
  'engine/webhooks/index.ts',
  'client/index.ts',
  'asvs/check.ts',
  'asvs/people.ts',
  'engine/model/field.ts',
  'engine/model/define-routes.ts',
  'engine/model/route-context.ts',
  'engine/model/records.ts',
  'engine/model/define-hooks.ts',
  'ui/index.ts',
  'ui/lines/lines-input.tsx',
  'ui/lines/record-lines.tsx',
];

/** The words that are files or folders. */
const filesIn = (words: readonly string[]): string[] =>
  words.filter((one) =>
    /^[\w.-]+\/$|^(?!\/|\.gen\.)[\w./-]+\.(?:tsx?|json|ya?ml|md|js|db)$|^(?:src|web|test|docs)\/[\w./-]*$/.test(
      one,
    ),
  );

const isIn = (project: Tree, file: string): boolean =>
  LATER.has(file) ||
  [...project.keys()].some((one) => one === file || one.startsWith(file.replace(/\/?$/, '/')));

describe.each(pages)('%s', (path, text) => {
  const spoken = text.replace(/^ *```\w*\n[^]*?^ *```$/gm, '');
  const quoted = [...spoken.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
  const shell = [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].flatMap(([, lines = '']) =>
    lines.split('\n').map((line) => line.trim()),
  );
  const lines = [...quoted, ...shell];

  it('is listed where somebody looks for it, and its links lead somewhere', () => {
    const name = path.slice('docs/'.length);
    if (name !== 'README.md') expect(rendered.get('docs/README.md')).toContain(`](${name})`);
    for (const [, link = ''] of spoken.matchAll(/\]\(([^)#]+)\)/g))
      expect(rendered.has(join('docs', link)), link).toBe(true);
  });

  it('is no longer than two screens of words', () => {
    // A table of settings is looked up by its heading, not read.
    const words = spoken.replace(/^(## .*\n\n)?\| Setting .*\n\|[- |]+\n/gm, '');
    // So is an answer in the index.
    const isLookedUp = (line: string) =>
      line.startsWith('| `') || /^- .*\?.*\]\([\w-]+\.md\)/.test(line);
    const read = words.split('\n').filter((line) => !isLookedUp(line));
    expect(read.length).toBeLessThan(80);
  });

  it('names files that a project has', () => {
    const isThere = (file: string) =>
      isIn(rendered, file) || blocks.some((one) => one.path === file);
    expect(filesIn(quoted).filter((file) => !isThere(file))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(rendered.get('package.json')!) as { scripts: object };
    for (const line of lines) {
      const script = /\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start))/.exec(line);
      if (script) expect(Object.keys(scripts), line).toContain(script[1] ?? script[2]);
      if (line.startsWith('crudgen ')) expect(unknownIn(line), line).toEqual([]);
    }
  });

  it('names settings that are read', () => {
    const readers = ['src/settings.ts', 'docs/settings.md', 'compose.yaml', 'vitest.config.ts'];
    const known = [...readers, 'test/back-office.test.ts', 'README.md']
      .map((file) => rendered.get(file))
      .join();
    const settings = lines.flatMap((line) => /^([A-Z]+(?:_[A-Z]+)+)(?:=|$)/.exec(line)?.[1] ?? []);
    expect(settings.filter((setting) => !known.includes(setting))).toEqual([]);
  });

  it('names functions and types that there are', () => {
    const code = [...WITH_NAMES, ...quoted].map((file) => rendered.get(file));
    const all = [...code, ...blocks.map((block) => block.code)].join('\n');
    const names = quoted.flatMap(
      (words) => /^[\w.]*?([A-Za-z]*[a-z][A-Z]\w*)(?:\(|$)/.exec(words)?.[1] ?? [],
    );
    const made = new Set(['MyField', 'displayName']);
    // What is in views is held by `unit/render/template-docs`.
    if (path === 'docs/template-views.md') return;
    const lost = names.filter((name) => !made.has(name) && !new RegExp(`\\b${name}\\b`).test(all));
    expect(lost).toEqual([]);
  });
});

it('a project without features is told of nothing that it does not have', () => {
  const bare = renderExample('task-manager', []);
  const shown = new Set(blocks.map(({ path }) => path));
  const named = [...bare].flatMap(([path, text]) => {
    if (!/^(docs\/|README|AGENTS)[^/]*\.md$/.test(path)) return [];
    const words = text.replace(/^ *```\w*\n[^]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g);
    const files = filesIn([...words].map(([, one = '']) => one)).filter((one) => !shown.has(one));
    return files.filter((one) => !isIn(bare, one)).map((one) => `${path}: ${one}`);
  });
  expect(named).toEqual([]);
});

it('AGENTS.md has a line for each page, and the word of CLAUDE.md leads there', () => {
  const index = rendered.get('AGENTS.md') ?? '';
  const listed = [...index.matchAll(/^- `(docs\/[^`]+)`: ./gm)].map(([, path]) => path!);
  expect(listed.sort()).toEqual(
    pages.map(([path]) => path).filter((path) => path !== 'docs/README.md'),
  );
  expect(rendered.get('CLAUDE.md')).toContain('AGENTS.md');
  expect(index).toContain('crudgen describe --json');
  expect(index).toMatch(/Never pass that flag on your own/);
});

it('a project without a back-office has no page about one, and no word of it', () => {
  const bare = renderProject(
    { ...appOf('orders'), features: [] },
    { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) },
  );
  const docs = [...bare].filter(([path]) => path.startsWith('docs/'));
  for (const page of ['back-office', 'replace-a-page', 'own-input', 'languages'])
    expect(docs.map(([path]) => path)).not.toContain(`docs/${page}.md`);
  const index = `${bare.get('docs/README.md')}${bare.get('AGENTS.md')}`;
  expect(index).not.toMatch(/back-office|replace-a-page|own-input|languages/);
  const app = { ...appOf('orders'), features: [] };
  const own = featuresOf(app, templates()).map(({ name }) => name);
  const off = featuresIn(templates()).filter(({ name }) => !own.includes(name));
  expect(docs).toHaveLength(pages.length - 4 - off.flatMap((one) => one.docs).length);
  expect(bare.get('docs/lines.md')).not.toContain('#ui');
});

/** The words and flags of a command line that crudgen does not know. */
function unknownIn(line: string): string[] {
  const [, ...words] = line.split(/\s+/);
  let at: CommandUnknownOpts = buildProgram('0.0.0', () => Promise.resolve());
  const unknown: string[] = [];
  for (const word of words) {
    const next = at.commands.find((one) => one.name() === word);
    if (next) at = next;
    else if (word.startsWith('--') && !at.options.some(({ long }) => long === word.split('=')[0]))
      unknown.push(word);
    else if (at.commands.length > 0 && !word.startsWith('-')) unknown.push(word);
  }
  return unknown;
}
