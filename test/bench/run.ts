/**
 * `npm run bench`: the generated task-manager as generated (login, rules and log on) against hand-written code without any
 * of it, in interleaved rounds on the same rows. A figure is the median of the rounds, a ratio the lowest of them.
 *
 *     npm run bench -- [--peers] [--postgres] [--growth] [--workers] [--profile] [--soak 600] [--rounds 5] [--seconds 4]
 *                      [--only get,create] [--quick] [--keep]
 *     npm run bench -- --against ../crudgen-0.5.0,../crudgen-0.2.0 [--postgres] [--only get,create] [--rounds 5]
 *     npm run bench -- --generator
 *     npm run bench -- --heavy-reads
 *     npm run bench -- --trigrams
 *     npm run bench -- --wide-rows [--only 'SQLite, WORKERS=1'] [--off turns]
 *     npm run bench -- --devices [--off reach,widths] [--only get,create] [--rounds 3] [--requests 2000]
 *     npm run bench -- --spread 10 [--only get,patch]
 *
 * The second measures the projects of other versions of crudgen, of which there are clones, in the same rounds. The third measures
 * crudgen itself: what its commands cost in large projects. The fourth what the slowest reads of a million rows cost everybody else.
 * The fifth what an index of trigrams gives a search, and takes from a create. The sixth what many pages of megabytes at once cost
 * everybody else. The seventh what each device of the engine that exists for speed gives. `--off` names devices: the seventh turns off
 * each of them, and the sixth compares the service without them to the whole service. The eighth
 * says how far figures swing from start to start of one build.
 *
 * Prints a report and leaves it in `.tmp/bench` with a chart; with `--keep` in `test/bench/results`, which the README quotes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.js';
import { measureVersions, versionsTable } from './against.js';
import { measureBulk } from './bulk.js';
import { fillPostgres, fillSqlite } from './data.js';
import { devicesNamed, devicesTable, LIFTED, measureDevices } from './devices.js';
import { generatorTable, measureGenerator } from './generator.js';
import { measureGrowth } from './growth.js';
import { heavyTable, measureHeavyReads } from './heavy-reads.js';
import { startLimit } from './limits.js';
import { LOADER, type Target } from './measure.js';
import { OPERATIONS, ROWS } from './operations.js';
import { copyDatabase, makeProject, startOurs } from './ours.js';
import { PEERS, startPeer } from './peers.js';
import { profile } from './profile.js';
import { chart, growthTable, table, whole, type Row } from './report.js';
import { runRounds, type Length } from './rounds.js';
import { ROOT, SERVER_CORE } from './servers.js';
import { soak } from './soak.js';
import { measureSpread, spreadTable } from './spread.js';
import { measureStartUp } from './start-up.js';
import { measureTenantRows } from './tenant-rows.js';
import { measureTrigrams, trigramTable } from './trigrams.js';
import { measureWideRows, wideTable } from './wide-rows.js';
import { measureWorkers } from './workers.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    requests: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    against: { type: 'string' },
    generator: { type: 'boolean', default: false },
    'heavy-reads': { type: 'boolean', default: false },
    trigrams: { type: 'boolean', default: false },
    'wide-rows': { type: 'boolean', default: false },
    devices: { type: 'boolean', default: false },
    off: { type: 'string' },
    spread: { type: 'string' },
    profile: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
    soak: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const length: Length = options.quick
  ? { rounds: 1, seconds: 1 }
  : {
      rounds: Number(options.rounds),
      seconds: Number(options.seconds),
      requests: options.requests === undefined ? undefined : Number(options.requests),
    };
// Names have commas, too, followed by a blank.
const wanted = options.only?.split(/,(?! )/);
const off = options.off === undefined ? undefined : devicesNamed(options.off);
const operations = OPERATIONS.filter(({ name }) => !wanted || wanted.includes(name));

const directory = join(ROOT, '.tmp', 'bench');
const results = options.keep ? join(ROOT, 'test', 'bench', 'results') : directory;
const project = join(directory, 'task-manager');
const seed = join(directory, 'seed.db');
const report: string[] = [];

/** A model of a service that is used has endpoints of its own. */
const COMMANDS = [
  ...['/:id/complete', '/:id/archive'].map((path) =>
    ['endpoint', 'add', 'Task', 'POST', path].concat('--action', 'edit'),
  ),
  ['add', 'workers'],
];

