import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { edit, makeFolder, run } from './evolution/project.js';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = `
models:
  Author:
    fields:
      name: string:required:unique
      born: date
      rating: decimal=3,1:default=5.0
      notes: text:read=Admin:write=Admin
  Book:
    rows: { owner: keeper }
    access: { Viewer: [list] }
    fields:
      title: string:required
      tags: json
      printed_at: datetime:default=now
      keeper: ref=User
      author: ref=Author:required:as=books
  Edition:
    fields:
      book: ref=Book:key:as=editions
      number: integer:key:min=1
      sold: integer
  Shelf:
    fields:
      room: string=20:key
      place: string=20:key
      since: date:key
      width: decimal=6,2
  Leaf:
    rows: { as: book }
    access: { Viewer: [list, show] }
    fields:
      book: ref=Book:required:as=leaves
      number: integer:required:unique
      content: file=1mb:required:write=Admin,Manager
      picture: image:required
  Remark:
    fields:
      leaf: ref=Leaf:required:as=remarks
      text: text
`;
/** What it stands in for every other file needs as it is. */
const MOCKING = `
import { expect, it, vi } from 'vitest';
import { readSettings } from '../src/settings.js';

vi.mock('../src/settings.js', () => ({ readSettings: () => 'none' }));

it('stands in for a module', () => expect(readSettings({})).toBe('none'));
`;
/** Nobody listens there. */
const ELSEWHERE = 'postgres://nobody:secret@127.0.0.1:9/production';

let folder: string;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = makeFolder('own-tests');
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  for (const [path, text] of renderProject(appOfSpec('library', SPEC), options)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'test/a-mock.test.ts'), MOCKING);
  edit(folder, '.env', (text) => text.replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${ELSEWHERE}`));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const test = (env: Readonly<Record<string, string>>, ...files: readonly string[]) =>
  run(folder, join(ROOT, 'node_modules/.bin/vitest'), ['run', ...files], env);

async function namesOf(url: string, sql: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
}

describe("a project's own tests", () => {
  it('run on SQLite in files of their own, whatever DATABASE_URL says', () => {
    const { status, stdout, stderr } = test({ CI: '1', BROWSER_TESTS: 'skip' });
    expect(status, stdout + stderr).toBe(0);
    expect(stderr.match(/tests run on .*/g)).toEqual(['tests run on SQLite, in temporary files']);
    expect(stdout).toContain('test/a-mock.test.ts');
    expect(stderr).toContain('the back-office is not tested: BROWSER_TESTS=skip\n');
  });

  it('run on the PostgreSQL of TEST_DATABASE_URL, and leave nothing there', async () => {
    const url = await postgres.createDatabase();
    const databases = () => namesOf(url, 'SELECT datname AS name FROM pg_database');
    const before = await databases();
    const { status, stdout, stderr } = test({ TEST_DATABASE_URL: url });
    expect(status, stdout + stderr).toBe(0);
    const { host, pathname, password } = new URL(url);
    expect(stderr).toContain(
      `tests run on PostgreSQL at ${host}, in databases beside ${pathname.slice(1)}\n`,
    );
    expect(stderr).not.toContain(`:${password}@`);
    expect(stderr).toContain('the back-office is not tested: web/dist is missing: npm run build\n');
    expect(await databases()).toEqual(before);
    const tables =
      "SELECT relname AS name FROM pg_class WHERE relnamespace::regnamespace = 'public'::regnamespace";
    expect(await namesOf(url, tables)).toEqual([]);
  });

  it.each([
    ['mysql://root:secret@localhost/app', 'expected `sqlite:data/app.db` or `postgres://'],
    [ELSEWHERE, 'connect ECONNREFUSED 127.0.0.1:9'],
  ])('do not run where TEST_DATABASE_URL is %s', (url, said) => {
    const { status, stdout, stderr } = test({ TEST_DATABASE_URL: url }, 'test/migrations.test.ts');
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(`TEST_DATABASE_URL: ${said}`);
    expect(stdout + stderr).not.toMatch(/secret|global-setup|\n +at /);
  });

  it('fail in CI where no browser can test the back-office', () => {
    const { status, stderr } = test({ CI: '1' }, 'test/back-office.test.ts');
    expect(status).toBe(1);
    expect(stderr).toContain('web/dist is missing: npm run build; or set BROWSER_TESTS=skip');
  });
});
