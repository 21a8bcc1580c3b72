/**
 * Measures figures of a list of 100,000 records against the same statement by hand, on both databases:
 *   npx tsx test/bench/figures.ts [rounds]
 * Both ways take turns; it prints the fastest of each in milliseconds, and their ratio. By HTTP there is a request more: parsing, the
 * policy, JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ADMIN, launchService } from '../contract/harness.js';
import { clientFor } from '../contract/use-service.js';
import { startPostgres } from '../support/postgres.js';

const ROUNDS = Number(process.argv[2] ?? 5);
const RECORDS = 100_000;

/** Runs one statement of the database itself. */
type Run = (sql: string) => Promise<unknown>;

interface Asked {
  readonly name: string;
  readonly query: string;
  readonly sqlite: string;
  readonly postgres: string;
}

const grouped = (key: string, rest = ''): string =>
  `SELECT ${key}, COUNT(*), SUM(planned_work_hours) FROM task GROUP BY 1 ${rest}`;

const ASKED: readonly Asked[] = [
  {
    name: 'by status',
    query: '_by=status&_sum=planned_work_hours',
    sqlite: grouped('status'),
    postgres: grouped('status'),
  },
  {
    name: 'by month of a date',
    query: '_by=due_date.month&_sum=planned_work_hours',
    sqlite: grouped('substr(due_date, 1, 7)'),
    postgres: grouped("date_trunc('month', due_date)"),
  },
  {
    name: 'by month of a datetime in UTC',
    query: '_by=created_at.month&_sum=planned_work_hours',
    sqlite: grouped('substr(created_at, 1, 7)'),
    postgres: grouped("date_trunc('month', created_at)"),
  },
  {
    name: 'by month of a datetime in Berlin (by hand on SQLite: in UTC)',
    query: '_by=created_at.month&_sum=planned_work_hours&_tz=Europe/Berlin',
    sqlite: grouped('substr(created_at, 1, 7)'),
    postgres: grouped("date_trunc('month', created_at AT TIME ZONE 'Europe/Berlin')"),
  },
  {
    name: 'the ten largest of 1,000',
    query: '_by=title&_sum=planned_work_hours&_sort=-sum.planned_work_hours&_end=10',
    sqlite: grouped('title', 'ORDER BY 3 DESC LIMIT 10'),
    postgres: grouped('title', 'ORDER BY 3 DESC LIMIT 10'),
  },
];

async function measure(title: string, databaseUrl: string, by: 'sqlite' | 'postgres', run: Run) {
  const service = await (await launchService({ example: 'task-manager', databaseUrl })).ready();
  try {
    const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    await run(FILL[by]);
    for (const { name, query, ...sql } of ASKED) {
      let [hand, ours] = [Infinity, Infinity];
      for (let round = 0; round < ROUNDS; round++) {
        hand = Math.min(hand, await timeOf(() => run(sql[by])));
        ours = Math.min(
          ours,
          await timeOf(async () => {
            const { status, text } = await admin.get(`/task/_aggregate?${query}`);
            if (status !== 200) throw new Error(text);
          }),
        );
      }
      const ratio = (ours / hand).toFixed(2);
      console.log(`| ${title} | ${name} | ${hand.toFixed(0)} | ${ours.toFixed(0)} | ${ratio} |`);
    }
  } finally {
    await service.dispose();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const COLUMNS = 'title, description, status, planned_work_hours, due_date, created_at, updated_at';
const VALUES = "'task ' || (i % 1000), 'd'";
const STATUS = "CASE i % 3 WHEN 0 THEN 'todo' WHEN 1 THEN 'in_progress' ELSE 'done' END";
const FILL = {
  sqlite:
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RECORDS}) ` +
    `INSERT INTO task (${COLUMNS}) SELECT ${VALUES}, ${STATUS}, i % 40, ` +
    "date('2020-01-01', '+' || (i % 2000) || ' days'), " +
    "strftime('%Y-%m-%d %H:%M:%f', '2024-01-01', '+' || (i * 11) || ' minutes'), " +
    `'2026-01-01 00:00:00.000' FROM n`,
  postgres:
    `INSERT INTO task (${COLUMNS}) SELECT ${VALUES}, ${STATUS}, i % 40, ` +
    "DATE '2020-01-01' + (i % 2000)::int, " +
    "TIMESTAMPTZ '2024-01-01' + i * INTERVAL '11 minutes', now() " +
    `FROM generate_series(1, ${RECORDS}) AS i`,
};

console.log('| Database | Figures | by hand | `_aggregate` | ratio |');
console.log('|---|---|---|---|---|');
const folder = mkdtempSync(join(tmpdir(), 'figures-'));
const file = join(folder, 'figures.db');
const open = { sqlite: null as Database.Database | null };
await measure('SQLite', `sqlite:${file}`, 'sqlite', (sql) => {
  open.sqlite ??= new Database(file);
  const statement = open.sqlite.prepare(sql);
  return Promise.resolve(statement.reader ? statement.all() : statement.run());
});
open.sqlite?.close();
rmSync(folder, { recursive: true, force: true });
const server = await startPostgres();
const url = await server.createDatabase();
const client = new pg.Client(url);
await client.connect();
await measure('PostgreSQL', url, 'postgres', (sql) => client.query(sql));
await client.end();
await server.stop();
