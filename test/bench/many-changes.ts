/**
 * Measures the history at a million changes of 100,000 records, on both databases:
 *   npx tsx test/bench/many-changes.ts
 * It prints the middle of some requests: of a record, by a user, of a model, of everything.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../support/postgres.js';
import type { Target } from './measure.js';
import { makeProject, startOurs, tokensOf } from './ours.js';
import { ROOT } from './servers.js';

const RECORDS = 100_000;
const CHANGES = 1_000_000;
const TIMES = 41;

const PAGES: Readonly<Record<string, string>> = {
  'of a record': 'model=kept_note&id=50000',
  'by a user with half of them': 'by=manager',
  'by a user with few': 'by=rare',
  'by a user with none': 'by=nobody',
  'of a model': 'model=kept_note',
  'of a model with few': 'model=rare_note',
  'of everything': '',
};

/** Ten changes of each record by two users in turn, and before them a few of another model by another user. */
const ROWS = `
  SELECT CASE WHEN n < 10 THEN 'RareNote' ELSE 'KeptNote' END, CAST(n % ${RECORDS} + 1 AS text), NULL,
    CASE WHEN n < ${RECORDS} THEN 'create' ELSE 'update' END,
    '{"title":["Note ' || n || '","Note ' || (n + 1) || '"],"state":["open","done"]}',
    CASE WHEN n < 10 THEN (SELECT id FROM auth_user WHERE username = 'rare')
      WHEN n % 2 = 0 THEN (SELECT id FROM auth_user WHERE username = 'manager')
      ELSE (SELECT id FROM auth_user WHERE username = 'admin') END,
    CASE WHEN n < 10 THEN 'rare' WHEN n % 2 = 0 THEN 'manager' ELSE 'admin' END, 'session'
  FROM numbers`;
const INTO = 'record_change (model, "key", parent, action, changes, actor_id, actor, door)';
const NOTES = `SELECT n + 1, 'Note ' || n, 'open' FROM numbers WHERE n < ${RECORDS}`;

function fillSqlite(file: string): void {
  const database = new Database(file);
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${CHANGES} - 1)`;
  for (const table of ['kept_note', 'rare_note'])
    database.exec(`${numbers} INSERT INTO ${table} (id, title, state) ${NOTES}`);
  database.exec(`${numbers} INSERT INTO ${INTO} ${ROWS}`);
  database.close();
}

async function fillPostgres(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const numbers = `WITH numbers AS (SELECT n FROM generate_series(0, ${CHANGES} - 1) AS n)`;
  for (const table of ['kept_note', 'rare_note'])
    await client.query(`${numbers} INSERT INTO ${table} (id, title, state) ${NOTES}`);
  await client.query(`${numbers} INSERT INTO ${INTO} ${ROWS}`);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function measure(title: string, { base }: Target): Promise<void> {
  const [token] = await tokensOf(base, ['admin'], 'Admin');
  const headers = { authorization: `Bearer ${token}` };
  for (const [name, query] of Object.entries(PAGES)) {
    const times: number[] = [];
    let entries = 0;
    for (let turn = 0; turn < TIMES; turn++) {
      const began = performance.now();
      const answer = await fetch(`${base}/_history?${query}`, { headers });
      const got = await answer.text();
      times.push(performance.now() - began);
      if (!answer.ok) throw new Error(`${query}: ${answer.status} ${got}`);
      entries = (JSON.parse(got) as unknown[]).length;
    }
    const middle = times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)]!;
    console.log(`${title}: ${name}: ${middle.toFixed(1)} ms, ${entries} changes`);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'many-changes-'));
const server = await startPostgres();
try {
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const project = join(directory, 'notes');
  makeProject(join(import.meta.dirname, 'many-changes.yaml'), project);
  const file = join(directory, 'notes.db');
  const ways = [
    { title: 'SQLite', url: `sqlite:${file}`, fill: () => fillSqlite(file) },
    { title: 'PostgreSQL', url: await server.createDatabase(), fill: fillPostgres },
  ];
  for (const { title, url, fill } of ways) {
    const empty = await startOurs('empty', project, url);
    await tokensOf(empty.base, ['rare', 'nobody'], 'Viewer').finally(() => empty.stop());
    await fill(url);
    const service = await startOurs(title, project, url);
    await measure(title, service).finally(() => service.stop());
  }
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
