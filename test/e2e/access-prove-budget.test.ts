import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProveReport } from '../../templates/tools/prove/report/report.js';
import { copyExample } from '../support/placed-example.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { ROOT } from '../support/project-on-disk.js';
import { edit, git, makeFolder, run } from './evolution/project.js';

/** Seconds in which a proof ends on a machine that does nothing else. */
const BUDGET = { whole: 120, changed: 30 };
const MINUTE = 60_000;

let folder: string;
let clinic: string;
let postgres: TestPostgres;

beforeAll(async () => {
  folder = makeFolder('access-prove');
  clinic = join(folder, 'clinic');
  await copyExample('clinic', clinic);
  git(clinic, 'init', '--quiet');
  git(clinic, 'add', '.');
  git(clinic, 'commit', '--quiet', '-m', 'first');
  postgres = await startPostgres();
}, 3 * MINUTE);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Proof extends ProveReport {
  /** Seconds of processors, because other suites run at the same time. */
  readonly cpu: number;
}

function prove(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Proof {
  const command = [join(ROOT, 'bin/crudgen.js'), 'access', 'prove', ...args, '--json'];
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time node "$@"', 'bash', ...command];
  const { stdout, stderr } = run(clinic, 'bash', timed, env);
  const times = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { ...(JSON.parse(stdout) as ProveReport), cpu: times[0]! + times[1]! };
}

it('proves the clinic without a fault, within its time', { timeout: 10 * MINUTE }, () => {
  const { faults, doors, worlds, cpu } = prove();
  expect(faults).toEqual([]);
  expect(doors.reduce((sum, { questions }) => sum + questions, 0)).toBeGreaterThan(15_000);
  expect(worlds.filter(({ complete }) => !complete)).toEqual([]);
  expect(cpu).toBeLessThan(BUDGET.whole);
});

it('proves one changed model within its time', { timeout: 5 * MINUTE }, () => {
  edit(clinic, 'src/models/note/note.access.ts', (text) => `${text}// Read by Ann.\n`);
  const { faults, models, cpu } = prove(['--changed']);
  git(clinic, 'checkout', '--quiet', '.');
  expect({ faults, models }).toEqual({ faults: [], models: ['Note'] });
  expect(cpu).toBeLessThan(BUDGET.changed);
});

it(
  'proves on PostgreSQL, in a database that is gone afterwards',
  { timeout: 5 * MINUTE },
  async () => {
    const url = await postgres.createDatabase();
    const before = await databasesAt(url);
    const { database, faults, doors } = prove(['Note', '--postgres'], {
      TEST_DATABASE_URL: url,
    });
    expect({ database, faults }).toEqual({ database: 'postgres', faults: [] });
    expect(doors.length).toBeGreaterThan(10);
    expect(await databasesAt(url)).toEqual(before);
  },
);

async function databasesAt(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    return rows.map(({ datname }) => datname).sort();
  } finally {
    await client.end();
  }
}
