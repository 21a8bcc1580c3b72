import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, DatabaseReadOptions } from '../../database/database.js';
import type { Reach } from '../../database/dialect.js';
import { openDatabase } from '../../database/open-database.js';
import { Readers } from '../../database/sqlite/readers/readers.js';
import { HttpProblem } from '../../problem/problem.js';
import { NOTE_TABLE, Note } from './note.model.js';

const ENDLESS =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
const ROWS = 30_000;
let folder: string;
let file: string;
let closing: { close(): Promise<void> }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'));
  file = join(folder, 'app.db');
  closing = [];
  const handle = new Sqlite(file);
  handle.pragma('journal_mode = WAL');
  handle.exec(`${NOTE_TABLE};
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO note (text) SELECT 'Note ' || i FROM n`);
  handle.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of closing) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(readers: number, statementTimeout?: number): Promise<Database> {
  const limits = statementTimeout === undefined ? { readers } : { readers, statementTimeout };
  return openDatabase(`sqlite:${file}`, [Note], [], limits).then((database) => {
    closing.push(database);
    return database;
  });
}

/** Two of them. */
function startReaders(limits: Partial<ConstructorParameters<typeof Readers>[1]> = {}): Readers {
  const readers = new Readers(file, { readers: 2, time: 0, ...limits });
  closing.push(readers);
  return readers;
}

const read = (
  database: Database,
  sql: string,
  values: unknown[] = [],
  signal?: AbortSignal,
  userId?: number,
) =>
  database.read((session) => session.rows({ sql, name: sql }, values), {
    signal: signal && (() => signal),
    userId,
  });
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const ask = (
  readers: Readers,
  sql: string,
  signal?: AbortSignal,
  userId?: number,
): Promise<unknown[]> => readers.ask({ sql, values: [], form: 'rows' }, signal, userId);
const COUNT = 'SELECT count(*) FROM note';
const SOME = `${COUNT} WHERE text LIKE ?1`;
/** A read of the engine. */
const readKnown = (database: Database, sql: string, reach: Reach, signal?: AbortSignal) =>
  database.read((session) => session.rows({ sql, name: sql }, [], reach), {
    signal: signal && (() => signal),
  });

/** The readers of this process, by what the system says. */
const processes = (): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(file))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === process.pid && !state!.startsWith('Z'))
    .map(([pid]) => Number(pid));

