import { join } from 'node:path';
import { startPostgres } from '../support/postgres.js';
import { fillPostgres, fillSqlite } from './data.js';
import { median, type Target } from './measure.js';
import { startOurs } from './ours.js';

const SIZES = [10_000, 100_000, 1_000_000];
const TIMES = 15;

/** Each question differs from the one before, so that no total is remembered. */
const QUESTIONS: readonly {
  readonly name: string;
  readonly path: (n: number, rows: number) => string;
}[] = [
  { name: 'first page', path: (n) => `/task?_start=0&_end=${25 + (n % 2)}` },
  {
    name: 'page at 90 %, by title',
    path: (n, rows) => `/task?_sort=title&_start=${rows * 0.9 + n}&_end=${rows * 0.9 + n + 25}`,
  },
  {
    name: 'filter + sort, indexed',
    path: (n) =>
      `/task?status=done&due_date__gte=2026-${10 + (n % 3)}-${10 + n}&_sort=due_date&_start=0&_end=25`,
  },
  {
    name: 'count of a filter, no index',
    path: (n) => `/task?planned_work_hours__gte=${1 + n / 2}&_start=0&_end=1`,
  },
  { name: 'contains', path: (n) => `/task?title__ilike=report%20${10 + n}&_start=0&_end=25` },
];

/** One cell: milliseconds of one question to one database of one size, asked by one client. */
export interface Growth {
  readonly database: string;
  readonly rows: number;
  readonly milliseconds: ReadonlyMap<string, number>;
}

/** How lists slow down as a table grows, on both databases. */
export async function measureGrowth(project: string, directory: string): Promise<Growth[]> {
  const found: Growth[] = [];
  for (const rows of SIZES) {
    const file = join(directory, `growth-${rows}.db`);
    found.push(
      await growthOn('SQLite', project, `sqlite:${file}`, rows, () => fillSqlite(file, rows)),
    );
  }
  const server = await startPostgres();
  try {
    for (const rows of SIZES) {
      const url = await server.createDatabase();
      found.push(await growthOn('PostgreSQL', project, url, rows, () => fillPostgres(url, rows)));
    }
  } finally {
    await server.stop();
  }
  return found;
}

async function growthOn(
  database: string,
  project: string,
  url: string,
  rows: number,
  fill: () => void | Promise<void>,
): Promise<Growth> {
  await (await startOurs('empty', project, url)).stop();
  await fill();
  const service = await startOurs(database, project, url);
  try {
    const milliseconds = new Map<string, number>();
    for (const { name, path } of QUESTIONS) {
      const times: number[] = [];
      for (let n = 0; n < TIMES; n++) times.push(await timeOf(service, path(n, rows)));
      milliseconds.set(name, median(times));
    }
    process.stderr.write(`${database} with ${rows} rows done\n`);
    return { database, rows, milliseconds };
  } finally {
    await service.stop();
  }
}

async function timeOf({ base, headers }: Target, path: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(base + path, { headers });
  await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}
