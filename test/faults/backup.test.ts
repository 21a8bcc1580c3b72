import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  ADMIN,
  DEFAULT_SQLITE,
  copyProject,
  launchService,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { type Client } from '../contract/http.js';
import { clientFor } from '../contract/use-service.js';
import { runSql } from '../contract/run-sql.js';
import { buildService } from '../support/build-service.js';
import { postgresTools, SystemPostgres } from './system-postgres.js';

interface Project {
  readonly folder: string;
  readonly databaseUrl: string;
  /** Where PostgreSQL's tools are. */
  readonly path: string;
}

/** What `npm run backup` and `npm run backup:restore` do, in a project that is built. */
function command(
  { folder, databaseUrl, path }: Project,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['dist/src/main.js', ...args], {
    cwd: folder,
    env: { PATH: path, HOME: process.env.HOME, DATABASE_URL: databaseUrl },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function builtProject(): Promise<string> {
  const folder = await copyProject({ example: 'task-manager' });
  buildService(folder);
  return folder;
}

async function start(project: Project): Promise<{ service: Service; admin: Client }> {
  const service = await launchService({ example: 'task-manager', ...project });
  onTestFinished(async () => void (await service.stop()));
  await service.ready();
  return { service, admin: await clientFor(service.url, ADMIN.username, ADMIN.password) };
}

const titles = async (admin: Client): Promise<unknown[]> =>
  (await admin.list('/task?_end=1000&_sort=id')).map(({ title }) => title);

/** Writes one task after the other; `stop` gives those that were acknowledged. */
function keepWriting(admin: Client): { readonly written: string[]; stop(): Promise<string[]> } {
  const written: string[] = [];
  let over = false;
  const writing = (async () => {
    for (let number = 0; !over; number++) {
      await admin.create('/task', { title: `task ${number}` });
      written.push(`task ${number}`);
      await sleep(5);
    }
  })();
  return {
    written,
    async stop() {
      over = true;
      await writing;
      return written;
    },
  };
}

/** What both databases promise: a backup of one moment, made while others write, that brings all of it back. */
async function backUpAndRestore(project: Project, file: string): Promise<void> {
  const { service, admin } = await start(project);
  const writer = keepWriting(admin);
  await sleep(500);
  const before = writer.written.length;
  const backup = await command(project, 'backup', file);
  expect(backup).toMatchObject({ code: 0 });
  expect(statSync(join(project.folder, file)).mode & 0o077).toBe(0);
  const all = await writer.stop();
  expect(all.length).toBeGreaterThan(before);

  const again = await command(project, 'backup', file);
  expect(again.code).toBe(1);
  expect(again.output).toContain('exists already');
  const inUse = await command(project, 'restore', file, '--replace');
  expect(inUse.output).toContain('stop the service');
  expect(inUse.code).toBe(1);
  expect(await titles(admin)).toEqual(all);
  expect(await service.stop()).toBe(0);

  const unasked = await command(project, 'restore', file);
  expect(unasked.code).toBe(1);
  expect(unasked.output).toContain('--replace');
  const restored = await command(project, 'restore', file, '--replace');
  expect(restored).toMatchObject({ code: 0 });

  const { admin: later } = await start(project);
  const rows = await titles(later);
  // All that was acknowledged before it began, nothing half, and nothing that came after.
  expect(rows.length).toBeGreaterThanOrEqual(before);
  expect(rows.length).toBeLessThan(all.length);
  expect(rows).toEqual(all.slice(0, rows.length));
  await later.create('/task', { title: 'goes on' });
}

afterAll(() => removeFolder(runFolder()));

test('SQLite: a backup while others write, restored', async () => {
  const folder = await builtProject();
  const project = { folder, databaseUrl: DEFAULT_SQLITE, path: process.env.PATH ?? '' };
  await backUpAndRestore(project, 'backups/first.db');
  // What was there is nobody's to throw away.
  const kept = readdirSync(join(folder, 'data')).filter((name) => name.includes('before-restore'));
  expect(kept).toHaveLength(1);
  expect(readdirSync(join(folder, 'backups'))).toEqual(['first.db']);
});

test('SQLite: what is no backup is not restored, and a file of its own name is made', async () => {
  const folder = await builtProject();
  const project = { folder, databaseUrl: DEFAULT_SQLITE, path: process.env.PATH ?? '' };
  const none = await command(project, 'backup');
  expect(none).toMatchObject({ code: 1 });
  expect(none.output).toContain('there is no database');

  expect(await command(project, 'migrate')).toMatchObject({ code: 0 });
  const made = await command(project, 'backup');
  expect(made).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'backups'))[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);

  writeFileSync(join(folder, 'empty.db'), '');
  writeFileSync(join(folder, 'text.db'), 'no database at all, '.repeat(500));
  for (const [file, words] of [
    ['', 'backup:restore -- <file>'],
    ['missing.db', 'there is no file'],
    ['empty.db', 'is not the database of a service'],
    ['text.db', 'is not a valid database'],
  ] as const) {
    const args = file === '' ? [] : [file, '--replace'];
    const refused = await command(project, 'restore', ...args);
    expect(refused.code, file).toBe(1);
    expect(refused.output).toContain(words);
  }
  expect(existsSync(join(folder, 'data/app.db.unfinished'))).toBe(false);
  expect(await command(project, 'migrate')).toMatchObject({ code: 0 });
});