describe('a database with readers', () => {
  it('starts none before there is something to read for long', async () => {
    const database = await open(2);
    const all = { tables: ['note'], upTo: ROWS };
    expect(await readKnown(database, COUNT, all)).toEqual([[ROWS]]);
    expect(await readKnown(database, COUNT, 'few')).toEqual([[ROWS]]);
    expect(processes()).toEqual([]);
    expect(await read(database, SOME, ['%9'])).toEqual([[ROWS / 10]]);
    expect(processes()).toHaveLength(1);
  });

  it('has those read that are not quick, whatever else the work is called', async () => {
    const database = await open(2);
    const asked = vi.spyOn(Readers.prototype, 'ask');
    const times = async (work: () => Promise<unknown>) => {
      asked.mockClear();
      await work();
      return asked.mock.calls.length;
    };
    const short = (reach: Reach) => () =>
      database.read((session) => session.rows({ sql: COUNT, name: COUNT }, [], reach), {
        quick: true,
      });
    const all = { tables: ['note'], upTo: ROWS - 1 };
    expect(await times(() => readKnown(database, COUNT, all))).toBe(1);
    expect(await times(() => readKnown(database, COUNT, 'much'))).toBe(1);
    expect(await times(short(all))).toBe(0);
    expect(await times(short('much'))).toBe(1);
  });

  it('serves what is short at once, whatever TypeORM asks: nobody who logs in waits for slow reads', async () => {
    const database = await open(2);
    const asked = vi.spyOn(Readers.prototype, 'ask');
    const where = { text: 'Note 7' };
    const found = (options?: DatabaseReadOptions) =>
      database.read((session) => session.runner().manager.findBy(Note, where), options);
    expect(await found()).toMatchObject([{ id: 7 }]);
    expect(await found({ quick: true })).toMatchObject([{ id: 7 }]);
    expect(asked).not.toHaveBeenCalled();
    expect(await found({})).toMatchObject([{ id: 7 }]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('keeps the event loop free', async () => {
    const database = await open(2);
    const controller = new AbortController();
    const endless = errorOf(read(database, ENDLESS, [], controller.signal));
    for (let turns = 0; turns < 1000; turns++) {
      await turn();
      expect(await read(database, 'SELECT text FROM note WHERE id = ?1', [7])).toEqual([
        ['Note 7'],
      ]);
    }
    expect(database.stats()).toContainEqual({ name: 'readers', size: 2, busy: 1, waiting: 0 });
    controller.abort();
    await endless;
  });

  it('reads what was acknowledged before', async () => {
    const database = await open(2);
    for (let n = 1; n <= 30; n++) {
      await database.write((session) =>
        session.run({ sql: 'INSERT INTO note (text) VALUES (?1)', name: 'insert' }, [`mine ${n}`]),
      );
      expect(await read(database, SOME, ['mine%'])).toEqual([[n]]);
    }
  });

  it('keeps reads of a transaction on its connection', async () => {
    const database = await open(2);
    await database.write(async (session) => {
      await session.run({ sql: 'DELETE FROM note WHERE id > ?1', name: 'delete' }, [29_000]);
      expect(await read(database, SOME, ['%'])).toEqual([[29_000]]);
    });
    expect(processes()).toEqual([]);
  });

  it('serves repositories, with the same objects', async () => {
    const [with2, without] = [await open(2), await open(0)];
    const find = ({ dataSource }: Database) =>
      dataSource.getRepository(Note).find({ order: { text: 'DESC' }, skip: 100, take: 300 });
    expect(await find(with2)).toEqual(await find(without));
    const big = `WITH RECURSIVE n(i) AS (SELECT 9007199254740993 UNION ALL SELECT 5 FROM n LIMIT 2) SELECT i FROM n`;
    expect(await with2.dataSource.query(big)).toEqual([{ i: '9007199254740993' }, { i: 5 }]);
    expect(processes().length).toBeGreaterThan(0);
    expect(without.stats().map(({ name }) => name)).toEqual(['writer']);
  });

  it('ends a read after its time, as an outage', async () => {
    const database = await open(2, 1);
    const error = await errorOf(read(database, ENDLESS));
    expect(database.outageOf(error)).toBe('busy');
    expect(String(error)).toContain('a read took longer than 1 s');
    const ofTypeOrm = await errorOf(database.dataSource.query(ENDLESS));
    expect(database.outageOf(ofTypeOrm)).toBe('busy');
    expect(database.stats()).toContainEqual({ name: 'readers', size: 2, busy: 0, waiting: 0 });
  });
});

it('a user who keeps 40 slow reads in flight gets 503 for as many as others need room', async () => {
  const database = await open(2);
  const controller = new AbortController();
  const service = errorOf(read(database, ENDLESS, [], controller.signal));
  const greedy = Array.from({ length: 40 }, () =>
    errorOf(read(database, ENDLESS, [], controller.signal, 1)),
  );
  const other = read(database, SOME, ['%9'], undefined, 2);
  await turn();
  expect(database.stats()).toContainEqual({ name: 'readers', size: 2, busy: 2, waiting: 32 });
  controller.abort();
  expect(await other).toEqual([[ROWS / 10]]);
  await service;
  const errors = await Promise.all(greedy);
  // One runs, and 32 of all wait.
  expect(errors.filter((error) => database.outageOf(error) === 'busy')).toHaveLength(8);
});

describe('readers', () => {
  it('end a statement whose client has gone, and go on', async () => {
    const readers = startReaders();
    const controller = new AbortController();
    await ask(readers, COUNT);
    const [first] = processes();
    const endless = errorOf(ask(readers, ENDLESS, controller.signal));
    await sleep(50);
    controller.abort();
    expect(await endless).toBeInstanceOf(HttpProblem);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
    expect(processes()).toHaveLength(1);
    expect(processes()).not.toContain(first);
    expect(readers.stats()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('do not begin what nobody waits for any more', async () => {
    const readers = startReaders();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = errorOf(ask(readers, ENDLESS, first.signal, 1));
    const waiting = errorOf(ask(readers, ENDLESS, second.signal, 1));
    expect(readers.stats()).toMatchObject({ busy: 1, waiting: 1 });
    second.abort();
    expect(await waiting).toBeInstanceOf(HttpProblem);
    expect(readers.stats()).toMatchObject({ busy: 1, waiting: 0 });
    first.abort();
    await running;
    expect(await errorOf(ask(readers, COUNT, first.signal))).toBeInstanceOf(HttpProblem);
    expect(readers.stats()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('turn away whom they could not serve for long', async () => {
    const readers = startReaders({ waiting: 2 });
    const controller = new AbortController();
    const asked = [1, 2, 3, 4].map(() => errorOf(ask(readers, ENDLESS, controller.signal)));
    expect(await errorOf(ask(readers, COUNT))).toMatchObject({
      outage: 'busy',
      message: '2 reads are already waiting for a reader',
    });
    controller.abort();
    await Promise.all(asked);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
  });

  it('give a place in a full line to who waits with fewer, and serve users by turns', async () => {
    const readers = startReaders({ waiting: 5 });
    const controller = new AbortController();
    const served: string[] = [];
    const as = (userId: number, name: string): Promise<void> =>
      ask(readers, COUNT, undefined, userId).then(() => void served.push(name));
    const service = errorOf(ask(readers, ENDLESS));
    const running = errorOf(ask(readers, ENDLESS, controller.signal, 1));
    const waiting = [as(1, '1a'), as(1, '1b')];
    const full = { outage: 'busy', message: '5 reads are already waiting for a reader' };
    const displaced = ['1c', '1d', '1e'].map((name) => errorOf(as(1, name)));
    expect(await errorOf(as(1, '1f'))).toMatchObject(full);
    waiting.push(as(2, '2a'), as(3, '3a'), as(2, '2b'));
    expect(await Promise.all(displaced)).toMatchObject([full, full, full]);
    expect(await errorOf(as(1, '1g'))).toMatchObject(full);
    expect(readers.stats()).toMatchObject({ busy: 2, waiting: 5 });
    controller.abort();
    await Promise.all([running, ...waiting]);
    expect(served).toEqual(['1a', '2a', '3a', '1b', '2b']);
    expect(readers.stats()).toMatchObject({ busy: 1, waiting: 0 });
    await readers.close();
    await service;
  });

  it('are never all taken by one user', async () => {
    // At least two, however few are asked for.
    const readers = startReaders({ readers: 1 });
    const controller = new AbortController();
    const greedy = [1, 2, 3].map(() => errorOf(ask(readers, ENDLESS, controller.signal, 1)));
    expect(readers.stats()).toMatchObject({ busy: 1, waiting: 2 });
    expect(await ask(readers, COUNT, undefined, 2)).toEqual([[ROWS]]);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
    controller.abort();
    await Promise.all(greedy);
    expect(readers.stats()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('are replaced when they crash: an outage for the read, none for the next', async () => {
    const readers = startReaders();
    await ask(readers, COUNT);
    const endless = errorOf(ask(readers, ENDLESS));
    for (const pid of processes()) process.kill(pid, 'SIGKILL');
    expect(await endless).toMatchObject({
      outage: 'busy',
      message: 'a reader ended during a read: by SIGKILL',
    });
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
    for (const pid of processes()) process.kill(pid, 'SIGKILL');
    while (processes().length > 0) await sleep(20);
    // The event loop has to go round once to be told of it.
    await sleep(100);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
    expect(readers.stats()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('say that a file is damaged which was cut off under them', async () => {
    const readers = startReaders();
    const sum = `SELECT sum(length(text)) FROM note WHERE text LIKE '%9%'`;
    expect(await ask(readers, sum)).toHaveLength(1);
    truncateSync(file, 2 * 4096);
    expect(await errorOf(ask(readers, sum))).toMatchObject({ code: 'SQLITE_CORRUPT' });
  });

  it('say so of a file whose schema is damaged, which none of them can open, and read it once it is whole', async () => {
    const readers = startReaders();
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    damaged.fill(0xab, 100, 4096);
    writeFileSync(file, damaged);
    for (let time = 0; time < 3; time++) {
      const error = await errorOf(ask(readers, COUNT));
      expect(error).toMatchObject({ code: expect.stringMatching(/^SQLITE_(CORRUPT|NOTADB)/) });
    }
    writeFileSync(file, whole);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
  });

  it('leave signals of the terminal to whoever started them', async () => {
    const readers = startReaders();
    await ask(readers, COUNT);
    const before = processes();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const pid of before) process.kill(pid, signal);
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
    expect(processes()).toEqual(before);
  });

  it('give the errors of the driver, and know its functions', async () => {
    const readers = startReaders();
    expect(await errorOf(ask(readers, 'SELECT * FROM nowhere'))).toMatchObject({
      name: 'SqliteError',
      code: 'SQLITE_ERROR',
      message: 'no such table: nowhere',
    });
    expect(await errorOf(ask(readers, 'DELETE FROM note'))).toMatchObject({
      code: 'SQLITE_READONLY',
    });
    expect(await ask(readers, `SELECT unicode_fold('ÄΣ'), json_number(29.0)`)).toEqual([
      ['äσ', '29'],
    ]);
    const values = [null, 1.5, 'ü', 9007199254740993n, Buffer.from([1, 2])];
    const sql = 'SELECT ?1, ?2, ?3, CAST(?4 AS TEXT), hex(?5)';
    expect(await readers.ask({ sql, values, form: 'rows' })).toEqual([
      [null, 1.5, 'ü', '9007199254740993', '0102'],
    ]);
    const code = { sql, values: [() => 1], form: 'rows' } as const;
    expect(String(await errorOf(readers.ask(code)))).toContain('could not be cloned');
    expect(await ask(readers, COUNT)).toEqual([[ROWS]]);
  });

  it('end when they are closed, with what they do', async () => {
    const readers = startReaders();
    await ask(readers, COUNT);
    const asked = [1, 2, 3].map(() => errorOf(ask(readers, ENDLESS)));
    await readers.close();
    for (const one of asked) expect(await one).toMatchObject({ outage: 'unavailable' });
    expect(processes()).toEqual([]);
  });
});
