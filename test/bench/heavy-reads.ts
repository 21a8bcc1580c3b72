import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillSqlite } from './data.js';
import type { Target } from './measure.js';
import { copyDatabase, startOurs } from './ours.js';

const ROWS = 1_000_000;
const CLIENTS = 4;
/** Milliseconds between two probes, whether the one before is answered or not: who waits does not ask less. */
const PACE = 200;

/** The worst that a user with `list` can ask for; `n` has no total remembered. */
const WORST: readonly ((n: number) => string)[] = [
  (n) => `/task?_sort=description&_start=${ROWS - 1000 - n}&_end=${ROWS - 975 - n}`,
  (n) => `/task?planned_work_hours__ilike=${100 + n}&_end=25`,
  (n) => `/task?description__ilike=nowhere%20${n}&_end=25`,
];

/** What others saw of the service meanwhile. */
export interface HeavyReads {
  readonly name: string;
  /** Milliseconds, in order, by path. */
  readonly probes: ReadonlyMap<string, readonly number[]>;
  /** How often the slow reads were answered with each status. */
  readonly answers: ReadonlyMap<number, number>;
}

/** How long `/healthz` and a record take while four clients ask the worst of a million tasks, on one core: with readers, and without. */
export async function measureHeavyReads(
  project: string,
  directory: string,
  seconds: number,
): Promise<HeavyReads[]> {
  const seed = join(directory, 'heavy.db');
  await (await startOurs('empty', project, `sqlite:${seed}`)).stop();
  fillSqlite(seed, ROWS);
  const found: HeavyReads[] = [];
  for (const readers of ['0', '2']) {
    const file = join(directory, `heavy-${readers}.db`);
    copyDatabase(seed, file);
    process.env.READERS = readers;
    const service = await startOurs(`READERS=${readers}`, project, `sqlite:${file}`);
    try {
      found.push(await measure(service, seconds));
    } finally {
      await service.stop();
    }
  }
  return found;
}

async function measure(target: Target, seconds: number): Promise<HeavyReads> {
  const end = performance.now() + seconds * 1000;
  const answers = new Map<number, number>();
  const client = async (first: number): Promise<void> => {
    for (let n = first; performance.now() < end; n += CLIENTS) {
      const { status } = await ask(target, WORST[n % WORST.length]!(n));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  const probes = new Map<string, readonly number[]>();
  const probing = ['/healthz', '/task/4711'].map(async (path) => {
    probes.set(path, await probe(target, path, end));
  });
  await Promise.all([...clients, ...probing]);
  return { name: target.name, probes, answers };
}

async function probe(target: Target, path: string, end: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  while (performance.now() < end) {
    times.push(ask(target, path).then(({ milliseconds }) => milliseconds));
    await sleep(PACE);
  }
  return (await Promise.all(times)).sort((a, b) => a - b);
}

/** By a connection of its own, and however long it takes. */
function ask(
  { base, headers }: Target,
  path: string,
): Promise<{ status: number; milliseconds: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - began });
    get(base + path, { headers, agent: false }, (response) => {
      response.on('error', reject).on('end', () => done(response.statusCode!));
      response.resume();
    }).on('error', reject);
  });
}

/** The times as a table, a line for each path of each service. */
export function heavyTable(found: readonly HeavyReads[]): string {
  const lines = found.flatMap(({ name, probes, answers }) => {
    const told = [...answers].map(([status, times]) => `${status} x${times}`).join(', ');
    return [...probes].map(([path, times]) => {
      const at = (share: number) => times[Math.ceil(share * times.length) - 1]!.toFixed(1);
      return `| ${name} | ${path} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${told} |`;
    });
  });
  const head = '| service | path | p50 ms | p99 ms | max ms | slow reads |';
  return [head, '|---|---|---:|---:|---:|---|', ...lines].join('\n');
}