const NEEDS = 'needs a server with pg_dump of its version: install `postgresql`';

/** A project on a server of its own, and where the tools of that are. */
async function onPostgres(bin: string): Promise<Project> {
  const postgres = await SystemPostgres.start(bin);
  onTestFinished(() => postgres.stop());
  const folder = await builtProject();
  return { folder, databaseUrl: postgres.url, path: `${bin}${delimiter}${process.env.PATH}` };
}

test('PostgreSQL: a backup while others write, restored', async ({ skip }) => {
  const bin = postgresTools();
  if (!bin) return skip(NEEDS);
  const project = await onPostgres(bin);
  const { folder } = project;
  await backUpAndRestore(project, 'backups/first.dump');
  const without = await command({ ...project, path: folder }, 'backup');
  expect(without).toMatchObject({ code: 1 });
  expect(without.output).toContain('pg_dump is not installed: install the client tools');
  expect(without.output).not.toContain('faults:faults');
});

/** What a later version of the service might add, and nothing of it is in an older backup. */
const LATER = `
  CREATE TYPE mood AS ENUM ('good', 'bad');
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TABLE later (
    id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, mood mood,
    task_id integer NOT NULL REFERENCES task (id)
  );
  CREATE TRIGGER stamp BEFORE UPDATE ON task FOR EACH ROW EXECUTE FUNCTION stamp();
  CREATE VIEW titles AS SELECT title FROM task;
  CREATE SEQUENCE numbers;
  ALTER TABLE task ADD COLUMN mood mood;
  INSERT INTO later (task_id) SELECT id FROM task`;

test('PostgreSQL: a restore leaves the schema of the backup, or all as it was', async ({
  skip,
}) => {
  const bin = postgresTools();
  if (!bin) return skip(NEEDS);
  const project = await onPostgres(bin);
  const { folder, databaseUrl } = project;
  const content = () =>
    execFileSync(join(bin, 'pg_dump'), ['--inserts', databaseUrl], { encoding: 'utf8' })
      // A word that differs each time.
      .replace(/^\\(un)?restrict .*$/gm, '');
  const { service, admin } = await start(project);
  for (let number = 0; number < 100; number++)
    await admin.create('/task', { title: `task ${number}` });
  await runSql(service, 'CREATE EXTENSION pg_trgm; CREATE DOMAIN short AS varchar(9)');
  await service.stop();
  expect(await command(project, 'backup', 'old.dump')).toMatchObject({ code: 0 });
  const before = content();

  await runSql(service, LATER);
  const newer = content();
  const whole = readFileSync(join(folder, 'old.dump'));
  writeFileSync(join(folder, 'broken.dump'), whole.subarray(0, whole.length - 200));
  const broken = await command(project, 'restore', 'broken.dump', '--replace');
  expect(broken).toMatchObject({ code: 1 });
  expect(broken.output).toContain('pg_restore failed');
  expect(content()).toBe(newer);

  const restored = await command(project, 'restore', 'old.dump', '--replace');
  expect(restored).toMatchObject({ code: 0 });
  expect(content()).toBe(before);
  await start(project);
});
