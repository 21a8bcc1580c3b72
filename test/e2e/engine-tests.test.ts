import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { crudgen, edit, filesOf, makeFolder, read, run, typeErrors } from './evolution/project.js';

const BIN = join(import.meta.dirname, '../../node_modules/.bin');
const MINUTES = 60_000;
/** A model that is called as one of the tests, and users who have more than theirs. */
const MODELS = `
models:
  User:
    fields:
      badge: string
  Book:
    fields:
      name: string:required:unique
`;

let folder: string;
let project: string;
let postgres: TestPostgres;
let before: ReadonlyMap<string, string>;
const tree = () => new Map(filesOf(project).map((path) => [path, read(project, path)]));

beforeAll(async () => {
  folder = makeFolder('engine-tests');
  writeFileSync(join(folder, 'models.yaml'), MODELS);
  const flags = ['--models', 'models.yaml', '--without', 'admin', '--no-install', '--no-git'];
  await crudgen(folder, 'init', 'shop', ...flags);
  project = join(folder, 'shop');
  // What a developer changes of the service is nothing to the engine.
  edit(project, 'src/settings.ts', (text) =>
    text.replace("read('DOCS', 'public'", "read('DOCS', 'signed-in'"),
  );
  edit(project, 'src/app.ts', (text) =>
    text.replace('app.use(createDocsRouter(parts));', "app.use('/more', createDocsRouter(parts));"),
  );
  before = tree();
  await crudgen(project, 'add', 'engine-tests');
  postgres = await startPostgres();
}, MINUTES);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const succeeds = (tool: string, args: readonly string[], env = {}): string => {
  const { status, stdout, stderr } = run(project, join(BIN, tool), args, env);
  expect(status, (stdout + stderr).slice(-8000)).toBe(0);
  return stdout;
};

describe("the engine's own tests in a project", () => {
  it('are files that belong to no model', async () => {
    const added = filesOf(project).filter((path) => !before.has(path));
    expect(added).toContain('engine/test/records/engine-suite.ts');
    expect(added.filter((path) => !path.startsWith('engine/test/'))).toEqual([]);
    expect(JSON.parse(read(project, 'package.json')).devDependencies).toHaveProperty('fast-check');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await crudgen(project, 'features')).toMatch(/engine-tests +on/);
  });

  it('fit into it', { timeout: 10 * MINUTES }, () => {
    expect(typeErrors(project)).toBe('');
    // What a project has without them is looked at by others (test/golden/examples-run), and their format where they stand.
    succeeds('eslint', ['src', 'engine/test', '--max-warnings', '0']);
    succeeds('prettier', ['--check', 'src', 'package.json']);
  });

  // All of them run where they stand; here those that see the most of what the project edited.
  it('pass on SQLite, beside its own', { timeout: 10 * MINUTES }, () => {
    const rooms = ['auth', 'docs', 'service'].map((room) => `engine/test/${room}`);
    const said = succeeds('vitest', ['run', 'src', ...rooms]);
    expect(said).toMatch(/src\/models\/book\/book\.test\.ts/);
    expect(said).toMatch(/engine\/test\/auth\/auth\.test\.ts/);
  });

  it('pass on the PostgreSQL of the others, or beside it', { timeout: 10 * MINUTES }, async () => {
    const env = { TEST_DATABASE_URL: await postgres.createDatabase() };
    const whole = succeeds('vitest', ['run', 'src', 'engine/test/auth'], env);
    expect(whole).not.toMatch(/skipped/);
    const steps = ['run', 'engine/test/postgres', '-t', 'steps on postgres'];
    expect(succeeds('vitest', steps, env)).toMatch(/Tests +[1-9]\d* passed/);
  });

  it('go without a trace', async () => {
    await crudgen(project, 'drop', 'engine-tests');
    expect(tree()).toEqual(before);
  });
});
