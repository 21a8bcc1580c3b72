import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProject } from '../../src/code/read-project.js';
import { withList } from '../support/list-models.js';
import { withUser } from '../../src/model/built-in.js';
import type { App } from '../../src/model/model.js';
import { makeFolder, run } from '../e2e/evolution/project.js';
import { startPostgres } from '../support/postgres.js';
import { type Block, blocks, writableProject } from './docs-blocks.js';

const ROOT = join(import.meta.dirname, '../..');
const TSX = join(ROOT, 'node_modules/.bin/tsx');
const testsIn = blocks.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));

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

/** The project with all that the pages say, and its list of models as `sync` would write it. */
const written = new Map([
  ...writableProject,
  ...blocks.map(({ path, className, code }): [string, string] => [
    path,
    className === null ? code : withMembers(path, className, code),
  ]),
  ['test/openapi.test.ts', OPENAPI],
]);
const project = withList(written);

let folder: string;
beforeAll(() => {
  folder = makeFolder('docs-pages');
  for (const [path, text] of project) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stderr } = run(folder, TSX, ['src/main.ts', 'client']);
  if (status !== 0) throw new Error(stderr);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the project with more members in one of its classes, and what these import. */
function withMembers(path: string, className: string, code: string): string {
  const text = writableProject.get(path) ?? '';
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
    expect(fieldsOf(app)).toEqual(fieldsOf(readProject(writableProject).app));
  });

  it('type-checks in the project', () => {
    const own = pathsOf(blocks.filter((block) => !isWeb(block)));
    expect(typeErrors('tsconfig.json', own)).toEqual([]);
  });

  it('type-checks in the back-office', () => {
    expect(typeErrors('web/tsconfig.json', pathsOf(blocks.filter(isWeb)))).toEqual([]);
  });

  it('does what it says: its tests pass', () => {
    expect(testsIn).toHaveLength(16);
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