function say(title: string, text: string): void {
  report.push(`### ${title}\n\n${text}\n`);
  console.log(report.at(-1));
}

/** A copy of the filled database, for one target alone. */
function ownCopy(name: string): string {
  const file = join(directory, `${name}.db`);
  copyDatabase(seed, file);
  return file;
}

/** Measures, says what failed, and stops the servers whatever happens. */
async function compare(targets: readonly Target[]): Promise<Row[]> {
  try {
    const rows = await runRounds(targets, operations, length);
    for (const { operation, target, sample } of rows) {
      if (sample.failures === 0) continue;
      console.error(`${target} failed ${sample.failures} of ${operation}`);
      process.exitCode = 1;
    }
    return rows;
  } finally {
    for (const target of targets) await target.stop();
  }
}

async function onSqlite(): Promise<void> {
  const targets = [
    await startLimit('limit.ts', ownCopy('limit'), join(directory, 'limit.log')),
    await startOurs('crudgen', project, `sqlite:${ownCopy('ours')}`),
  ];
  for (const peer of options.peers ? PEERS : [])
    targets.push(await startPeer(peer, ownCopy(peer.name), join(ROOT, '.tmp', 'peers')));
  const rows = await compare(targets);
  say(`SQLite, ${ROWS.toLocaleString('en')} tasks, 32 connections`, `${LOADER}\n\n${table(rows)}`);
  writeFileSync(join(results, 'chart.svg'), chart(rows));
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  try {
    const urls = [await server.createDatabase(), await server.createDatabase()] as const;
    for (const url of urls) {
      await (await startOurs('empty', project, url)).stop();
      await fillPostgres(url, ROWS);
    }
    const rows = await compare([
      await startLimit('limit-postgres.ts', urls[0], join(directory, 'limit-postgres.log')),
      await startOurs('crudgen', project, urls[1]),
    ]);
    say(`PostgreSQL, ${ROWS.toLocaleString('en')} tasks, 32 connections`, table(rows));
    if (!options.workers) return;
    const several = await measureWorkers(project, [urls[1], urls[1]], operations, length);
    say('Several processes on PostgreSQL', table(several));
  } finally {
    await server.stop();
  }
}

async function workersOnSqlite(): Promise<void> {
  const urls = [`sqlite:${ownCopy('one')}`, `sqlite:${ownCopy('several')}`] as const;
  say(
    'Several processes on SQLite',
    table(await measureWorkers(project, urls, operations, length)),
  );
}

async function profiles(): Promise<void> {
  for (const operation of operations.filter(({ name }) => /^(list 25|get)$/.test(name))) {
    const costs = await profile(project, `sqlite:${ownCopy('profile')}`, operation);
    const lines = costs
      .slice(0, 8)
      .map(({ name, share }) => `- ${(share * 100).toFixed(0)} % ${name}`);
    say(`What a ${operation.name} spends its time on`, lines.join('\n'));
  }
}

async function soakService(): Promise<void> {
  const service = await startOurs('soaked', project, `sqlite:${ownCopy('soak')}`);
  try {
    const memory = await soak(service, Number(options.soak));
    const figures = memory.map((megabytes) => Math.round(megabytes)).join(', ');
    say(`Memory over ${options.soak} s of all operations mixed`, `${figures} MB`);
  } finally {
    await service.stop();
  }
}

async function heavyReads(): Promise<void> {
  const seconds = options.quick ? 10 : 60;
  const found = await measureHeavyReads(project, directory, seconds);
  say('Four clients with the slowest reads of 1,000,000 tasks', heavyTable(found));
  writeFileSync(join(results, 'heavy-reads.md'), report.join('\n'));
}

async function trigrams(): Promise<void> {
  const found = await measureTrigrams(directory);
  say('Searches of 1,000,000 tasks with their totals, and creates', trigramTable(found));
  writeFileSync(join(results, 'trigrams.md'), report.join('\n'));
}

async function wideRows(): Promise<void> {
  const found = await measureWideRows(directory, options.only, off);
  say('Large pages for many clients at once', wideTable(found));
  writeFileSync(join(results, 'wide-rows.md'), report.join('\n'));
}

