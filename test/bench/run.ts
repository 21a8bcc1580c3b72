/**
 * `npm run bench [-- --rounds 5 --seconds 4 --only get,create --peers --postgres --quick]`: the generated task-manager
 * as generated (login, rules and log on) against hand-written code without any of it, in interleaved rounds on the same
 * rows. A figure is the median of the rounds; a ratio compares medians of one run.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillTasks } from './data.js';
import { measure, medianSample, type Sample, type Target } from './measure.js';
import { OPERATIONS, type Operation } from './operations.js';
import { copyDatabase, makeProject, startOurs } from './ours.js';
import { PEERS, startPeer } from './peers.js';
import { chart, table, type Row } from './report.js';
import { residentMegabytes, ROOT, SERVER_CORE, startServer, stopServer } from './servers.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
});
const rounds = options.quick ? 1 : Number(options.rounds);
const seconds = options.quick ? 1 : Number(options.seconds);
const wanted = options.only?.split(',');
const operations = OPERATIONS.filter((operation) => !wanted || wanted.includes(operation.name));
const directory = join(ROOT, '.tmp', 'bench');

async function startLimit(file: string): Promise<Target> {
  const log = join(directory, 'limit.log');
  const child = startServer(['--import', 'tsx', join(import.meta.dirname, 'limit.ts'), file], {
    cwd: ROOT,
    log,
  });
  for (;;) {
    const port = /listening (\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (port)
      return {
        name: 'limit',
        base: `http://127.0.0.1:${port}`,
        headers: {},
        pid: child.pid!,
        stop: () => stopServer(child),
      };
    if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The schema comes from the service's own migrations, the rows from us, and every target gets a copy. */
async function prepareDatabase(project: string): Promise<string> {
  const seedFile = join(directory, 'seed.db');
  const service = await startOurs('seed', project, `sqlite:${seedFile}`);
  await service.stop();
  fillTasks(seedFile);
  return seedFile;
}

/** Every operation on every target, targets taking turns within a round so that a slow minute hits them alike. */
async function runRounds(targets: readonly Target[]): Promise<Row[]> {
  const samples = new Map<string, Sample[]>();
  const memory = new Map<string, number>();
  for (const operation of operations) {
    for (const target of targets) await measure(target, operation, 1);
    for (let round = 0; round < rounds; round++)
      for (const target of round % 2 ? [...targets].reverse() : targets) {
        const key = `${operation.name}|${target.name}`;
        const sample = await measure(target, operation, seconds);
        samples.set(key, [...(samples.get(key) ?? []), sample]);
        memory.set(key, residentMegabytes(target.pid));
      }
    process.stderr.write(`${operation.name} done\n`);
  }
  return operations.flatMap((operation) => rowsOf(operation, targets, samples, memory));
}

function rowsOf(
  operation: Operation,
  targets: readonly Target[],
  samples: ReadonlyMap<string, Sample[]>,
  memory: ReadonlyMap<string, number>,
): Row[] {
  const sampleOf = (name: string) => medianSample(samples.get(`${operation.name}|${name}`)!);
  const limit = sampleOf('limit').perSecond;
  return targets.map((target) => {
    const sample = sampleOf(target.name);
    return {
      operation: operation.name,
      target: target.name,
      sample,
      ratio: sample.perSecond / limit,
      megabytes: memory.get(`${operation.name}|${target.name}`)!,
    };
  });
}

async function main(): Promise<void> {
  if (SERVER_CORE) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const project = join(directory, 'task-manager');
  makeProject(join(ROOT, 'examples', 'task-manager', 'models.yaml'), project);
  const seed = await prepareDatabase(project);
  for (const name of ['limit', 'ours']) copyDatabase(seed, join(directory, `${name}.db`));
  const targets = [
    await startLimit(join(directory, 'limit.db')),
    await startOurs('crudgen', project, `sqlite:${join(directory, 'ours.db')}`),
  ];
  for (const peer of options.peers ? PEERS : []) {
    const file = join(directory, `${peer.name}.db`);
    copyDatabase(seed, file);
    targets.push(await startPeer(peer, file, join(ROOT, '.tmp', 'peers')));
  }
  try {
    const rows = await runRounds(targets);
    const failed = rows.filter((row) => row.sample.failures > 0);
    for (const row of failed)
      console.error(`${row.target} failed ${row.sample.failures} of ${row.operation}`);
    console.log(table(rows));
    writeFileSync(join(directory, 'table.md'), `${table(rows)}\n`);
    writeFileSync(join(directory, 'chart.svg'), chart(rows));
    process.exitCode = failed.length ? 1 : 0;
  } finally {
    for (const target of targets) await target.stop();
  }
}

await main();
