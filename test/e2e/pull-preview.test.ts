import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../src/pull/database.js';
import { STATEMENT_QUERIES, statementsIn } from '../../src/pull/statements.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { SCRATCH } from '../support/scratch.js';

const ROOT = join(import.meta.dirname, '../..');
const TABLES = `
  CREATE TABLE artist (id integer PRIMARY KEY, name varchar(120) NOT NULL);
  CREATE TABLE album (id integer PRIMARY KEY, title varchar(160) NOT NULL, artist_id integer NOT NULL REFERENCES artist (id));
  INSERT INTO artist VALUES (1, 'Holiday');
  INSERT INTO album VALUES (1, 'Lady in Satin', 1), (2, 'Songs', 1);`;

const folder = mkdtempSync(join(SCRATCH, 'preview-'));
let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Starts a preview, asks it, and ends it as Ctrl+C does; its temporary folder is then empty. */
async function whilePreviewed(database: string, ask: (url: string) => Promise<void>) {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const args = [join(ROOT, 'bin/crudgen.js'), 'pull', database, '--preview', '--no-web'];
  const child = spawn(process.execPath, [...args, '--no-install'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, PORT: '0', VITEST: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  try {
    await expect
      .poll(() => (child.exitCode === null ? said : `ended: ${said}`), { timeout: 240_000 })
      .toContain('Ctrl+C ends it');
    await ask(/http:\S+(?=\/docs)/.exec(said)![0]);
  } finally {
    child.kill('SIGINT');
  }
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(temporary).filter((name) => name.startsWith('crudgen-'))).toEqual([]);
}

/** The status of a request with a method, and a name for the host. */
async function statusOf(url: string, method: string, host?: string): Promise<number> {
  const asked = request(url, { method, ...(host !== undefined && { headers: { host } }) }).end();
  const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

async function asksReadsOnly(url: string): Promise<void> {
  const albums = (await (await fetch(`${url}/album?_sort=id`)).json()) as { title: string }[];
  expect(albums.map(({ title }) => title)).toEqual(['Lady in Satin', 'Songs']);
  expect(await statusOf(`${url}/album/1?_expand=artist`, 'GET')).toBe(200);
  expect(await statusOf(`${url}/album`, 'HEAD')).toBe(200);
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    expect(await statusOf(`${url}/album/1`, method)).toBe(405);
  for (const path of ['/auth/login', '/auth/register', '/_batch'])
    expect(await statusOf(url + path, 'POST')).toBe(405);
  for (const path of ['/user', '/role']) expect(await statusOf(url + path, 'GET')).toBe(403);
  expect(await statusOf(`${url}/album`, 'GET', 'rebound.example')).toBe(403);
}

it('serves a copy of a file of SQLite, which stays as it was', async () => {
  const place = join(folder, 'files');
  mkdirSync(place);
  const file = join(place, 'music.db');
  const database = new Database(file);
  database.exec(TABLES);
  database.close();
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');
  const before = digest();
  await whilePreviewed(file, asksReadsOnly);
  expect(digest()).toBe(before);
  expect(readdirSync(place)).toEqual(['music.db']);
}, 300_000);

it('serves a database of PostgreSQL in which nothing is made', async () => {
  const url = await server.createDatabase();
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(TABLES);
    const all = async () => {
      const rows: Record<string, Row[]> = {};
      for (const [name, sql] of Object.entries(STATEMENT_QUERIES.postgres))
        rows[name] = (await client.query<Row>(sql)).rows;
      const albums = await client.query<Row>('SELECT * FROM album ORDER BY id');
      return [statementsIn('postgres', rows), albums.rows];
    };
    const before = await all();
    await whilePreviewed(url, async (at) => {
      await asksReadsOnly(at);
      await client.query(`INSERT INTO album VALUES (3, 'Stardust', 1)`);
      expect(await statusOf(`${at}/album/3`, 'GET')).toBe(200);
      await client.query('DELETE FROM album WHERE id = 3');
    });
    expect(await all()).toEqual(before);
  } finally {
    await client.end();
  }
}, 300_000);