async function versions(roots: readonly string[]): Promise<void> {
  const found = await measureVersions(directory, roots, operations, {
    length,
    hasPostgres: options.postgres,
  });
  for (const [database, rows] of found) say(`Versions on ${database}`, versionsTable(rows));
}

async function spread(starts: number): Promise<void> {
  const limit = () => startLimit('limit.ts', ownCopy('limit'), join(directory, 'limit.log'));
  const ours = () => startOurs('crudgen', project, `sqlite:${ownCopy('ours')}`);
  const swinging = operations.filter(({ name }) => wanted?.includes(name) ?? name === 'get');
  const found = [];
  for (const operation of swinging)
    found.push(
      ...(await measureSpread([limit, ours], operation, {
        starts,
        windows: length.rounds,
        seconds: length.seconds,
      })),
    );
  say(`${starts} starts of one build, ${length.rounds} windows each`, spreadTable(found));
}

async function devices(): Promise<void> {
  const lifted = operations.filter(({ name }) => LIFTED.includes(name));
  const measureOn = (database: 'sqlite' | 'postgres', urlOf: (name: string) => Promise<string>) =>
    measureDevices(database, project, urlOf, {
      ...length,
      operations: lifted,
      devices: off,
    });
  const isCounted = length.requests !== undefined;
  const how = isCounted
    ? `The processor time of a request with a device off, in parts of the time with all on: medians of ${length.rounds} rounds of ${length.requests} requests, which take turns.`
    : `${LOADER} Requests a second with a device off, of those with all on in the same round (the median of the rounds), and in brackets the processor time of a request.`;
  const onFiles = await measureOn('sqlite', async (name) => `sqlite:${ownCopy(name)}`);
  say('Each device off: SQLite', `${how}\n\n${devicesTable(onFiles, isCounted)}`);
  const server = await startPostgres();
  try {
    const onServer = await measureOn('postgres', async () => {
      const url = await server.createDatabase();
      await (await startOurs('empty', project, url)).stop();
      await fillPostgres(url, ROWS);
      return url;
    });
    say('Each device off: PostgreSQL', devicesTable(onServer, isCounted));
  } finally {
    await server.stop();
  }
  writeFileSync(join(results, 'devices.md'), report.join('\n'));
}

async function main(): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  for (const folder of [directory, results]) mkdirSync(folder, { recursive: true });
  if (options.generator)
    return say('Commands in large projects', generatorTable(measureGenerator(directory)));
  // Who loads a service has a core of its own. Commands have all that there are, as a developer's do.
  if (SERVER_CORE) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
  if (options.trigrams) return trigrams();
  if (options['wide-rows']) return wideRows();
  if (options.against) return versions(options.against.split(','));
  makeProject(join(ROOT, 'examples', 'task-manager', 'models.yaml'), project, COMMANDS);
  if (options['heavy-reads']) return heavyReads();
  // The schema comes from the service's own migrations, the rows from us, and every target gets a copy.
  await (await startOurs('seed', project, `sqlite:${seed}`)).stop();
  fillSqlite(seed, ROWS);
  if (options.devices) return devices();
  if (options.spread) return spread(Number(options.spread));

  await onSqlite();
  if (!wanted) {
    say(
      'A list under a row rule, 1,000 of 100,000 rows',
      table(await measureTenantRows(directory, length)),
    );
    const { fake, raw } = measureBulk(project, ownCopy('bulk'), length.rounds);
    say(
      'Bulk',
      `${whole(fake)} believable rows a second by \`seed --fake\`, ${whole(raw)} of the same rows by one prepared statement: ${(fake / raw).toFixed(2)}`,
    );
    const { imports, firstAnswer } = await measureStartUp(project, `sqlite:${ownCopy('start')}`);
    const beyond = Math.round(firstAnswer - imports);
    say(
      'Start',
      `First answer after ${Math.round(firstAnswer)} ms, ${beyond} ms beyond Node with the same imports (${Math.round(imports)} ms)`,
    );
  }
  if (options.workers) await workersOnSqlite();
  if (options.profile) await profiles();
  if (options.postgres) await onPostgres();
  if (options.growth) say('Growth', growthTable(await measureGrowth(project, directory)));
  if (options.soak) await soakService();
  writeFileSync(join(results, 'report.md'), report.join('\n'));
}

await main();
