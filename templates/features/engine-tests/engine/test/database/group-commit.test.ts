import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database/database.js';
import type { Session } from '../../database/dialect.js';
import { openDatabase } from '../../database/open-database.js';
import { onStatement } from '../../database/trace-statement.js';
import { NOTE_TABLE, Note } from './note.model.js';

let folder: string;
let database: Database;
let source: DataSource;
let statements: string[];
let deaf: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'group-'));
  database = await openDatabase(`sqlite:${join(folder, 'app.db')}`, [Note], []);
  source = database.dataSource;
  await source.query(NOTE_TABLE);
  statements = [];
  deaf = onStatement(({ sql }) => void statements.push(sql));
});
afterEach(async () => {
  deaf();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const statement = (sql: string) => ({ sql, name: sql });
const add = (text: string) => (session: Session) =>
  session.run(statement('INSERT INTO note (text) VALUES (?1)'), [text]);
/** As the engine writes where no code of the developer's runs inside. */
const write = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  database.write(work, { shared: false, name: 'a write of Note' });
const commits = () => statements.filter((sql) => sql === 'COMMIT').length;
const texts = async (): Promise<string[]> =>
  (await source.getRepository(Note).find({ order: { id: 'ASC' } })).map(({ text }) => text);
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

/** Runs `work` in no time, as the service sees it, on however busy a machine. */
async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('writes of one turn of the event loop', () => {
  it('share a commit', async () => {
    await atOnce(() => Promise.all(many(20).map((text) => write(add(text)))));
    expect(commits()).toBe(1);
    expect(await texts()).toEqual(many(20));
  });

  it('are told of success when they are committed, not before', async () => {
    const seen: number[] = [];
    await atOnce(() =>
      Promise.all(
        many(3).map(async (text) => {
          await write(add(text));
          seen.push(commits());
        }),
      ),
    );
    expect(seen).toEqual([1, 1, 1]);
  });

  it('are at most fifty to a commit', async () => {
    await atOnce(() => Promise.all(many(120).map((text) => write(add(text)))));
    expect(commits()).toBe(3);
    expect(await texts()).toHaveLength(120);
  });

  it('take turns with others who write to the file, and lose nothing', async () => {
    const other = await openDatabase(`sqlite:${join(folder, 'app.db')}`, [Note], []);
    const writing = async (to: Database, name: string) => {
      for (let round = 0; round < 20; round++)
        await Promise.all(
          many(5).map((n) =>
            to.write(add(`${name} ${round} ${n}`), { shared: false, name: 'a write of Note' }),
          ),
        );
    };
    await Promise.all([writing(database, 'mine'), writing(other, 'theirs')]);
    await other.close();
    expect(new Set(await texts()).size).toBe(200);
  });

  it('are each done in the name of its own request', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      many(3).map((name) =>
        request.run(name, () =>
          write(async (session) => {
            await add(name)(session);
            return request.getStore();
          }),
        ),
      ),
    );
    expect(seen).toEqual(many(3));
  });

  it('are committed in the name of none of them', async () => {
    const request = new AsyncLocalStorage<string>();
    const names: unknown[] = [];
    const end = onStatement(({ sql }) => {
      if (sql === 'COMMIT') names.push(request.getStore());
    });
    await Promise.all(many(3).map((name) => request.run(name, () => write(add(name)))));
    end();
    expect(names).toEqual([undefined]);
  });

  it('are all counted as waiting behind a transaction', async () => {
    const open = source.createQueryRunner();
    await open.startTransaction();
    const written = many(5).map((name) => write(add(name)));
    await sleep(1);
    expect(database.stats()[0]).toMatchObject({ busy: 1, waiting: 5 });
    await open.commitTransaction();
    await open.release();
    await Promise.all(written);
    expect(database.stats()[0]).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('wait no longer for one of them than for anybody else', async () => {
    await database.close();
    const url = `sqlite:${join(folder, 'app.db')}`;
    database = await openDatabase(url, [Note], [], { lockTimeout: 0.05 });
    source = database.dataSource;
    let free = (): void => undefined;
    const slow = write(() => new Promise<void>((resolve) => (free = resolve)));
    const behind = write(add('behind'));
    await expect(behind).rejects.toThrow(/waited 0\.05 s to write/);
    free();
    await slow;
  });

  it('end with the database, however many follow each other', async () => {
    const stream = (async () => {
      for (;;) await write(add('n'));
    })().catch((error: unknown) => error);
    await sleep(5);
    await database.close();
    expect(String(await stream)).toMatch(/the database is closed/);
    database = await openDatabase(`sqlite:${join(folder, 'app.db')}`, [Note], []);
    source = database.dataSource;
  });

  it('are waited for by whoever closes the database', async () => {
    const written = write(add('last'));
    await database.close();
    await written;
    database = await openDatabase(`sqlite:${join(folder, 'app.db')}`, [Note], []);
    source = database.dataSource;
    expect(await texts()).toEqual(['last']);
  });

  it('do not wait for work of that turn which takes long', async () => {
    await Promise.all(
      many(3).map((text) =>
        write(async (session) => {
          await add(text)(session);
          const end = performance.now() + 10;
          while (performance.now() < end);
        }),
      ),
    );
    expect(commits()).toBe(3);
  });

  it('of several turns are committed apart', async () => {
    await write(add('first'));
    await write(add('second'));
    expect(commits()).toBe(2);
  });

  it('are committed where a test fakes the clock', async () => {
    vi.useFakeTimers();
    try {
      await write(add('first'));
    } finally {
      vi.useRealTimers();
    }
    expect(await texts()).toEqual(['first']);
  });

  it('see those before them', async () => {
    const count = (session: Session) =>
      session.rows(statement('SELECT COUNT(*) FROM note'), []).then(([row]) => row![0]);
    const seen = many(3).map((text) =>
      write(async (session) => {
        await add(text)(session);
        return count(session);
      }),
    );
    expect(await Promise.all(seen)).toEqual([1, 2, 3]);
  });
});

describe('one that fails', () => {
  const failure = new Error('changed my mind');
  const failing = (text: string) =>
    write(async (session) => {
      await add(text)(session);
      throw failure;
    });

  it.each([0, 1, 2])('takes back nothing but itself, as number %i of three', async (at) => {
    const names = many(3);
    const done = await Promise.allSettled(
      names.map((text, index) => (index === at ? failing(text) : write(add(text)))),
    );
    expect(done.map(({ status }) => status === 'rejected')).toEqual(
      names.map((_, index) => index === at),
    );
    expect(await texts()).toEqual(names.filter((_, index) => index !== at));
  });

  it('and rolls back the whole transaction has the others done again', async () => {
    await source.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON note WHEN NEW.text = 'n2' BEGIN SELECT RAISE(ROLLBACK, 'refused'); END`,
    );
    const done = await Promise.allSettled(many(5).map((text) => write(add(text))));
    expect(done.map(({ status }) => status === 'rejected')).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect((await texts()).toSorted()).toEqual(['n0', 'n1', 'n3', 'n4']);
  });

  it('at the commit alone is refused alone', async () => {
    await source.query(
      'CREATE TABLE line (id integer PRIMARY KEY, note integer REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)',
    );
    const line = (note: number) =>
      write((session) => session.run(statement('INSERT INTO line (note) VALUES (?1)'), [note]));
    const done = await Promise.allSettled([write(add('n0')), line(1), line(99), write(add('n1'))]);
    expect(done.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect((done[2] as PromiseRejectedResult).reason).toMatchObject({
      code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
    });
    expect((await texts()).toSorted()).toEqual(['n0', 'n1']);
  });
});

it('a commit that fails is said to those who wait for it, and ends nothing else', async () => {
  const { pool } = database as unknown as { pool: { commit(): void; rollback(): void } };
  const [commit, rollback] = [pool.commit, pool.rollback];
  const broken = new Error('disk I/O error');
  pool.commit = pool.rollback = () => {
    throw broken;
  };
  await expect(write(add('lost'))).rejects.toBe(broken);
  Object.assign(pool, { commit, rollback });
  await write(add('kept'));
  expect(await texts()).toEqual(['kept']);
});

it.each(['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part'])(
  'nobody waits for ever where a %s fails',
  async (broken) => {
    const { pool } = database as unknown as { pool: { writer: { run(sql: string): unknown } } };
    const run = pool.writer.run.bind(pool.writer);
    let fails = true;
    pool.writer.run = (sql, ...rest: []) => {
      if (sql === broken && fails) {
        fails = false;
        throw new Error('disk I/O error');
      }
      return run(sql, ...rest);
    };
    const done = await Promise.allSettled([
      write(add('n0')),
      write(add('n1')),
      write(async (session) => {
        await add('never')(session);
        throw new Error('changed my mind');
      }),
      write(add('n2')),
    ]);
    expect(fails).toBe(false);
    const kept = done.flatMap(({ status }, at) =>
      status === 'fulfilled' ? [['n0', 'n1', 'never', 'n2'][at]!] : [],
    );
    expect((await texts()).toSorted()).toEqual(kept.toSorted());
    expect(kept.length).toBeGreaterThan(1);
  },
);

describe('beside a group', () => {
  it('a read finds what was written before it in the same turn', async () => {
    const written = write(add('n0'));
    await Promise.resolve();
    const [, found] = await Promise.all([written, write(add('n1')).then(texts)]);
    expect(found).toEqual(['n0', 'n1']);
  });

  it('a read never finds what is not committed', async () => {
    const found: unknown[] = [];
    const slow = write(async (session) => {
      await add('never')(session);
      await sleep(30);
      throw new Error('changed my mind');
    }).catch(() => null);
    await sleep(10);
    found.push(await texts());
    found.push(await database.read((session) => session.rows(statement('SELECT 1 FROM note'), [])));
    await slow;
    expect(found).toEqual([[], []]);
  });

  it('transactions, single statements and parts of groups lose and tear nothing', async () => {
    const transaction = (index: number) =>
      source
        .transaction(async (manager) => {
          await manager.insert(Note, { text: 'pair' });
          await sleep(1);
          await manager.insert(Note, { text: 'pair' });
          if (index % 2) throw new Error('changed my mind');
        })
        .catch(() => null);
    const work = Array.from({ length: 60 }, (_, index) => [
      write(add('part')),
      source.getRepository(Note).insert({ text: 'single' }),
      ...(index % 3 ? [] : [transaction(index / 3)]),
      write(async (session) => {
        await add('failed')(session);
        throw new Error('changed my mind');
      }).catch(() => null),
      write(async (session) => {
        await add('slow part')(session);
        if (index % 7 === 0) await sleep(1);
      }),
    ]);
    await Promise.all(work.flat());
    const found = await texts();
    const count = (text: string) => found.filter((other) => other === text).length;
    expect(['part', 'single', 'pair', 'failed', 'slow part'].map(count)).toEqual([
      60, 60, 20, 0, 60,
    ]);
  });

  it('a transaction that waits does so for one commit, however many writes follow', async () => {
    let following = true;
    const stream = async () => {
      while (following) await write(add('n'));
    };
    const streams = many(5).map(stream);
    await sleep(5);
    const before = commits();
    await source.transaction((manager) => manager.insert(Note, { text: 'mine' }));
    expect(commits() - before).toBeLessThan(10);
    following = false;
    await Promise.all(streams);
  });
});

describe('the number of what is committed', () => {
  const version = (of: 'data' | 'rows') => database.dataVersion()![of];

  it.each<[string, boolean, string]>([
    ['INSERT', true, `INSERT INTO note (text) VALUES ('b')`],
    ['DELETE', true, `DELETE FROM note WHERE id = 1`],
    ['an update', false, `UPDATE note SET text = 'b'`],
    ['an update in lower case', false, ` update "note" set text = 'b'`],
    ['an update that replaces', true, `UPDATE OR REPLACE note SET text = 'b'`],
    ['the same with more blanks', true, `UPDATE  OR  REPLACE note SET text = 'b'`],
    ['the same without a blank', true, `UPDATE OR/* b */REPLACE note SET text = 'b'`],
    ['the same with a comment', true, `UPDATE /* b */ OR REPLACE note SET text = 'b'`],
    ['an update with a common table', true, `WITH b AS (SELECT 1) UPDATE note SET text = 'b'`],
  ])('changes with %s', async (_name, moves, sql) => {
    await write(add('a'));
    for (const run of [
      () => source.query(sql),
      () => write((session) => session.run(statement(sql), [])),
      () => source.transaction((manager) => manager.query(sql)),
    ]) {
      const before = [version('data'), version('rows')];
      await run();
      expect(version('data')).not.toBe(before[0]);
      expect(version('rows') !== before[1]).toBe(moves);
    }
  });

  it.each([
    `CREATE TRIGGER kept AFTER UPDATE ON note BEGIN INSERT INTO note (text) VALUES ('old'); END`,
    `CREATE TEMP TRIGGER kept AFTER UPDATE ON note BEGIN INSERT INTO note (text) VALUES ('old'); END`,
    `CREATE VIEW short AS SELECT * FROM note WHERE length(text) < 10`,
    `CREATE TABLE other (id integer PRIMARY KEY, name text UNIQUE ON CONFLICT REPLACE)`,
  ])('of rows changes with updates, too, after %s', async (sql) => {
    await write(add('a'));
    await source.query(sql);
    const before = version('rows');
    await source.query(`UPDATE note SET text = 'b'`);
    expect(version('rows')).not.toBe(before);
  });

  it('changes with what another connection commits', async () => {
    const other = await openDatabase(`sqlite:${join(folder, 'app.db')}`, [Note], []);
    const before = [version('data'), version('rows')];
    await other.dataSource.query(`UPDATE note SET text = 'b'`);
    await other.dataSource.query(`INSERT INTO note (text) VALUES ('b')`);
    expect(version('data')).not.toBe(before[0]);
    expect(version('rows')).not.toBe(before[1]);
    await other.close();
  });

  it('stays with what is taken back', async () => {
    const before = [version('data'), version('rows')];
    await source
      .transaction(async (manager) => {
        await manager.insert(Note, { text: 'never' });
        throw new Error('changed my mind');
      })
      .catch(() => null);
    expect([version('data'), version('rows')]).toEqual(before);
    await write((session) => session.run(statement(`UPDATE note SET text = 'b'`), []));
    expect(version('rows')).toBe(before[1]);
  });
});
