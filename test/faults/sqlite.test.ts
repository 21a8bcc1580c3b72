import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  ADMIN,
  launchService,
  makeFolder,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { eventually } from '../contract/eventually.js';
import { send } from '../contract/http.js';
import { logIn } from '../contract/use-service.js';
import { fill, smallDisk } from './small-disk.js';
import { observe, recovered, tell, type Watcher } from './observe.js';

const SLACK = 6000;

interface Running extends Watcher {
  readonly service: Service;
  readonly file: string;
}

/** A service on a file of its own, which ends with the test. */
async function start(folder = makeFolder('sqlite')): Promise<Running> {
  const file = join(folder, 'app.db');
  const env = { DATABASE_LOCK_TIMEOUT: '2s', LOG_LEVEL: 'warn' };
  const databaseUrl = `sqlite:${file}`;
  const service = await launchService({ example: 'task-manager', databaseUrl, env });
  onTestFinished(() => service.dispose());
  await service.ready();
  const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
  return {
    service,
    file,
    url: service.url,
    token: (body as { access_token: string }).access_token,
  };
}

afterAll(() => removeFolder(runFolder()));

test('a write lock of another process: 503 after a bounded wait, reads go on', async () => {
  const running = await start();
  const other = new Sqlite(running.file);
  const seen = await observe(running, async () => {
    other.exec('BEGIN IMMEDIATE');
    await sleep(6000);
    other.exec('ROLLBACK');
  });
  other.close();
  tell('SQLite: locked for 6 s', seen, await recovered(running, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.counts['POST 503']).toBeGreaterThan(0);
  expect(Object.keys(seen.counts)).not.toContain('GET 503');
  // In line and for the file together, not one after the other.
  expect(seen.slowest).toBeLessThan(2500 + SLACK / 2);
});

test('a file that is gone: 503 within a moment, and back when it is', async () => {
  const running = await start();
  const away = `${running.file}.away`;
  const seen = await observe(running, async () => {
    await sleep(300);
    renameSync(running.file, away);
    await sleep(2500);
  });
  expect(seen.bad).toEqual([]);
  expect(seen.counts).toMatchObject({
    'GET 503': expect.anything(),
    'POST 503': expect.anything(),
  });
  expect(seen.ready).toEqual([200, 503]);
  expect(running.service.output).toContain('cannot be found (ENOENT)');
  renameSync(away, running.file);
  tell('SQLite: file moved away', seen, await recovered(running, SLACK));
});

test('a file that somebody has put another one in place of: 503 until the next start', async () => {
  const running = await start();
  const copy = `${running.file}.copy`;
  copyFileSync(running.file, copy);
  const seen = await observe(running, async () => {
    await sleep(300);
    renameSync(copy, running.file);
    await sleep(1500);
  });
  tell('SQLite: file replaced', seen);
  expect(seen.bad).toEqual([]);
  expect(seen.ready).toEqual([200, 503]);
  expect(running.service.output).toContain(
    'has been replaced by another file: restart the service',
  );
});

test('a damaged file: 503 where it shows, and not ready', async () => {
  const running = await start();
  const { file } = running;
  await observe(running, () => sleep(1500));
  const other = new Sqlite(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  const page = other.pragma('page_size', { simple: true }) as number;
  const root = `SELECT rootpage FROM sqlite_master WHERE name = 'task'`;
  const first = other.prepare(root).pluck().get() as number;
  // Without that of the schema nothing could open the file.
  const schema = new Set(
    other.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).pluck().all(),
  );
  other.close();
  const handle = openSync(file, 'r+');
  for (let number = first; number * page <= statSync(file).size; number++)
    if (!schema.has(number))
      writeSync(handle, Buffer.alloc(page, 0xab), 0, page, (number - 1) * page);
  fsyncSync(handle);
  closeSync(handle);
  const seen = await observe(running, async () => {
    // What it has read already is in its memory until somebody else writes.
    const again = new Sqlite(file);
    again.pragma('user_version = 1');
    again.close();
    await sleep(2000);
  });
  tell('SQLite: damaged pages', seen);
  expect(seen.bad).toEqual([]);
  expect(seen.counts['GET 503']).toBeGreaterThan(0);
  expect(seen.ready.at(-1)).toBe(503);
  expect(running.service.output).toContain('"outage":"damaged"');
  expect(running.service.output).toContain('restore a backup');
});

test('a file whose schema is damaged: 503 that says so, also where readers would read, and no start until a backup is there', async () => {
  const running = await start();
  const { file, token, url, service } = running;
  const other = new Sqlite(file);
  other.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    INSERT INTO task (title) SELECT 'task ' || i FROM n`);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  const handle = openSync(file, 'r+');
  // The header stays: otherwise it would be no database at all.
  writeSync(handle, Buffer.alloc(3000, 0xab), 0, 3000, 100);
  fsyncSync(handle);
  closeSync(handle);
  // More rows than are read at once, which no reader has looked at so far.
  const answer = await send(url, 'GET', '/task?title__ilike=9&_sort=title', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ code: 'damaged' })]);
  expect(answer.header('retry-after')).toBe('60');
  expect((await send(url, 'GET', '/readyz')).status).toBe(503);
  await expect.poll(() => service.output).toContain('the file is corrupt: restore a backup');
  await service.stop();
  const again = await launchService({
    ...{ example: 'task-manager', folder: service.folder, databaseUrl: service.databaseUrl },
  });
  onTestFinished(() => again.dispose());
  expect(await again.ended).toBe(1);
  expect(again.output).toContain('database disk image is malformed: restore a backup');
  expect(again.output).not.toContain('    at ');
});

test('a full disk: 507 to writes, a sign-in that fails included; reads go on; back when there is room', async ({
  skip,
}) => {
  const disk = smallDisk(4);
  if (!disk) return skip('a disk that can be filled needs root');
  const running = await start(disk);
  const filler = join(disk, 'filler');
  const seen = await observe(running, async () => {
    await sleep(300);
    fill(filler);
    await sleep(2500);
  });
  expect(seen.bad).toEqual([]);
  expect(seen.counts['POST 507']).toBeGreaterThan(0);
  expect(Object.keys(seen.counts)).not.toContain('GET 507');
  expect(seen.ready).toEqual([200, 503]);
  const wrong = await logIn(running.url, 'nobody', 'wrong password');
  expect([wrong.status, wrong.header('retry-after')]).toEqual([507, '30']);
  rmSync(filler);
  tell('SQLite: full disk', seen, await recovered(running, SLACK));
});

test('a file that became read-only: writes are 503, reads go on', async () => {
  const running = await start();
  const other = new Sqlite(running.file);
  // The header says so to every connection: a format that later versions write.
  const seen = await observe(running, async () => {
    await sleep(300);
    // Whoever writes in the moment between brings the header back as it was.
    const isReadOnly = await eventually(async () => {
      setWriteVersion(other, running.file, 3);
      return (await send(running.url, 'GET', '/readyz')).status === 503;
    }, SLACK);
    expect(isReadOnly).toBe(true);
    await sleep(2000);
  });
  setWriteVersion(other, running.file, 2);
  other.close();
  expect(seen.bad).toEqual([]);
  expect(seen.counts['POST 503']).toBeGreaterThan(0);
  expect(seen.ready.at(-1)).toBe(503);
  tell('SQLite: read-only file', seen);
});

/** Byte 18 of a database: who does not know this version may only read. */
function setWriteVersion(other: Sqlite.Database, file: string, version: number): void {
  other.pragma('wal_checkpoint(TRUNCATE)');
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.from([version]), 0, 1, 18);
  closeSync(handle);
}

test('all of it comes to the log once, with its reason', async () => {
  const running = await start();
  renameSync(running.file, `${running.file}.away`);
  const notReady = async (): Promise<boolean> =>
    (await send(running.url, 'GET', '/readyz')).status === 503;
  expect(await eventually(notReady)).toBe(true);
  for (let turn = 0; turn < 5; turn++) await notReady();
  await sleep(400);
  expect(running.service.output.split('"not ready"')).toHaveLength(2);
  const answer = await send(running.url, 'GET', '/readyz');
  expect(answer.text).not.toContain(running.file);
});
