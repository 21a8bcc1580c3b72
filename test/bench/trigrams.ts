import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../support/postgres.js';
import {
  createTrigrams,
  dropTrigrams,
} from '../../templates/service/engine/database/sqlite/trigrams.js';
import { fillPostgres, fillSqlite } from './data.js';
import type { Target } from './measure.js';
import { makeProject, startOurs } from './ours.js';
import { ROOT } from './servers.js';

const ID = { column: 'id', type: 'id' } as const;
const ROWS = 1_000_000;
const TIMES = 41;
/** What PostgreSQL keeps in memory: the table and its indexes, which its default of 128 MB does not hold. */
const BUFFERS = '512MB';
const CREATED = 500;

/** Title of a task: `Task 4711 report 3`. What finds 10,000, 1,000, one and none of a million. */
const NEEDLES = {
  10_000: '99 report',
  1000: 'report 123',
  1: 'task 654321',
  0: 'nowhere',
} as const;

/** Milliseconds in the middle of some runs. */
export interface Searched {
  readonly name: string;
  /** Of a page of what contains a text and its total, by how many there are. */
  readonly lists: ReadonlyMap<string, number>;
  readonly create: number;
}

/** A list by a contained text and its total, and a create, of a million tasks: with an index of trigrams on `title`, and without. */
export async function measureTrigrams(directory: string): Promise<Searched[]> {
  const project = join(directory, 'searched');
  const spec = join(directory, 'searched.yaml');
  const models = readFileSync(join(ROOT, 'examples', 'task-manager', 'models.yaml'), 'utf8');
  writeFileSync(spec, models.replace(/^( +title: string:required.*)$/m, '$1:search=trigram'));
  makeProject(spec, project);
  const file = join(directory, 'searched.db');
  const server = await startPostgres([`shared_buffers=${BUFFERS}`]);
  try {
    const url = await server.createDatabase();
    return [
      ...(await withoutAndWith('SQLite', project, `sqlite:${file}`, {
        drop: () => inFile(file, dropTrigrams('task', 'title', ID)),
        fill: () => fillSqlite(file, ROWS),
        make: () => inFile(file, createTrigrams('task', 'title', ID)),
      })),
      ...(await withoutAndWith('PostgreSQL', project, url, indexOn(url))),
    ];
  } finally {
    await server.stop();
  }
}

interface Ways {
  drop(): void | Promise<void>;
  fill(): void | Promise<void>;
  make(): void | Promise<void>;
}

/** The index is made when the rows are there: a million triggers would take a quarter of an hour. */
async function withoutAndWith(
  name: string,
  project: string,
  url: string,
  { drop, fill, make }: Ways,
): Promise<Searched[]> {
  await (await startOurs('empty', project, url)).stop();
  await drop();
  await fill();
  const slow = await measure(await startOurs(name, project, url));
  await make();
  return [slow, await measure(await startOurs(`${name}, indexed`, project, url))];
}

function inFile(file: string, statements: readonly string[]): void {
  const database = new Database(file);
  for (const sql of statements) database.exec(sql);
  database.close();
}

/** The index as the service makes it, with the collation that it has found. */
function indexOn(url: string): Ways {
  let definition = '';
  const find = `SELECT pg_get_indexdef('trigram_task_title'::regclass) AS sql`;
  return {
    async drop() {
      definition = await onServer(url, find);
      await onServer(url, 'DROP INDEX trigram_task_title');
    },
    fill: () => fillPostgres(url, ROWS),
    async make() {
      await onServer(url, definition);
      await onServer(url, 'VACUUM ANALYZE task');
    },
  };
}

/** Runs a statement; gives the column `sql` of its first row. */
async function onServer(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ sql: string }>(sql);
  await client.end();
  return rows[0]?.sql ?? '';
}

async function measure(target: Target): Promise<Searched> {
  try {
    const lists = new Map<string, number>();
    for (const [hits, needle] of Object.entries(NEEDLES))
      lists.set(
        hits,
        await middle(TIMES, async (n) => {
          // Each write forgets the totals that are remembered.
          await create(target, n);
          const began = performance.now();
          const path = `/task?title__ilike=${encodeURIComponent(needle)}&_end=25`;
          await (await fetch(target.base + path, { headers: target.headers })).text();
          return performance.now() - began;
        }),
      );
    const created = await middle(CREATED, async (n) => {
      const began = performance.now();
      await create(target, n);
      return performance.now() - began;
    });
    return { name: target.name, lists, create: created };
  } finally {
    await target.stop();
  }
}

async function create({ base, headers }: Target, n: number): Promise<void> {
  const answer = await fetch(`${base}/task`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `A new task of medium length, number ${n}`, project_id: 1 }),
  });
  if (answer.status !== 201) throw new Error(`a create was answered ${answer.status}`);
  await answer.text();
}

/** The first is not counted: readers start with it. */
async function middle(times: number, run: (n: number) => Promise<number>): Promise<number> {
  await run(0);
  const found: number[] = [];
  for (let n = 1; n <= times; n++) found.push(await run(n));
  return found.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

/** The times as a table, a line for each database with and without the index. */
export function trigramTable(found: readonly Searched[]): string {
  const hits = Object.keys(NEEDLES);
  const lines = found.map(({ name, lists, create: created }) =>
    [name, ...hits.map((one) => lists.get(one)!.toFixed(1)), created.toFixed(2)].join(' | '),
  );
  const head = ['ms', ...hits.map((one) => `${one} found`), 'create'].join(' | ');
  const note = `PostgreSQL with \`shared_buffers=${BUFFERS}\`.\n`;
  const table = [head, '---|---:|---:|---:|---:|---:', ...lines].map((line) => `| ${line} |`);
  return [note, ...table].join('\n');
}
