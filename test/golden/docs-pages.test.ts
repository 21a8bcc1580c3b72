import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProject } from '../../src/code/read-project.js';
import { withUser } from '../../src/model/built-in.js';
import type { App } from '../../src/model/model.js';
import { buildProgram } from '../../src/cli/program.js';
import { namedFeatures } from '../../src/render/features.js';
import { MODELS_GEN, renderModelsGen } from '../../src/render/render-registry.js';
import { renderProject } from '../../src/render/render-project.js';
import { makeFolder, run } from '../e2e/evolution/project.js';
import { startPostgres } from '../support/postgres.js';
import { MADE_AT, appOf, renderExample, templates } from './example.js';

const ROOT = join(import.meta.dirname, '../..');
const usual = namedFeatures(appOf('task-manager'), templates());
const FEATURES = [...usual, 'german', 'jobs', 'mail', 'metrics', 'webhooks'];
/** With every feature that has a page. */
const rendered = renderExample('task-manager', FEATURES);
const pages = [...rendered].filter(([path]) => /^docs\/[^/]+\.md$/.test(path));
/** What a project has once it is installed, built or started. */
const LATER = new Set([
  '.env',
  'data/mail/',
  'backups/',
  'dist/',
  'dist/main.js',
  'node_modules/',
  'package-lock.json',
  'web/dist/',
]);

/** Files that tell the names which a project's own code uses: the doors, and what an endpoint works with. */
const WITH_NAMES = [
  'src/engine/index.ts',
  'src/engine/testing/index.ts',
  'src/engine/testing/test-service.ts',
  'src/engine/jobs/index.ts',
  'src/engine/mail/index.ts',
  'src/engine/metrics/index.ts',
  'src/engine/webhooks/index.ts',
  'src/engine/model/define-routes.ts',
  'src/engine/model/route-context.ts',
  'src/engine/model/records.ts',
  'src/engine/model/define-hooks.ts',
  'web/src/ui/index.ts',
];

/** What the comments of the pages' endpoints refer to is there. */
const OPENAPI = `
import { expect, it } from 'vitest';
import { startTestService } from './test-service.js';

it('describes the endpoints of the pages', async () => {
  const service = await startTestService();
  const { body } = await service.anonymous.get('/openapi.json');
  await service.stop();
  const { paths } = body as { paths: object };
  expect(paths).toMatchObject({ '/task/overdue': {}, '/task/{id}/reopen': {}, '/reports/open': {} });
  for (const [, ref = ''] of JSON.stringify(body).matchAll(/"\\$ref":"#\\/([^"]+)"/g)) {
    const steps = ref.split('/').map((step) => step.replaceAll('~1', '/'));
    expect(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], body), ref).toBeDefined();
  }
});
`;

/** A file of a page, or members of a class that the project has. */
interface Block {
  readonly path: string;
  readonly className: string | null;
  readonly code: string;
}

/** Pages with a spec of their own have a project and a test of their own. */
const SHOP = 'docs/public-shop.md';

/** The blocks of all other pages that say by their first line where they stand. */
const blocksIn = (some: typeof pages) =>
  some.flatMap(([, text]): Block[] =>
    [...text.matchAll(/^```tsx?\n\/\/ (\S+?)(?:, in class (\w+))?\n([^]*?)^```$/gm)].map(
      ([, path = '', className = null, code = '']) => ({ path, className, code }),
    ),
  );
const blocks = blocksIn(pages.filter(([path]) => path !== SHOP));
const testsIn = blocks.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));

/** The project with all that the pages say, and its list of models as `sync` would write it. */
const written = new Map([
  ...rendered,
  ...blocks.map(({ path, className, code }): [string, string] => [
    path,
    className === null ? code : withMembers(path, className, code),
  ]),
  ['test/openapi.test.ts', OPENAPI],
]);
const project = new Map(written).set(MODELS_GEN, renderModelsGen(readProject(written).app));

