import Sqlite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../database/open-database.js';
import { SqlitePool, prepareWriter } from '../../database/sqlite/pool.js';
import { NOTE_TABLE, Note } from './note.model.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pool-'));
  file = join(folder, 'app.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const failure = new Error('changed my mind');
const texts = async (source: DataSource): Promise<string[]> =>
  (await source.getRepository(Note).find({ order: { id: 'ASC' } })).map(({ text }) => text);

/** Opens a transaction that writes, waits, and fails; meanwhile somebody else works. */
async function beside(source: DataSource, work: () => Promise<unknown>): Promise<void> {
  const transaction = source.transaction(async (manager) => {
    await manager.insert(Note, { text: 'never committed' });
    await sleep(30);
    throw failure;
  });
  await sleep(10);
  const other = work();
  await expect(transaction).rejects.toBe(failure);
  await other;
}

describe('TypeORM without the pool', () => {
  let source: DataSource;

  beforeEach(async () => {
    source = new DataSource({
      type: 'better-sqlite3',
      database: file,
      enableWAL: true,
      entities: [Note],
    });
    await source.initialize();
    await source.query(NOTE_TABLE);
  });
  afterEach(() => source.destroy());

  it('rolls an acknowledged insert back with a foreign transaction', async () => {
    await beside(source, () => source.getRepository(Note).insert({ text: 'acknowledged' }));
    expect(await texts(source)).toEqual([]);
  });

  it('reads what is never committed', async () => {
    let seen: string[] = [];
    await beside(source, async () => (seen = await texts(source)));
    expect(seen).toEqual(['never committed']);
  });

  it('mixes transactions that run at once', async () => {
    const write = (text: string): Promise<unknown> =>
      source.transaction(async (manager) => {
        await manager.insert(Note, { text });
        await sleep(5);
        if (text === 'b') throw failure;
      });
    const done = await Promise.allSettled(['a', 'b', 'c'].map(write));
    const acknowledged = done.filter(({ status }) => status === 'fulfilled').length;
    expect((await texts(source)).length === 2 && acknowledged === 2).toBe(false);
  });
});

describe('with the pool', () => {
  let database: Database;
  let source: DataSource;
  const statement = (sql: string) => ({ sql, name: sql });
  const insert = (text: string): Promise<number> =>
    database.write((session) =>
      session.run(statement('INSERT INTO note (text) VALUES (?1)'), [text]),
    );

  beforeEach(async () => {
    database = await openDatabase(`sqlite:${file}`, [Note], []);
    source = database.dataSource;
    await source.query(NOTE_TABLE);
  });
  afterEach(() => database.close());

  it('keeps an acknowledged insert beside a transaction that fails', async () => {
    await beside(source, () => source.getRepository(Note).insert({ text: 'acknowledged' }));
    await beside(source, () => insert('also acknowledged'));
    expect(await texts(source)).toEqual(['acknowledged', 'also acknowledged']);
  });

  it('reads only what is committed', async () => {
    const seen: unknown[] = [];
    await beside(source, async () => {
      seen.push(await texts(source));
      seen.push(
        await database.read((session) => session.rows(statement('SELECT 1 FROM note'), [])),
      );
    });
    expect(seen).toEqual([[], []]);
  });

  it('runs transactions one after another', async () => {
    const write = (text: string): Promise<unknown> =>
      source.transaction(async (manager) => {
        await manager.insert(Note, { text });
        await sleep(5);
        if (text === 'b') throw failure;
      });
    const done = await Promise.allSettled([...'abc'].map(write));
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await texts(source)).toEqual(['a', 'c']);
  });

  it('loses and tears nothing among 1,500 inserts beside 500 transactions, half of which fail', async () => {
    const repository = source.getRepository(Note);
    const transaction = (index: number): Promise<void> =>
      source.transaction(async (manager) => {
        await manager.insert(Note, { text: `first ${index}` });
        await Promise.resolve();
        await manager.insert(Note, { text: `second ${index}` });
        if (index % 2) throw failure;
      });
    const work = Array.from({ length: 500 }, (_, index) => [
      repository.insert({ text: 'single' }),
      insert('single'),
      repository.insert({ text: 'single' }),
      transaction(index).catch(() => undefined),
    ]);
    await Promise.all(work.flat());
    expect(await repository.count()).toBe(1500 + 2 * 250);
    expect(await repository.countBy({ text: 'single' })).toBe(1500);
  }, 30_000);

  it('joins a transaction that the owner opened: all goes or nothing', async () => {
    const transaction = source.transaction(async (manager) => {
      await manager.insert(Note, { text: 'owner' });
      await insert('engine');
      await manager.insert(Note, { text: 'owner again' });
      const seen = await database.read((session) =>
        session.rows(statement('SELECT COUNT(*) FROM note'), []),
      );
      expect(seen).toEqual([[3]]);
      throw failure;
    });
    await expect(transaction).rejects.toBe(failure);
    expect(await texts(source)).toEqual([]);
  });

  it('undoes a nested write that fails and keeps the rest', async () => {
    await database.write(async (session) => {
      await session.run(statement('INSERT INTO note (text) VALUES (?1)'), ['outer']);
      const fail = (text: string): Promise<void> =>
        database.write(async (inner) => {
          await inner.run(statement('INSERT INTO note (text) VALUES (?1)'), [text]);
          await insert(`${text} deeper`);
          throw failure;
        });
      // Side by side: savepoints released out of order would undo each other.
      const nested = await Promise.allSettled([
        fail('one'),
        insert('two'),
        fail('three'),
        insert('four'),
      ]);
      expect(nested.map(({ status }) => status)).toEqual([
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
    });
    expect(await texts(source)).toEqual(['outer', 'two', 'four']);
  });

  it('gives owner code inside `write` a runner of the same transaction', async () => {
    const write = database.write(async (session) => {
      await session.runner().manager.insert(Note, { text: 'by TypeORM' });
      await session
        .runner()
        .manager.transaction((manager) => manager.insert(Note, { text: 'nested' }));
      expect(await session.rows(statement('SELECT COUNT(*) FROM note'), [])).toEqual([[2]]);
      throw failure;
    });
    await expect(write).rejects.toBe(failure);
    expect(await texts(source)).toEqual([]);
  });

  it('refuses a write beside the transaction of the same code instead of waiting for itself', async () => {
    const began = performance.now();
    const careless = source.transaction(async () => {
      await source.getRepository(Note).insert({ text: 'outside' });
    });
    await expect(careless).rejects.toThrow(/use the `manager` of that transaction/);
    const twice = source.transaction(() => source.transaction(() => Promise.resolve()));
    await expect(twice).rejects.toThrow(/would wait for itself/);
    const inWrite = database.write(() => source.getRepository(Note).insert({ text: 'outside' }));
    await expect(inWrite).rejects.toThrow(/would wait for itself/);
    expect(performance.now() - began).toBeLessThan(300);
    await insert('the lock is free');
    expect(await texts(source)).toEqual(['the lock is free']);
  });

  it('says who held the lock when waiting takes too long', async () => {
    await database.close();
    database = await openDatabase(`sqlite:${file}`, [Note], [], { lockTimeout: 0.2 });
    source = database.dataSource;
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.insert(Note, { text: 'and then forgotten' });
    const error = await insert('waiting').catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/sqlite-pool\.test\.ts:\d+.*INSERT INTO "note"/);
    expect(database.dialect.outage(error)).toBe('busy');
    await runner.release();
    await insert('released');
    expect(await texts(source)).toEqual(['released']);
  });

  it('reports what blocks other writes for long, but no migration, which takes as long as it takes', async () => {
    await database.close();
    const reports: string[] = [];
    const report = (text: string) => void reports.push(text);
    database = await openDatabase(`sqlite:${file}`, [Note], [], { report });
    await database.changeSchema(() => sleep(1050));
    expect(reports).toEqual([]);
    await database.write(() => sleep(1050), { name: 'a slow write' });
    expect(reports).toEqual([
      expect.stringMatching(/^other writes were blocked for .*a slow write/),
    ]);
  });

  it('waits for another process without blocking this one', async () => {
    const script = `const D = require('better-sqlite3'); const d = new D(${JSON.stringify(file)});
      d.exec('BEGIN IMMEDIATE'); console.log('held'); setTimeout(() => { d.exec("INSERT INTO note (text) VALUES ('other process'); COMMIT"); }, 150);`;
    const child = spawn(process.execPath, ['-e', script], { cwd: import.meta.dirname });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const version = database.dataVersion()!.data;
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await Promise.all([insert('engine'), source.getRepository(Note).insert({ text: 'owner' })]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    expect((await texts(source)).toSorted()).toEqual(['engine', 'other process', 'owner']);
    expect(database.dataVersion()!.data).not.toBe(version);
  });

  it('lets another process write while its own writes wait in a row', async () => {
    // To SQLite another connection is as good as another process.
    const other = await openDatabase(`sqlite:${file}`, [Note], []);
    let done = 0;
    const row = Array.from({ length: 60 }, () =>
      database.write(async () => {
        await sleep(20);
        done += 1;
      }),
    );
    await sleep(10);
    for (let count = 0; count < 3; count += 1)
      await other.write((session) => session.run(statement('DELETE FROM note'), []));
    expect(done).toBeLessThan(50);
    await Promise.all(row);
    await other.close();
  });

  it('changes its version with every commit, whoever makes it', async () => {
    const version = () => database.dataVersion()!.data;
    const versions = [version()];
    await insert('engine');
    versions.push(version());
    await source.getRepository(Note).insert({ text: 'owner' });
    versions.push(version(), version());
    expect(new Set(versions).size).toBe(3);
  });

  it('tells whether an index has the rows of a select in its order', () => {
    expect(database.sorts('SELECT text FROM note ORDER BY id LIMIT ?1', [5])).toBe(false);
    expect(database.sorts('SELECT text FROM note ORDER BY text, id LIMIT ?1', [5])).toBe(true);
  });

  it('refuses a statement that writes where one reads', async () => {
    const stray = statement(`INSERT INTO note (text) VALUES ('stray') RETURNING id`);
    const read = database.read((session) => session.rows(stray, []));
    await expect(read).rejects.toThrow('a statement that writes needs a transaction: INSERT');
    const begin = database.read((session) => session.rows(statement('BEGIN'), []));
    await expect(begin).rejects.toThrow('needs a transaction: BEGIN');
    expect(await insert('afterwards')).toBe(1);
    await source.query('DELETE FROM note');
    expect(await texts(source)).toEqual([]);
  });

  it('keeps the WAL bounded under writes with readers', async () => {
    const text = 'x'.repeat(2000);
    for (let round = 0; round < 40; round++) {
      const writes = Array.from({ length: 250 }, () =>
        database.write((session) =>
          session.rows(statement('INSERT INTO note (text) VALUES (?1) RETURNING id'), [text]),
        ),
      );
      const reads = Array.from({ length: 25 }, () =>
        database.read((session) => session.rows(statement('SELECT text FROM note LIMIT 100'), [])),
      );
      await Promise.all([...writes, ...reads]);
    }
    expect(statSync(file).size).toBeGreaterThan(20e6);
    expect(statSync(`${file}-wal`).size).toBeLessThan(8e6);
  }, 60_000);

  it('leaves owner code as it is with pragmas, DDL and schema queries', async () => {
    await source.query('CREATE INDEX note_text ON note (text)');
    expect(await source.query('PRAGMA index_list(note)')).toHaveLength(1);
    const runner = source.createQueryRunner();
    expect((await runner.getTable('note'))!.indices).toHaveLength(1);
    expect(await source.query('SELECT 9007199254740993 AS big, 5 AS small')).toEqual([
      { big: '9007199254740993', small: 5 },
    ]);
    const inserted = await source
      .createQueryBuilder()
      .insert()
      .into(Note)
      .values([{ text: 'a' }, { text: 'b' }])
      .execute();
    expect(inserted.identifiers).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await source.getRepository(Note).delete({ text: 'a' })).toMatchObject({ affected: 1 });
    await runner.release();
  });
});

describe('a select that runs at once', () => {
  const ROWS = 50_000;
  const COUNT = 'SELECT count(text) FROM note';
  let pool: SqlitePool;
  beforeEach(async () => {
    const handle = new Sqlite(file);
    await prepareWriter(handle);
    pool = new SqlitePool(handle, 1000, () => undefined);
    handle.exec(NOTE_TABLE);
    handle.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(ROWS)})
       INSERT INTO note (text) SELECT 'a text of some length, so that there are pages' FROM n`,
    );
  });
  afterEach(async () => {
    await pool.close();
    pool.writer.handle.close();
  });
  const count = (): number => Number(pool.readNow((to) => to.select(COUNT, []))[0]![0]);
  const insert = (): number => pool.writer.run(`INSERT INTO note (text) VALUES ('one more')`, []);

  it('does not see what a transaction on the writer has not committed', async () => {
    await pool.begin(performance.now());
    insert();
    expect(count()).toBe(ROWS);
    pool.commit();
    expect(count()).toBe(ROWS + 1);
    await pool.begin(performance.now());
    insert();
    pool.rollback();
    expect(count()).toBe(ROWS + 1);
  });

  it('finds its pages in memory after a write', () => {
    const byReader = (): unknown => pool.reader.select(COUNT, []);
    const afterWrite = (read: () => unknown): number => {
      insert();
      const began = performance.now();
      read();
      return performance.now() - began;
    };
    count();
    byReader();
    // The fastest of many, in turn: a busy machine makes any of them slow.
    const fastest = { atOnce: Infinity, byReader: Infinity };
    for (let round = 0; round < 50; round++) {
      fastest.atOnce = Math.min(fastest.atOnce, afterWrite(count));
      fastest.byReader = Math.min(fastest.byReader, afterWrite(byReader));
    }
    expect(fastest.atOnce).toBeLessThan(fastest.byReader);
  });

  it('waits on the reader where another process has the whole file for a moment', () => {
    const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    const spy = vi.spyOn(pool.writer, 'select').mockImplementation(() => {
      throw busy;
    });
    expect(count()).toBe(ROWS);
    expect(spy).toHaveBeenCalledOnce();
  });
});

it('has one connection in memory, where reads wait for transactions', async () => {
  const database = await openDatabase('sqlite::memory:', [Note], []);
  await database.dataSource.query(NOTE_TABLE);
  let seen: string[] = [];
  await beside(database.dataSource, async () => (seen = await texts(database.dataSource)));
  expect(seen).toEqual([]);
  await database.close();
});

it('opens one new file from several connections at once', async () => {
  const open = Array.from({ length: 5 }, () => openDatabase(`sqlite:${file}`, [Note], []));
  const all = await Promise.all(open);
  await Promise.all(all.map((database) => database.close()));
});

it('names a database that it does not know', async () => {
  await expect(openDatabase('mysql://root@localhost/app', [], [])).rejects.toThrow(
    /`mysql` is not supported; use sqlite:/,
  );
});
