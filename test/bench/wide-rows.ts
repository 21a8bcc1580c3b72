import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../support/postgres.js';
import type { Target } from './measure.js';
import { without, type Key } from './devices.js';
import { makeProject, startOurs, tokensOf } from './ours.js';
import { EVERY_CORE, anonymousMegabytes, ROOT } from './servers.js';

const MB = 1_048_576;
/** Milliseconds between two probes, whether the one before is answered or not. */
const PACE = 50;
/** Milliseconds between two looks at the memory. */
const LOOK = 100;
/** Milliseconds after which clients that are still there are cut. */
const LONGEST = 60_000;
/** Milliseconds of looking where there are no clients. */
const QUIET = 10_000;
/** Milliseconds between two looks at the event loop of the process that probes. */
const RESOLUTION = 2;
/** What a client that trickles takes at a time, and how often. */
const SIP = 60_000;
const SIP_PACE = 8000;

/** Clients that ask for a page each, all at once. */
interface Attack {
  readonly name: string;
  readonly path: string;
  readonly clients: number;
  readonly users: number;
  readonly trickle?: boolean;
  /** Each asks again, by a new connection, until `QUIET` is over. */
  readonly again?: boolean;
}

const TEXTS = '/comment?_start=0&_end=30';
const ATTACKS: readonly Attack[] = [
  // What the machine itself takes.
  { name: 'nobody', path: '', clients: 0, users: 1 },
  {
    name: '60 that ask for small pages',
    path: '/note?_end=25',
    clients: 60,
    users: 1,
    again: true,
  },
  { name: '60 pages of 30 MB', path: TEXTS, clients: 60, users: 1 },
  { name: '120 pages of 30 MB', path: TEXTS, clients: 120, users: 1 },
  { name: '120 of these by 5 users', path: TEXTS, clients: 120, users: 5 },
  { name: '120 that trickle', path: TEXTS, clients: 120, users: 1, trickle: true },
  { name: '120 that trickle, 5 users', path: TEXTS, clients: 120, users: 5, trickle: true },
  { name: '60 pages of 9 MB of JSON', path: '/sheet?_end=25', clients: 60, users: 1 },
  { name: '120 records of 1 MB', path: '/comment/1', clients: 120, users: 1 },
];

/** What others saw meanwhile, and what the clients were answered. */
export interface WideRows {
  readonly service: string;
  readonly attack: string;
  /** Milliseconds of each probe, in order. */
  readonly healthz: readonly number[];
  readonly list: readonly number[];
  /** Lists of others that were not answered 200. */
  readonly failed: number;
  /** The most memory that the service and its processes took above the start. */
  readonly megabytes: number;
  /** How the event loops were held, seen from within: of the process where it was worst. */
  readonly loop: LoopDelay;
  /** The same, 99 % of it, of the process that probes, by which all its figures are too high. */
  readonly ownP99: number;
  /** How many clients were answered with each status, or cut. */
  readonly answers: Readonly<Record<string, number>>;
}

/** What `loop-delay.mjs` writes: milliseconds, and the share of time for which no core was free for the thread. */
interface LoopDelay {
  readonly p99: number;
  readonly max: number;
  readonly waited: number;
}

/** What many large pages at once cost everybody else: on SQLite and PostgreSQL, in one process and in two. */
export async function measureWideRows(
  directory: string,
  only: string | undefined,
  off: readonly Key[] = [],
): Promise<WideRows[]> {
  const project = join(directory, 'wide');
  makeProject(join(ROOT, 'test', 'bench', 'wide-rows.yaml'), project, [['add', 'workers']]);
  const projects = [
    { suffix: '', folder: project },
    ...off.map((key) => ({ suffix: ` without ${key}`, folder: without([key], project) })),
  ];
  const file = join(directory, 'wide.db');
  const server = await startPostgres();
  try {
    const urls = { SQLite: `sqlite:${file}`, PostgreSQL: await server.createDatabase() };
    const found: WideRows[] = [];
    for (const [name, url] of Object.entries(urls)) {
      await (await startOurs('empty', project, url)).stop();
      await fill(url);
      for (const workers of ['1', '2']) {
        for (const attack of ATTACKS) {
          const service = `${name}, WORKERS=${workers}`;
          if (only !== undefined && !`${service}: ${attack.name}`.includes(only)) continue;
          for (const { suffix, folder } of projects) {
            const one = await measureAttack(service + suffix, folder, url, workers, attack);
            console.log(lineOf(one));
            found.push(one);
          }
        }
      }
    }
    return found;
  } finally {
    await server.stop();
  }
}