let folder: string;
beforeAll(() => {
  folder = makeFolder('docs-pages');
  for (const [path, text] of project) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the project with more members in one of its classes, and what these import. */
function withMembers(path: string, className: string, code: string): string {
  const text = rendered.get(path) ?? '';
  const [, imports = '', members = ''] = /^((?:import .*\n)*)([^]*)$/.exec(code) ?? [];
  return imports + text.replace(`class ${className} {`, (line) => `${line}\n${members}`);
}

/** What the compiler says about some files of the project, by one of its settings. */
function typeErrors(settings: string, paths: readonly string[]): string[] {
  const file = join(folder, settings);
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file));
  const program = ts.createProgram(
    paths.map((path) => join(folder, path)),
    options,
  );
  return paths.flatMap((path) => {
    const source = program.getSourceFile(join(folder, path));
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

describe('the code in docs/', () => {
  const isWeb = ({ path }: Block) => path.startsWith('web/');
  const pathsOf = (some: readonly Block[]) => some.map(({ path }) => path);

  it('says where it stands, and no two pages say of one file what it is', () => {
    expect(blocks.length).toBeGreaterThan(9);
    expect(new Set(pathsOf(blocks)).size).toBe(blocks.length);
  });

  it('is read by crudgen without a complaint, and takes nothing from the models', () => {
    const { app, problems } = readProject(project);
    expect(problems).toEqual([]);
    const fieldsOf = (one: App) =>
      withUser(one).models.map(({ name, fields }) => ({ name, fields }));
    expect(fieldsOf(app)).toEqual(fieldsOf(readProject(rendered).app));
  });

  it('type-checks in the project', () => {
    const own = pathsOf(blocks.filter((block) => !isWeb(block)));
    expect(typeErrors('tsconfig.json', own)).toEqual([]);
  });

  it('type-checks in the back-office', () => {
    expect(typeErrors('web/tsconfig.json', pathsOf(blocks.filter(isWeb)))).toEqual([]);
  });

  it('does what it says: its tests pass', () => {
    expect(testsIn).toHaveLength(12);
    const vitest = join(ROOT, 'node_modules/.bin/vitest');
    const { status, stdout, stderr } = run(folder, vitest, [
      'run',
      'test/openapi.test.ts',
      ...testsIn,
    ]);
    expect(status, stdout + stderr).toBe(0);
  });
});

it('what it says about requests at the same time holds on PostgreSQL, too', async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  const test = 'src/models/team-member/at-once.test.ts';
  const { status, stdout, stderr } = run(folder, vitest, ['run', test], { TEST_DATABASE_URL: url });
  await postgres.stop();
  expect(status, stdout + stderr).toBe(0);
});

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
    expect(spoken.split('\n').length).toBeLessThan(80);
  });

  it('names files that a project has', () => {
    const files = quoted.filter((words) =>
      /^[\w.-]+\/$|^(?!\/)[\w./-]+\.(?:tsx?|json|ya?ml|md|js|db)$|^(?:src|web|test|docs)\/[\w./-]*$/.test(
        words,
      ),
    );
    const isThere = (file: string) =>
      LATER.has(file) ||
      blocks.some((block) => block.path === file) ||
      [...rendered.keys()].some((one) =>
        file.endsWith('/') ? one.startsWith(file) : one === file,
      );
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(rendered.get('package.json')!) as { scripts: object };
    for (const line of lines) {
      const script = /\bnpm (?:run ([\w:]+)|(test|start))/.exec(line);
      if (script) expect(Object.keys(scripts), line).toContain(script[1] ?? script[2]);
      if (line.startsWith('crudgen ')) expect(unknownIn(line), line).toEqual([]);
    }
  });

  it('names settings that are read', () => {
    const readers = ['src/settings.ts', '.env.example', 'compose.yaml', 'vitest.config.ts'];
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
    const made = new Set(['MyField']);
    const lost = names.filter((name) => !made.has(name) && !new RegExp(`\\b${name}\\b`).test(all));
    expect(lost).toEqual([]);
  });
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
    { ...appOf('orders'), features: [], web: false },
    { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) },
  );
  const docs = [...bare].filter(([path]) => path.startsWith('docs/'));
  for (const page of ['replace-a-page', 'languages'])
    expect(docs.map(([path]) => path)).not.toContain(`docs/${page}.md`);
  const index = `${bare.get('docs/README.md')}${bare.get('AGENTS.md')}`;
  expect(index).not.toMatch(/replace-a-page|languages/);
  expect(docs).toHaveLength(pages.length - 6);
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
