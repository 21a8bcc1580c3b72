/**
 * Measures many records written at once against the same one by one, on both databases:
 *   npx tsx test/bench/many-rows.ts [rounds]
 * 1,000 tasks with a reference by HTTP, with and without a key, and 10,000 notes in code, by a user whom the row rules restrict to own notes and those of
 * their tenant. In each round the ways take turns; it prints the fastest of each, and their ratio.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, launchService } from '../contract/harness.js';
import { clientFor } from '../contract/use-service.js';
import { startPostgres } from '../support/postgres.js';

const ROUNDS = Number(process.argv[2] ?? 3);
const BY_HTTP = 1000;
const IN_CODE = 10_000;

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = 'templates/features/engine-tests/engine';

/** Makes a folder of the engine with the models of its tests, as they lie in a project. */
function layEngine(folder: string): void {
  cpSync(join(ROOT, 'templates/service/engine'), join(folder, 'engine'), { recursive: true });
  cpSync(join(ROOT, FIXTURES), join(folder, 'engine'), { recursive: true });
  cpSync(join(ROOT, 'templates/service/tsconfig.json'), join(folder, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}

/** What is in code is measured by a process of its own in that folder, whose compiler options its decorators need. */
function inFolder(folder: string, title: string, databaseUrl: string): string[] {
  const tsx = join(ROOT, 'node_modules/.bin/tsx');
  const given = [import.meta.filename, String(ROUNDS), title, databaseUrl];
  const { stdout, stderr } = spawnSync(tsx, given, { cwd: folder, encoding: 'utf8' });
  process.stderr.write(stderr);
  return stdout.trim().split('\n');
}

type Library =
  typeof import('../../templates/features/engine-tests/engine/test/fixtures/library.js');
type Opened =
  typeof import('../../templates/features/engine-tests/engine/test/fixtures/open-library.js');

type Ways = Readonly<Record<string, () => Promise<unknown>>>;

/** The least milliseconds of each way. */
async function fastest(ways: Ways): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of Object.entries(ways)) {
      const began = performance.now();
      await work();
      times[name] = Math.min(times[name] ?? Infinity, performance.now() - began);
    }
  return times;
}

const rows = (title: string, times: Record<string, number>, alone: string): string[] =>
  Object.entries(times).map(
    ([name, time]) =>
      `| ${title} | ${name} | ${Math.round(time)} | ${(times[alone]! / time).toFixed(1)} |`,
  );

async function byHttp(title: string, databaseUrl: string): Promise<string[]> {
  const project = { example: 'task-manager', features: ['idempotency'] } as const;
  const service = await (await launchService({ ...project, databaseUrl })).ready();
  try {
    const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    const { id: project_id } = await admin.create('/project', { name: 'many' });
    const items = Array.from({ length: BY_HTTP }, (_, at) => ({ title: `task ${at}`, project_id }));
    let ids: number[] = [];
    const key = randomUUID();
    await admin.post('/task', items, { 'idempotency-key': key });
    const change = (id: number) => ({ id, description: 'changed', project_id });
    const created = await fastest({
      'one by one': async () => {
        for (const item of items) await admin.create('/task', item);
      },
      'a list': async () => {
        ids = (await admin.post('/task', items)).ids;
      },
      'a list with a key': () => admin.post('/task', items, { 'idempotency-key': randomUUID() }),
      'the same key again': () => admin.post('/task', items, { 'idempotency-key': key }),
    });
    const changed = await fastest({
      'one by one': async () => {
        for (const id of ids) await admin.change(`/task/${id}`, change(id));
      },
      'a list': () => admin.patch('/task', ids.map(change)),
    });
    return [
      ...rows(`${title}: 1,000 created by HTTP`, created, 'one by one'),
      ...rows(`${title}: 1,000 changed by HTTP`, changed, 'one by one'),
    ];
  } finally {
    await service.dispose();
  }
}

async function inCode(title: string, databaseUrl: string): Promise<string[]> {
  const fixtures = join(process.cwd(), 'engine/test/fixtures');
  const { Note, Person } = (await import(join(fixtures, 'library.ts'))) as Library;
  const { openLibrary, user } = (await import(join(fixtures, 'open-library.ts'))) as Opened;
  const { engine, database } = await openLibrary(databaseUrl);
  try {
    for (const name of ['Ann', 'Ben']) await engine.system(Person).create({ name });
    const notes = engine.as(user(2, ['Manager'], [1]))(Note);
    const items = Array.from({ length: IN_CODE }, (_, at) => ({ title: `note ${at}` }));
    let ids: readonly number[] = [];
    const created = await fastest({
      create: async () => {
        for (const item of items) await notes.create(item);
      },
      'create in one transaction': () =>
        database.write(async () => {
          for (const item of items) await notes.create(item);
        }),
      createMany: async () => {
        ids = (await notes.createMany(items)).map(({ id }) => id);
      },
    });
    const changed = await fastest({
      update: async () => {
        for (const id of ids) await notes.update(id, { title: 'changed' });
      },
      updateMany: () =>
        notes.updateMany(ids.map((id) => ({ id, values: { title: `changed ${id}` } }))),
    });
    return [
      ...rows(`${title}: 10,000 created in code`, created, 'create'),
      ...rows(`${title}: 10,000 changed in code`, changed, 'update'),
    ];
  } finally {
    await database.close();
  }
}

async function all(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'many-rows-'));
  const server = await startPostgres();
  try {
    layEngine(folder);
    const table = [
      ...(await byHttp('SQLite', `sqlite:${join(folder, 'http.db')}`)),
      ...(await byHttp('PostgreSQL', await server.createDatabase())),
      ...inFolder(folder, 'SQLite', `sqlite:${join(folder, 'code.db')}`),
      ...inFolder(folder, 'PostgreSQL', await server.createDatabase()),
    ];
    console.log(
      ['| what | how | ms | times as fast |', '| --- | --- | --- | --- |', ...table].join('\n'),
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

const [, , , title, url] = process.argv;
if (title === undefined || url === undefined) await all();
else console.log((await inCode(title, url)).join('\n'));
