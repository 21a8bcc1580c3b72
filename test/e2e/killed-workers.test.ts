import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { buildScript } from '../support/build-script.js';
import { startPostgres } from '../support/postgres.js';

const SCRIPT = await buildScript('job-worker');
const JOBS = 240;

/** A worker that is ready. */
async function startWorker(url: string, longest: number): Promise<ChildProcess> {
  const args = [SCRIPT, url, String(longest)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  expect(child.exitCode).toBeNull();
  return child;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** A database with a trigger that notes whenever a job becomes done. */
interface Watched {
  readonly url: string;
  readonly query: Query;
  readonly trigger: readonly string[];
}

/** Workers that die at any moment and come back, until all jobs are done. */
async function workAmongKills({ url, query }: Watched): Promise<number> {
  let kills = 0;
  let isOver = false;
  const live = async (): Promise<void> => {
    while (!isOver) {
      const child = await startWorker(url, 120);
      await Promise.race([sleep(200 + Math.random() * 600), once(child, 'exit')]);
      await end(child, 'SIGKILL');
      kills += 1;
    }
  };
  const lives = [live(), live()];
  const last = performance.now() + 160_000;
  while (!isOver) {
    await sleep(200);
    const [row] = await query(
      `SELECT COUNT(*) AS left FROM background_job WHERE name = 'work' AND status <> 'done'`,
    );
    isOver = Number(row!['left']) === 0 || performance.now() > last;
  }
  await Promise.all(lives);
  return kills;
}

function describeKills(open: () => Promise<Watched>): void {
  it('run each job at least once, and none is done twice, killed at any moment', async () => {
    const watched = await open();
    const { url, query, trigger } = watched;
    // The first worker makes the tables.
    await end(await startWorker(url, 0), 'SIGTERM');
    for (const sql of trigger) await query(sql);
    const values = Array.from({ length: JOBS }, () => `('work', '{}', 1000)`).join(', ');
    await query(`INSERT INTO background_job (name, payload, max_attempts) VALUES ${values}`);

    const kills = await workAmongKills(watched);

    const rows = await query(`SELECT id, status, attempts FROM background_job WHERE name = 'work'`);
    expect(rows).toHaveLength(JOBS);
    expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
    const notes = (await query('SELECT text FROM note')).map(({ text }) => String(text));
    const began = new Set(notes.filter((text) => text.startsWith('began')));
    const done = notes.filter((text) => text.startsWith('done'));
    expect(began.size).toBe(JOBS);
    expect(done).toHaveLength(JOBS);
    expect(new Set(done).size).toBe(JOBS);
    // Else nothing was tried: workers died, and with jobs in their hands.
    expect(kills).toBeGreaterThan(4);
    expect(rows.filter(({ attempts }) => Number(attempts) > 1).length).toBeGreaterThan(2);
  }, 240_000);

  it('run what a schedule says once, whichever of them does', async () => {
    const { url, query } = await open();
    const workers = await Promise.all([startWorker(url, 0), startWorker(url, 0)]);
    await sleep(4500);
    await Promise.all(workers.map((worker) => end(worker, 'SIGTERM')));
    const rows = await query(
      `SELECT id, scheduled_at, attempts FROM background_job WHERE name = 'tick' AND status = 'done'`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows.map((row) => String(row['scheduled_at']))).size).toBe(rows.length);
    const notes = (await query('SELECT text FROM note')).map(({ text }) => text);
    expect(notes.sort()).toEqual(rows.map(({ id }) => `ticked ${String(id)}`).sort());
  }, 60_000);
}

describe('workers on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const opened: Sqlite.Database[] = [];
  afterAll(() => {
    for (const one of opened) one.close();
    rmSync(folder, { recursive: true });
  });
  describeKills(async () => {
    const path = join(folder, `${opened.length}.db`);
    const handle = new Sqlite(path, { timeout: 20_000 });
    opened.push(handle);
    const query: Query = async (sql) => {
      const statement = handle.prepare(sql);
      if (statement.reader) return statement.all() as Record<string, unknown>[];
      statement.run();
      return [];
    };
    const trigger = [
      `CREATE TRIGGER noted AFTER UPDATE OF status ON background_job WHEN NEW.status = 'done' AND NEW.name = 'work'
       BEGIN INSERT INTO note (text) VALUES ('done ' || NEW.id); END`,
    ];
    return { url: `sqlite:${path}`, query, trigger };
  });
});

describe('workers on PostgreSQL', async () => {
  const server = await startPostgres();
  const clients: Client[] = [];
  afterAll(async () => {
    for (const client of clients) await client.end();
    await server.stop();
  });
  describeKills(async () => {
    const url = await server.createDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    const query: Query = async (sql) => (await client.query(sql)).rows as Record<string, unknown>[];
    const trigger = [
      `CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO note (text) VALUES ('done ' || NEW.id); RETURN NEW; END $$`,
      `CREATE TRIGGER noted AFTER UPDATE OF status ON background_job FOR EACH ROW
       WHEN (NEW.status = 'done' AND NEW.name = 'work') EXECUTE FUNCTION noted()`,
    ];
    return { url, query, trigger };
  });
});