/** 30 texts and 9 arrays of a megabyte each, and some short titles. */
async function fill(url: string): Promise<void> {
  const rows: [table: string, column: string, value: string][] = [];
  const text = () => randomBytes(0.75 * MB).toString('base64');
  const cells = JSON.stringify(Array.from({ length: MB / 2 }, (_, at) => at % 10));
  for (let row = 0; row < 30; row++) rows.push(['comment', 'text', text()]);
  for (let row = 0; row < 9; row++) rows.push(['sheet', 'cells', cells]);
  for (let row = 0; row < 1000; row++) rows.push(['note', 'title', `Note ${row}`]);
  if (url.startsWith('sqlite:')) {
    const database = new Database(url.slice('sqlite:'.length));
    for (const [table, column, value] of rows)
      database.prepare(`INSERT INTO ${table} (${column}) VALUES (?)`).run(value);
    return void database.close();
  }
  const client = new pg.Client(url);
  await client.connect();
  for (const [table, column, value] of rows)
    await client.query(`INSERT INTO ${table} (${column}) VALUES ($1)`, [value]);
  await client.end();
}

async function measureAttack(
  name: string,
  project: string,
  url: string,
  workers: string,
  attack: Attack,
): Promise<WideRows> {
  const loops = mkdtempSync(join(project, 'loops-'));
  const env = { WORKERS: workers, LOOP_DELAY_DIR: loops };
  const flags = ['--import', join(ROOT, 'test', 'bench', 'loop-delay.mjs')];
  const target = await startOurs(name, project, url, { flags, env, cores: EVERY_CORE });
  try {
    const users = Array.from({ length: attack.users }, (_, number) => `viewer${number}`);
    const tokens = await tokensOf(target.base, users, 'Viewer');
    for (let time = 0; time < 50; time++) await ask(target, '/note?_end=25');
    const before = anonymousMegabytes(target.pid);
    // Starts what reads large records, as in a service that has been running for a while.
    await Promise.all([1, 2].map((id) => ask(target, `/comment/${id}`)));
    await Promise.all([1, 2].map((id) => ask(target, `/comment/${id}`)));
    await loopDelays(loops);
    const seen = await measure(target, attack, tokens, before);
    return { ...seen, loop: worst(await loopDelays(loops)) };
  } finally {
    await target.stop();
    rmSync(loops, { recursive: true });
  }
}

/** How the event loop of each process that serves was held since the last call. */
async function loopDelays(folder: string): Promise<LoopDelay[]> {
  const found: LoopDelay[] = [];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    rmSync(file);
    process.kill(parseInt(name), 'SIGUSR2');
    while (!existsSync(file)) await sleep(LOOK);
    found.push(JSON.parse(readFileSync(file, 'utf8')) as LoopDelay);
  }
  return found;
}

const worst = (delays: readonly LoopDelay[]): LoopDelay => ({
  p99: Math.max(...delays.map(({ p99 }) => p99)),
  max: Math.max(...delays.map(({ max }) => max)),
  waited: Math.max(...delays.map(({ waited }) => waited)),
});

async function measure(
  target: Target,
  attack: Attack,
  tokens: readonly string[],
  before: number,
): Promise<Omit<WideRows, 'loop'>> {
  let most = before;
  const looking = setInterval(
    () => (most = Math.max(most, anonymousMegabytes(target.pid) || 0)),
    LOOK,
  );
  // In a process of its own: what it reads would delay the probes.
  const clients = fork(fileURLToPath(import.meta.url), ['clients'], { execArgv: process.execArgv });
  clients.send({ base: target.base, attack, tokens } satisfies Order);
  const answered = once(clients, 'message') as Promise<[Record<string, number>]>;
  const own = monitorEventLoopDelay({ resolution: RESOLUTION });
  own.enable();
  let over = false;
  void answered.then(() => (over = true));
  const probing = ['/healthz', '/note?_end=25'].map((path) => probe(target, path, () => over));
  const [healthz, list] = await Promise.all(probing);
  const [answers] = await answered;
  clearInterval(looking);
  own.disable();
  clients.kill();
  return {
    service: target.name,
    attack: attack.name,
    healthz: healthz!.times,
    list: list!.times,
    ownP99: Math.max(0, own.percentile(99) / 1e6 - RESOLUTION),
    failed: healthz!.failed + list!.failed,
    megabytes: most - before,
    answers,
  };
}

