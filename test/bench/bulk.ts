import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { median } from './measure.js';
import { SERVICE_ENV } from './ours.js';
import { ROOT } from './servers.js';

const ROWS = 100_000;

const SEED_FAKE = ['--import', 'tsx', join(ROOT, 'templates/tools/seed-fake.ts')];

/** Rows a second. */
export interface Bulk {
  /** Made up and written by `crudgen seed --fake`. */
  readonly fake: number;
  /** The same rows by one prepared statement in one transaction. */
  readonly raw: number;
}

/** How fast a generated project fills a table, in rounds; `file` is a database of its own whose tasks are replaced. */
export function measureBulk(project: string, file: string, rounds: number): Bulk {
  const samples = Array.from({ length: rounds }, () => {
    empty(file);
    return { fake: insertFake(project, file), raw: insertAgain(file) };
  });
  return {
    fake: median(samples.map(({ fake }) => fake)),
    raw: median(samples.map(({ raw }) => raw)),
  };
}

function insertFake(project: string, file: string): number {
  const printed = execFileSync(
    process.execPath,
    [
      ...SEED_FAKE,
      '--fake',
      String(ROWS),
      '--seed',
      '7',
      '--today',
      '2026-11-25',
      '--json',
      'Task',
    ],
    {
      cwd: project,
      env: { ...process.env, ...SERVICE_ENV, DATABASE_URL: `sqlite:${file}` },
      encoding: 'utf8',
    },
  );
  const { results } = JSON.parse(printed) as { results: { rows: number; seconds: number }[] };
  return results[0]!.rows / results[0]!.seconds;
}

function empty(file: string): void {
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.exec('DELETE FROM task');
  database.close();
}

function insertAgain(file: string): number {
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  const rows = database.prepare('SELECT * FROM task ORDER BY id').raw().all() as unknown[][];
  database.exec('DELETE FROM task');
  database.pragma('foreign_keys = ON');
  const insert = database.prepare(
    `INSERT INTO task VALUES (${rows[0]!.map(() => '?').join(', ')})`,
  );
  const began = performance.now();
  database.transaction(() => rows.forEach((row) => insert.run(...row)))();
  const seconds = (performance.now() - began) / 1000;
  database.close();
  return rows.length / seconds;
}
