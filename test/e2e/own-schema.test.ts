import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../src/pull/database.js';
import { STATEMENT_QUERIES, statementsIn } from '../../src/pull/statements.js';
import { buildService } from '../support/build-service.js';
import { driftOf } from '../support/drift-of.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { read, run, runCrudgen } from '../support/project-on-disk.js';
import { SCRATCH } from '../support/scratch.js';
import { fixture } from '../unit/pull/databases.js';
import { serving } from './evolution/project.js';

const folder = mkdtempSync(join(SCRATCH, 'own-schema-'));
const project = join(folder, 'school');
let server: TestPostgres;
let url: string;

const JOB = `INSERT INTO background_job (name, payload, max_attempts) VALUES ('greet', '{}', 1)`;

/** Runs statements in a session that finds all names in the schema of the models, or in none. */
async function ask(path: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${path}` });
  await client.connect();
  try {
    const rows: Row[] = [];
    for (const sql of statements)
      for (const result of [await client.query<Row>(sql)].flat()) rows.push(...result.rows);
    return rows;
  } finally {
    await client.end();
  }
}

/** All that was there before the service: the statements that make it, and its rows. */
async function whole(): Promise<readonly string[]> {
  const rows: Record<string, Row[]> = {};
  for (const [name, sql] of Object.entries(STATEMENT_QUERIES.postgres))
    rows[name] = await ask('', sql);
  const tables = await ask(
    '',
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname !~ '^(pg_|information_schema|crudgen$)' ORDER BY 1`,
  );
  const contents = tables.map(async ({ name }) =>
    JSON.stringify([name, await ask('', `SELECT * FROM ${String(name)} AS t ORDER BY t::text`)]),
  );
  const isOwn = (sql: string) =>
    /\bcrudgen\./.test(sql) || sql === 'CREATE SCHEMA IF NOT EXISTS crudgen';
  const statements = statementsIn('postgres', rows).filter((sql) => !isOwn(sql));
  return [...statements, ...(await Promise.all(contents))];
}

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  // Another tool keeps its migrations where the service would.
  await ask('public', fixture('school.postgres.sql'), 'CREATE TABLE migrations (batch integer)');
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('keeps all own tables in their schema; that of the models stays as it was', async () => {
  const before = await whole();
  const flags = [
    '--own-schema',
    'crudgen',
    '--with',
    'jobs',
    '--no-install',
    '--no-git',
    '--no-web',
  ];
  expect(runCrudgen(folder, 'pull', url, 'school', ...flags)).toMatchObject({ status: 0 });
  const own = /^DATABASE_URL=(.*)$/m.exec(read(project, '.env'))![1]!;
  expect(own).toContain('search_path%3Dcrudgen%2Cpublic');
  buildService(project);
  const answer = await serving(project, own, async (at) => {
    const body = JSON.stringify({ username: 'admin', password: 'admin' });
    const headers = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${at}/auth/login`, { method: 'POST', headers, body });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    await ask('crudgen,public', JOB);
    const asked = { headers: { authorization: `Bearer ${token}` } };
    const list = await fetch(`${at}/student`, asked);
    return [signedIn.status, list.status, await list.json()];
  });
  expect(answer).toEqual([200, 200, expect.anything()]);
  expect(await whole()).toEqual(before);
  const [sessions] = await ask('crudgen', 'SELECT count(*)::int AS n FROM auth_session');
  expect(sessions).toEqual({ n: 1 });
  expect(driftOf(project, own)).toMatchObject({ told: [], problems: [], exit: 0 });
}, 300_000);

it('makes the models of an empty database in their schema, and own tables beside it', async () => {
  const empty = await server.createDatabase();
  const own = `${empty}?options=-c%20search_path%3Dcrudgen%2Cpublic`;
  await serving(project, own, async (at) => {
    expect((await fetch(`${at}/healthz`)).status).toBe(200);
  });
  expect(driftOf(project, own)).toMatchObject({ told: [], problems: [], exit: 0 });
  url = empty;
  const [found] = await ask(
    '',
    `SELECT to_regclass('public.student')::text AS theirs, to_regclass('crudgen.auth_user')::text AS ours`,
  );
  expect(found).toEqual({ theirs: 'public.student', ours: 'crudgen.auth_user' });
}, 120_000);

it('passes the tests of a model, which have a file of SQLite', () => {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const { status, stdout } = run(project, process.execPath, [vitest, 'run', 'src/models/course'], {
    TEST_DATABASE_URL: '',
  });
  expect([status, stdout.match(/Tests .*/)?.[0]]).toEqual([0, expect.stringContaining('passed')]);
}, 300_000);

it.each([
  [['--own-schema', 'public'], 'the tables of the models are in the schema `public`'],
  [['--own-schema', 'Own Tables'], '`Own Tables` is no name for a schema'],
  [['--own-schema', 'crudgen', '--spec-only'], 'a spec says nothing of the own tables'],
])('refuses %j', (flags, message) => {
  const { status, stderr } = runCrudgen(folder, 'pull', url, 'other', ...flags);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