interface Probes {
  readonly times: readonly number[];
  readonly failed: number;
}

async function probe(target: Target, path: string, isOver: () => boolean): Promise<Probes> {
  const asked: Promise<{ status: number; milliseconds: number }>[] = [];
  while (!isOver()) {
    asked.push(ask(target, path));
    await sleep(PACE);
  }
  const answers = await Promise.all(asked);
  return {
    times: answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    failed: answers.filter(({ status }) => status !== 200).length,
  };
}

/** By a connection of its own, and however long it takes. */
function ask(
  { base, headers }: Target,
  path: string,
): Promise<{ status: number; milliseconds: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - began });
    get(base + path, { headers, agent: false }, (response) => {
      response.on('error', () => done(0)).on('end', () => done(response.statusCode!));
      response.resume();
    }).on('error', () => done(0));
  });
}

interface Order {
  readonly base: string;
  readonly attack: Attack;
  readonly tokens: readonly string[];
}

/** The clients of an attack, in a process of their own. */
async function attackWith(order: Order): Promise<void> {
  const answers: Record<string, number> = {};
  const open = new Set<Socket>();
  const cut = setTimeout(() => {
    for (const socket of open) socket.destroy();
  }, LONGEST);
  const { clients, again = false } = order.attack;
  const until = performance.now() + QUIET;
  const client = async (number: number): Promise<void> => {
    do await askFor(order, number, open, answers);
    while (again && performance.now() < until);
  };
  const all = Array.from({ length: clients }, (_, number) => client(number));
  await Promise.all(clients === 0 ? [sleep(QUIET)] : all);
  clearTimeout(cut);
  process.send!(answers);
}

/** One page for one client, by a connection of its own. */
async function askFor(
  { base, attack, tokens }: Order,
  number: number,
  open: Set<Socket>,
  answers: Record<string, number>,
): Promise<void> {
  const token = tokens[number % tokens.length]!;
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  open.add(socket);
  socket.on('error', () => undefined);
  socket.write(
    `GET ${attack.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await take(socket, attack.trickle ?? false, answers);
  open.delete(socket);
}

/** Reads a response to its end or a sip now and then, and counts its status. */
function take(socket: Socket, trickle: boolean, answers: Record<string, number>): Promise<void> {
  let head = '';
  let received = 0;
  let length = Infinity;
  const read = (chunk: Buffer): void => {
    received += chunk.length;
    if (length !== Infinity) return;
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    head = head.slice(0, end);
  };
  const sip = (): void => {
    const chunk = (socket.read(Math.min(SIP, socket.readableLength)) ?? null) as Buffer | null;
    if (chunk) read(chunk);
  };
  let sipping: NodeJS.Timeout | undefined;
  if (trickle) {
    socket.on('readable', () => (received === 0 ? sip() : undefined));
    sipping = setInterval(sip, SIP_PACE);
  } else socket.on('data', read);
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(sipping);
      const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
      const kind = status === undefined ? 'none' : received >= length ? status : `${status} cut`;
      answers[kind] = (answers[kind] ?? 0) + 1;
      resolve();
    });
  });
}

/** The figures as a table, a line for each attack on each service. */
export function wideTable(found: readonly WideRows[]): string {
  const head =
    '| service | clients | healthz p50 ms | p99 ms | max ms | prober p99 ms | loop p99 ms | max ms | no core | lists of others p99 ms | failed | memory MB | answers |';
  return [head, `|---|---|${'---:|'.repeat(10)}---|`, ...found.map(lineOf)].join('\n');
}

function lineOf(found: WideRows): string {
  const { service, attack, healthz, loop, ownP99, list, failed, megabytes, answers } = found;
  const at = (times: readonly number[], share: number) =>
    times[Math.ceil(share * times.length) - 1]!.toFixed(1);
  const told = Object.entries(answers).map(([status, times]) => `${status} x${times}`);
  const seen = [at(healthz, 0.5), at(healthz, 0.99), at(healthz, 1)];
  const within = [
    ownP99.toFixed(1),
    loop.p99.toFixed(1),
    loop.max.toFixed(1),
    `${(loop.waited * 100).toFixed(0)} %`,
  ];
  const figures = [...seen, ...within, at(list, 0.99), failed];
  return `| ${service} | ${attack} | ${figures.join(' | ')} | ${megabytes.toFixed(0)} | ${told.join(', ')} |`;
}

if (process.argv[2] === 'clients') process.once('message', (order: Order) => attackWith(order));
