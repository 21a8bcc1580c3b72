import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CountCache, PageCache, StatementCache } from '../../records/reading/caches.js';
import type { ModelInfo } from '../../model/model-info.js';
import { ALL } from '../../model/where.js';
import type { Condition } from '../../records/conditions/compile-where.js';
import type { Database } from '../../database/database.js';
import type { Session } from '../../database/dialect.js';
import { Connection } from '../../database/sqlite/connection.js';

const VERSION = { data: 1, rows: 1 };
const MODEL = { name: 'A', table: 'a', key: { name: 'id' }, indexes: [] } as never as ModelInfo;
const condition = (sql: string, values: unknown[] = []): Condition => ({
  ...{ sql, values, where: ALL, tables: [], searches: false },
});

/** Texts of a size, each another. */
const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `SELECT ${at} --${'x'.repeat(length)}`);

/** How many of them a cache still knows, asked from the latest on. */
async function kept(
  all: readonly string[],
  ask: (text: string, made: () => void) => unknown,
): Promise<number> {
  for (const text of all) await ask(text, () => undefined);
  let made = 0;
  for (const text of all.toReversed()) await ask(text, () => void made++);
  return all.length - made;
}

test('statements: two thousand ordinary ones, and no more megabytes of long ones', async () => {
  const ask = (cache: StatementCache) => (text: string, made: () => void) =>
    cache.get(text, () => {
      made();
      return text;
    });
  expect(await kept(texts(2000, 800), ask(new StatementCache()))).toBe(2000);
  expect(await kept(texts(2000, 50_000), ask(new StatementCache()))).toBeLessThan(100);
});

test('counts: of ordinary conditions thousands, of long ones few', async () => {
  const ask = () => {
    let made: () => void;
    const database = { dataVersion: () => VERSION, dialect: { quote: (name: string) => name } };
    const counts = new CountCache(database as never as Database, new StatementCache());
    const session = { rows: () => Promise.resolve([[(made(), 7)]]) } as never as Session;
    return (text: string, onMade: () => void) => {
      made = onMade;
      return counts.count(session, MODEL, condition('a = ?1', [text]));
    };
  };
  expect(await kept(texts(5000, 300), ask())).toBe(5000);
  expect(await kept(texts(2000, 16_000), ask())).toBeLessThan(300);
});

test('a count that many ask for is counted once, and again where who counted has left', async () => {
  const database = { dataVersion: () => VERSION, dialect: { quote: (name: string) => name } };
  const counts = new CountCache(database as never as Database, new StatementCache());
  const asked: { resolve: (rows: number[][]) => void; reject: (error: Error) => void }[] = [];
  const session = {
    rows: () => new Promise<number[][]>((resolve, reject) => asked.push({ resolve, reject })),
  } as never as Session;
  const count = () => counts.count(session, MODEL, condition('a = 1'));
  const [first, second] = [count(), count()];
  expect(asked).toHaveLength(1);
  asked[0]!.reject(new Error('left'));
  await expect(first).rejects.toThrow('left');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const third = count();
  asked[1]!.resolve([[7]]);
  expect(await Promise.all([second, third, count()])).toEqual([7, 7, 7]);
  expect(asked).toHaveLength(2);
});

test('pages: of ordinary size hundreds, of long ones few, and none that is read once', async () => {
  const ask = (times: number) => {
    const pages = new PageCache();
    const make = (json: string | null) => ({ json: json ?? '', next: undefined });
    return async (text: string, made: () => void) => {
      const session = { rows: () => Promise.resolve([[(made(), text)]]) } as never as Session;
      for (let time = 0; time < times; time++)
        await pages.read(session, { name: 'list', sql: '' }, [text.slice(0, 40)], VERSION, {
          make,
        });
    };
  };
  expect(await kept(texts(400, 8000), ask(2))).toBe(400);
  expect(await kept(texts(400, 100_000), ask(2))).toBeLessThan(50);
  const once = ask(1);
  let made = 0;
  for (let time = 0; time < 2; time++) await once('text', () => (made += 1));
  expect(made).toBe(2);
});

test('prepared statements of SQLite: a thousand ordinary ones, of long ones few', async () => {
  const ask = () => {
    const handle = new Sqlite(':memory:');
    onTestFinished(() => void handle.close());
    const connection = new Connection(handle);
    const known = new Map<string, unknown>();
    return (text: string, made: () => void) => {
      const statement = connection.prepareObjects(text);
      if (known.get(text) !== statement) made();
      known.set(text, statement);
    };
  };
  expect(await kept(texts(1000, 800), ask())).toBe(1000);
  expect(await kept(texts(1000, 50_000), ask())).toBeLessThan(50);
});
