/**
 * Measures what open pages of the feature `live` cost a service, on both databases:
 *   npx tsx test/bench/open-pages.ts [--pages 1000] [--rows 100000] [--rounds 3] [--seconds 20] [--sqlite]
 * Half of the pages show a record, half a list; each asks every ten seconds. Rounds in which users work beside these pages take
 * turns with rounds in which they work beside nothing. PostgreSQL comes with the packages, `--sqlite` does without it.
 */
import { setMaxListeners } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.js';
import { fillPostgres, fillSqlite } from './data.js';
import { median, type Target } from './measure.js';
import { askOften } from '../../templates/features/live/ui/live/ask-often.js';
import type { Asked } from './operations.js';
import { makeProject, startOurs } from './ours.js';
import { processorMicroseconds, ROOT } from './servers.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    sqlite: { type: 'boolean', default: false },
  },
});
const [pages, rows, rounds, seconds] = (['pages', 'rows', 'rounds', 'seconds'] as const).map(
  (name) => Number(options[name]),
) as [number, number, number, number];

/** Milliseconds after which a page asks again. */
const EVERY = 10_000;
/** Requests of users at work in a second: lists, records, and one write in ten. */
const WORK = 20;

type Question = Asked & { readonly headers?: Readonly<Record<string, string>> };

/** What users ask, the question with the number `n`. */
function work(n: number): Question {
  const path = `/task/${((n * 48_271) % rows) + 1}`;
  if (n % 10 === 9) return { method: 'PATCH', path, body: { actual_work_hours: n % 40 } };
  if (n % 2 === 0) return { method: 'GET', path };
  return { method: 'GET', path: `/task?_start=${(n % 40) * 25}&_end=${(n % 40) * 25 + 25}` };
}

const NEWEST = '_sort=updated_at&_order=DESC&_start=0&_end=1&_fields=id,created_at,updated_at';
const FILTERS = ['', 'status=todo&', 'priority=high&', 'project_id=7&', 'assignee_id=12&'];

/** What the open pages ask: a record by its version, or a list under filters of its own. */
async function openPages({ base, headers }: Target): Promise<Question[]> {
  const all: Question[] = [];
  for (let page = 0; page < pages; page++) {
    if (page % 2 === 1) {
      all.push({ method: 'GET', path: `/task?${FILTERS[page % FILTERS.length]}${NEWEST}` });
      continue;
    }
    const path = `/task/${((page * 7919) % rows) + 1}`;
    const etag = (await fetch(base + path, { headers })).headers.get('etag')!;
    all.push({ method: 'GET', path, headers: { 'if-none-match': etag } });
  }
  return all;
}

/** Sends what users ask evenly, whether or not what they asked before is answered; returns the milliseconds of each answer. */
async function workEvenly(target: Target): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < WORK * seconds; n++) {
    const due = begun + (n * 1000) / WORK;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const done = answered(target, work(n), agent).then(
      () => void times.push(performance.now() - due),
    );
    // Thrown at the end, with all others.
    done.catch(() => undefined);
    sent.push(done);
  }
  await Promise.all(sent);
  agent.destroy();
  return times.sort((one, other) => one - other);
}

/** Lets pages ask as they do in a browser, from different moments on. */
function openEach(target: Target, questions: readonly Question[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: questions.length });
  const closing = new AbortController();
  const times: number[] = [];
  const { signal } = closing;
  // As many pages as there are listen to it.
  setMaxListeners(0, signal);
  const rules = { every: EVERY, isAttended: () => true, mayPass: () => true, signal };
  questions.forEach((question, at) => {
    const ask = async () => {
      const sent = performance.now();
      await answered(target, question, agent);
      times.push(performance.now() - sent);
      return true;
    };
    setTimeout(() => void askOften(ask, rules), (at * EVERY) / questions.length);
  });
  return { times, close: () => closing.abort() };
}

function answered({ base, headers }: Target, asked: Question, agent: Agent): Promise<void> {
  const { method, path, body, headers: own } = asked;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text !== undefined && { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sending = request(base + path, {
      ...{ method, agent },
      headers: { ...headers, ...own, ...type },
    });
    sending.on('error', reject).on('response', (response) => {
      const status = response.statusCode!;
      if (status >= 400) reject(new Error(`${method} ${path}: ${status}`));
      response.on('error', reject).on('end', resolve).resume();
    });
    sending.end(text);
  });
}

interface Round {
  /** Milliseconds of what users asked. */
  readonly p50: number;
  readonly p99: number;
  /** The part of a core that the service used. */
  readonly processor: number;
}

async function round(target: Target): Promise<Round> {
  const before = processorMicroseconds(target.pid);
  const begun = performance.now();
  const times = await workEvenly(target);
  const used = processorMicroseconds(target.pid) - before;
  const at = (part: number) => times[Math.floor(times.length * part)]!;
  return {
    ...{ p50: at(0.5), p99: at(0.99) },
    processor: used / 1000 / (performance.now() - begun),
  };
}

/** Prints what rounds beside the pages have of those beside nothing, two by two. */
async function measure(name: string, target: Target): Promise<void> {
  const questions = await openPages(target);
  const pairs: { alone: Round; beside: Round; asked: number; answer: number }[] = [];
  for (let n = 0; n < rounds; n++) {
    const alone = await round(target);
    const opened = openEach(target, questions);
    // Until all of them ask.
    await sleep(2 * EVERY);
    const before = opened.times.length;
    const beside = await round(target);
    const asked = opened.times.slice(before);
    pairs.push({ alone, beside, asked: asked.length / seconds, answer: median(asked) });
    opened.close();
    await sleep(1000);
  }
  const of = (pick: (pair: (typeof pairs)[number]) => number, digits = 2) =>
    median(pairs.map(pick)).toFixed(digits);
  const lines = [
    `${name}, ${rows} rows, ${pages} open pages (${of(({ asked }) => asked, 0)} questions a second, answered in ${of(({ answer }) => answer)} ms)`,
    `  users' answers, median: ${of(({ alone }) => alone.p50)} ms alone, ${of(({ beside }) => beside.p50)} ms beside the pages, ratio ${of(({ alone, beside }) => beside.p50 / alone.p50)}`,
    `  99 of 100 within: ${of(({ alone }) => alone.p99)} ms alone, ${of(({ beside }) => beside.p99)} ms beside the pages`,
    `  processor: ${of(({ alone }) => alone.processor * 100, 0)} % of a core alone, ${of(({ beside }) => beside.processor * 100, 0)} % beside the pages`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const folder = join(ROOT, '.tmp', 'open-pages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  const project = join(folder, 'project');
  makeProject(join(ROOT, 'examples', 'task-manager', 'models.yaml'), project);
  const on = async (name: string, url: string, fill: () => void | Promise<void>) => {
    await (await startOurs('empty', project, url)).stop();
    await fill();
    const target = await startOurs(name, project, url);
    await measure(name, target).finally(() => target.stop());
  };
  const file = join(folder, 'rows.db');
  await on('SQLite', `sqlite:${file}`, () => fillSqlite(file, rows));
  if (!options.sqlite) {
    const server = await startPostgres();
    try {
      const url = await server.createDatabase();
      await on('PostgreSQL', url, () => fillPostgres(url, rows));
    } finally {
      await server.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
