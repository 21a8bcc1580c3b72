/**
 * Measures what a history costs a list of 1,000 small records, on both databases:
 *   npx tsx test/bench/kept-changes.ts [rounds]
 * In each round, models that are alike but for their history take turns; it prints the middle of each, and of their ratios: of the time
 * that passes, and of the processor's, of the service and of the database, which a busy machine changes less.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.js';
import type { Target } from './measure.js';
import { makeProject, startOurs } from './ours.js';
import { processorMicroseconds, ROOT } from './servers.js';

const ROUNDS = Number(process.argv[2] ?? 31);
const RECORDS = 1000;
const WARM_UP = 5;

type Method = 'POST' | 'PATCH';
const METHODS: readonly Method[] = ['POST', 'PATCH'];

/** What a request takes, in milliseconds. */
interface Taken {
  readonly passed: number;
  readonly service: number;
  readonly database: number;
}
type Times = Readonly<Record<Method, Taken>>;

/** Milliseconds of the processor so far: of a service, and of all other children of this process, which are the database's. */
function processorTimes(pid: number): Pick<Taken, 'service' | 'database'> {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  const [service, ...others] = [
    pid,
    ...children
      .split(' ')
      .map(Number)
      .filter((one) => one !== pid),
  ].map((one) => processorMicroseconds(one) / 1000);
  return { service: service!, database: others.reduce((sum, one) => sum + (one || 0), 0) };
}

/** Creates and changes records of a model, each by one request. */
async function round({ base, headers, pid }: Target, path: string, turn: number): Promise<Times> {
  const times: Partial<Record<Method, Taken>> = {};
  const ask = async (method: Method, body: unknown): Promise<readonly { id: number }[]> => {
    const text = JSON.stringify(body);
    const before = processorTimes(pid);
    const began = performance.now();
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: text,
    });
    const got = await answer.text();
    const passed = performance.now() - began;
    const after = processorTimes(pid);
    times[method] = {
      passed,
      service: after.service - before.service,
      database: after.database - before.database,
    };
    if (!answer.ok) throw new Error(`${method} /${path}: ${answer.status} ${got}`);
    return JSON.parse(got) as readonly { id: number }[];
  };
  const items = Array.from({ length: RECORDS }, (_, at) => ({
    title: `Note ${turn} ${at}`,
    body: `What is to be said of number ${at}`,
    hours: at % 16,
  }));
  const ids = (await ask('POST', items)).map(({ id }) => id);
  await ask(
    'PATCH',
    ids.map((id) => ({ id, title: `Changed ${turn} ${id}`, state: 'done' })),
  );
  return times as Times;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

async function measure(title: string, service: Target): Promise<void> {
  const off: Times[] = [];
  const on: Times[] = [];
  for (let turn = -WARM_UP; turn < ROUNDS; turn++) {
    const paths = [
      ['note', off],
      ['kept_note', on],
    ] as const;
    // Whoever comes second has the work of the first to clear away.
    for (const [path, times] of turn % 2 === 0 ? paths : paths.toReversed()) {
      const one = await round(service, path, turn);
      if (turn >= 0) times.push(one);
    }
  }
  for (const method of METHODS)
    console.log(`${title}: ${method} of ${RECORDS}: ${told(method, off, on)}`);
}

/** The middle of what a method takes without and with a history. */
function told(method: Method, off: readonly Times[], on: readonly Times[]): string {
  const of = (name: string, pick: (taken: Taken) => number): string => {
    const [without, kept] = [off, on].map((all) => middle(all.map((one) => pick(one[method]))));
    // SQLite is in the service.
    if (without! < 1) return '';
    const ratio = middle(on.map((one, turn) => pick(one[method]) / pick(off[turn]![method])));
    return `${name} ${without!.toFixed(1)} ms, ${kept!.toFixed(1)} ms with a history, ${ratio.toFixed(2)} times`;
  };
  const processor = of('processor', ({ service, database }) => service + database);
  const database = of('of the database', (taken) => taken.database);
  return [of('passed', ({ passed }) => passed), processor, database].filter(Boolean).join('; ');
}

const directory = mkdtempSync(join(tmpdir(), 'kept-changes-'));
const server = await startPostgres();
try {
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const project = join(directory, 'notes');
  makeProject(join(import.meta.dirname, 'kept-changes.yaml'), project);
  const urls = {
    SQLite: `sqlite:${join(directory, 'notes.db')}`,
    PostgreSQL: await server.createDatabase(),
  };
  for (const [title, url] of Object.entries(urls)) {
    const service = await startOurs(title, project, url);
    await measure(title, service).finally(() => service.stop());
  }
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
