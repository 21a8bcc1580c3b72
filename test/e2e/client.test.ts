import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  crudgen,
  edit,
  filesOf,
  makeFolder,
  npm,
  read,
  run,
  serving,
  typeErrors,
} from './evolution/project.js';

const ROOT = join(import.meta.dirname, '../..');
const CONSUMER = readFileSync(join(ROOT, 'test/fixtures/client/consumer.ts'), 'utf8');
const SCHEMA = 'client/schema.gen.ts';
const MODELS = `models:
  Task:
    label: '{title}'
    fields:
      title: string:required:max=80
      body: text
      kind: enum=blue,red
      code: string:pattern=^[A-Z]+-[0-9]+$
      count: bigint
      level: integer:default=1
      ratio: float
      price: decimal=10,2:min=0
      done: boolean:required:default=false
      due: date
      at: time
      seen: datetime:default=now
      external: uuid
      shade: color
      data: json
      secret: string:read=Manager
      parent: ref=Task:as=children:on_delete=restrict
      tags: refs=Tag:as=tasks
  Tag:
    timestamps: false
    fields:
      name: string:required:unique
  Place:
    fields:
      code: string=20:key
`;
/** As Vite sets up a front end, and stricter. */
const FRONT_END = {
  compilerOptions: {
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], module: 'esnext', types: [] },
    ...{ moduleResolution: 'bundler', allowImportingTsExtensions: true, noEmit: true },
    ...{ strict: true, noUnusedLocals: true, noUnusedParameters: true, skipLibCheck: true },
    ...{ verbatimModuleSyntax: true, erasableSyntaxOnly: true, exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, noUncheckedSideEffectImports: true },
  },
  include: ['client'],
};

describe('the typed client of a service', { timeout: 240_000 }, () => {
  let folder: string;
  let project: string;
  let before: ReadonlyMap<string, string>;
  const tree = () => new Map(filesOf(project).map((path) => [path, read(project, path)]));
  const build = () => run(project, 'npm', ['run', 'build']);
  const said = () => run(project, 'npm', ['run', '--silent', 'client']).stderr;

  beforeAll(async () => {
    folder = makeFolder('client');
    writeFileSync(join(folder, 'models.yaml'), MODELS);
    const flags = ['--models', 'models.yaml', '--without', 'admin', '--no-install', '--no-git'];
    await crudgen(folder, 'init', 'shop', '--yes', ...flags);
    project = join(folder, 'shop');
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    await crudgen(project, 'endpoint', 'add', 'Task', 'post', '/:id/mark', '--action', 'edit');
    // It is built often: the compiler goes on from what it knows, as a developer may tell it to.
    edit(project, 'tsconfig.build.json', (text) =>
      text.replace('"noEmit": false', '"noEmit": false,\n    "incremental": true'),
    );
    before = tree();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is there with its first build, which writes its types', async () => {
    const told = await crudgen(project, 'add', 'client');
    expect(told).not.toContain('npm run client');
    const { status, stdout, stderr } = build();
    expect(status, stdout + stderr).toBe(0);
    expect(stderr).toContain(`wrote ${SCHEMA}`);
    expect(said()).toBe(`${SCHEMA} is up to date\n`);
    for (const tool of [
      ['eslint', 'client'],
      ['prettier', '--check', 'client', 'engine/client'],
    ])
      npm(project, 'exec', '--', ...tool);
  });

  it('lets the compiler find the mistakes of who calls the service', () => {
    writeFileSync(join(project, 'test/consumer.ts'), CONSUMER);
    expect(typeErrors(project)).toBe('');
  });

  it('is what a front end takes as it is', () => {
    const shop = join(folder, 'front-end');
    mkdirSync(shop);
    cpSync(join(project, 'client'), join(shop, 'client'), { recursive: true });
    writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify(FRONT_END));
    const { stdout } = run(shop, join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.']);
    expect(stdout).toBe('');
  });

  it('signs in, writes, reads, and tells refusals apart', async () => {
    const said = await serving(project, 'sqlite:data/app.db', async (address) =>
      run(project, join(ROOT, 'node_modules/.bin/tsx'), ['test/consumer.ts', address]),
    );
    rmSync(join(project, 'test/consumer.ts'));
    expect(said.stderr).toBe('');
    expect(JSON.parse(said.stdout)).toEqual({
      refused: 401,
      user: ['Admin'],
      made: {
        count: '9007199254740993',
        seen: '2026-12-01T07:30:00.000Z',
        data: { any: [1] },
        secret: 'none',
      },
      list: { total: 2, titles: ['One'] },
      found: 1,
      places: ['50 %', 'a,b'],
      walked: ['Below', 'One', 'Three', 'Two'],
      unfiltered: 'id has no values to filter by: nothing would match',
      parent: 'One',
      wrong: ['title', 'price'],
      gone: 404,
      outdated: 'changed',
      kept: 1,
      marked: 200,
      signedOut: 401,
      thrown: 'Send a token: Authorization: Bearer <access_token>.',
      trouble: true,
    });
  });

  it('stops a build once it is not that of the code, however that has changed', async () => {
    const told = await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
    expect(told).toMatch(/Next:\n {2}npm run client\n {2}npm run build\n/);
    const sentence = `error: ${SCHEMA} no longer describes this service; to write it again: npm run client\n`;
    expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
    npm(project, 'run', 'client');
    expect(read(project, SCHEMA)).toContain('rank?: components["schemas"]["integer-or-null"]');
    expect(build()).toMatchObject({ status: 0, stderr: expect.not.stringContaining(SCHEMA) });

    edit(project, 'src/models/task/task.routes.ts', (text) =>
      text.replace('/:id/mark', '/:id/star'),
    );
    expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
    edit(project, 'src/models/task/task.routes.ts', (text) =>
      text.replace('/:id/star', '/:id/mark'),
    );
    expect(said()).toBe(`${SCHEMA} is up to date\n`);
  });

  it('has its types elsewhere, too, and the document that they are made of', () => {
    npm(project, 'run', 'client', '--', 'web/api/schema.gen.ts');
    expect(read(project, 'web/api/schema.gen.ts')).toBe(read(project, SCHEMA));
    rmSync(join(project, 'web'), { recursive: true });
    const { paths } = JSON.parse(
      run(project, 'npm', ['run', '--silent', 'client', '--', '--document']).stdout,
    );
    expect(Object.keys(paths)).toContain('/task/{id}/mark');
    const wrong = run(project, 'npm', ['run', '--silent', 'client', '--', '--chek']);
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringMatching(/^error: .*--chek/) });
  });

  it('goes without a trace', async () => {
    await crudgen(project, 'model', 'remove-field', 'Task', 'rank', '--drop-data');
    await crudgen(project, 'drop', 'client');
    const isMigration = (path: string) => path.includes('/migrations/');
    const own = (files: ReadonlyMap<string, string>) =>
      Object.fromEntries([...files].filter(([path]) => !isMigration(path)));
    expect(own(tree())).toEqual(own(before));
  });
});
