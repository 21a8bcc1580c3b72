/**
 * Measures what a history costs a list of 1,000 small records, on both databases:
 *   npx tsx test/bench/kept-changes.ts [rounds]
 * In each round, models that are alike but for their history take turns; it prints the middle of each, and of their ratios.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.js';
import type { Target } from './measure.js';
import { makeProject, startOurs } from './ours.js';
import { ROOT } from './servers.js';

const ROUNDS = Number(process.argv[2] ?? 31);
const RECORDS = 1000;
const WARM_UP = 5;

type Method = 'POST' | 'PATCH';
const METHODS: readonly Method[] = ['POST', 'PATCH'];

/** Milliseconds of each method. */
type Times = Readonly<Record<Method, number>>;

/** Creates and changes records of a model, each by one request. */
async function round({ base, headers }: Target, path: string, turn: number): Promise<Times> {
  const times: Record<Method, number> = { POST: 0, PATCH: 0 };
  const ask = async (method: Method, body: unknown): Promise<readonly { id: number }[]> => {
    const text = JSON.stringify(body);
    const began = performance.now();
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: text,
    });
    const got = await answer.text();
    times[method] = performance.now() - began;
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
  return times;
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
  for (const method of METHODS) {
    const [without, kept] = [off, on].map((all) => middle(all.map((one) => one[method])));
    const ratio = middle(on.map((one, turn) => one[method] / off[turn]![method]));
    console.log(
      `${title}: ${method} of ${RECORDS}: ${without!.toFixed(1)} ms, ${kept!.toFixed(1)} ms with a history, ${ratio.toFixed(2)} times`,
    );
  }
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
