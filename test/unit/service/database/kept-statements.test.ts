import fc from 'fast-check';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import {
  statementOf,
  type Statement,
} from '../../../../templates/service/engine/database/dialect.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { KeptStatements } from '../../../../templates/service/engine/database/postgres/kept-statements.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

const BY_KEY = statementOf('SELECT name, amount FROM item WHERE id = $1', true);
/** As often as it takes until the server keeps it, and is known to be its own. */
const OFTEN = 20;

let postgres: TestPostgres;
let url: string;
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());
beforeEach(async () => {
  url = await postgres.createDatabase();
  database = await open(url);
  await ask(`CREATE TABLE item (id int PRIMARY KEY, name text, amount int, is_done boolean)`);
  await ask(`INSERT INTO item VALUES (1, 'one', 10, true)`);
});

/** With a single connection, whose statements these are. */
async function open(at: string): Promise<Database> {
  const opened = await openDatabase(at, [], [], { poolSize: 1, connectTimeout: 5 });
  onTestFinished(() => opened.close());
  return opened;
}

const run = (statement: Statement, values: readonly unknown[] = [], on = database) =>
  on.read((session) => session.rows(statement, values), { quick: true });
const ask = (sql: string, on = database) => run(statementOf(sql), [], on);
const kept = async (on = database): Promise<unknown[]> =>
  (await ask('SELECT name FROM pg_prepared_statements ORDER BY name', on)).flat();

async function often(statement = BY_KEY, values: readonly unknown[] = [1], on = database) {
  for (let time = 0; time < OFTEN; time++) {
    await run(statement, values, on);
    await sleep(5);
  }
}

test('what goes by a key is kept once it has been used a few times, and nothing else', async () => {
  await run(BY_KEY, [1]);
  expect(await kept()).toEqual([]);
  await often();
  await often(statementOf('SELECT name FROM item WHERE amount > $1'), [0]);
  expect(await kept()).toEqual([BY_KEY.name]);
  expect(await run(BY_KEY, [1])).toEqual([['one', 10]]);
  expect(await run(BY_KEY, [2])).toEqual([]);
});

test('the server keeps no more than a hundred for a connection, those that were used last', async () => {
  await often();
  const others = Array.from({ length: 120 }, (_, at) =>
    statementOf(`SELECT ${at} FROM item WHERE id = $1`, true),
  );
  for (const one of others) for (let time = 0; time < 7; time++) await run(one, [1]);
  const names = await kept();
  expect(names).toHaveLength(100);
  expect(names).not.toContain(BY_KEY.name);
  expect(names).toContain(others.at(-1)!.name);
  expect(await run(BY_KEY, [1])).toEqual([['one', 10]]);
  expect(await kept()).toHaveLength(100);
});

test('a statement whose columns have changed their types is read as they are now', async () => {
  await often();
  await ask(`ALTER TABLE item ALTER COLUMN amount TYPE text USING 'about ' || amount`);
  expect(await run(BY_KEY, [1])).toEqual([['one', 'about 10']]);
  await ask(`ALTER TABLE item ALTER COLUMN amount TYPE boolean USING true`);
  expect(await run(BY_KEY, [1])).toEqual([['one', true]]);
});

test('also on a connection that has not yet kept it', async () => {
  await often();
  const [[pid]] = (await ask('SELECT pg_backend_pid()')) as [[number]];
  const other = await open(url);
  await ask(`ALTER TABLE item ALTER COLUMN amount TYPE text USING 'about ' || amount`, other);
  await ask(`SELECT pg_terminate_backend(${pid})`, other);
  await sleep(100);
  expect(await run(BY_KEY, [1])).toEqual([['one', 'about 10']]);
});

test('a statement that somebody has had the server let go of is sent again', async () => {
  await often();
  await ask('DEALLOCATE ALL');
  expect(await run(BY_KEY, [1])).toEqual([['one', 10]]);
});

test('a transaction whose statement was let go of is run again as a whole', async () => {
  const update = statementOf('UPDATE item SET amount = amount + $2 WHERE id = $1', true);
  for (let time = 0; time < OFTEN; time++) {
    await database.write((session) => session.run(update, [1, 1]));
    await sleep(5);
  }
  expect(await kept()).toEqual([update.name]);
  await ask('DEALLOCATE ALL');
  let times = 0;
  const changed = await database.write(async (session) => {
    times += 1;
    await session.run(statementOf(`UPDATE item SET name = name || '!' WHERE id = 1`), []);
    return session.run(update, [1, 1]);
  });
  expect([times, changed]).toEqual([2, 1]);
  expect(await run(BY_KEY, [1])).toEqual([['one!', 10 + OFTEN + 1]]);
});

test('a statement that fails by itself fails as it would have without being kept', async () => {
  const insert = statementOf('INSERT INTO item (id) VALUES ($1)', true);
  for (let id = 2; id < OFTEN; id++) {
    await database.write((session) => session.run(insert, [id]), { single: true, shared: false });
    await sleep(5);
  }
  const again = () =>
    database.write((session) => session.run(insert, [2]), { single: true, shared: false });
  await expect(again()).rejects.toMatchObject({ code: '23505' });
  await expect(again()).rejects.toMatchObject({ code: '23505' });
  await database.write((session) => session.run(insert, [OFTEN]), { single: true, shared: false });
  expect(await ask('SELECT count(*)::int FROM item')).toEqual([[OFTEN]]);
});

test('behind a pooler nothing is kept: the next statement may run elsewhere', async () => {
  const pooler = await startPooler(url);
  onTestFinished(() => void pooler.close());
  const { port } = pooler.address() as AddressInfo;
  const through = await open(Object.assign(new URL(url), { port: String(port) }).href);
  await often(BY_KEY, [1], through);
  expect(await kept(through)).toEqual([]);
  expect(await run(BY_KEY, [1], through)).toEqual([['one', 10]]);
});

/** Tells other numbers of processes than the server, as poolers do. */
async function startPooler(to: string): Promise<Server> {
  const { hostname, port } = new URL(to);
  const pooler = createServer((client: Socket) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server);
    let isNew = true;
    server.on('data', (bytes: Buffer) => {
      // BackendKeyData: K, its length of 12, and the number of the process.
      const at = isNew ? bytes.indexOf(Buffer.from('K\0\0\0\x0c')) : -1;
      if (at >= 0) {
        bytes.writeInt32BE(1, at + 5);
        isNew = false;
      }
      client.write(bytes);
    });
    server.on('end', () => client.end());
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  return pooler;
}

test('values come back as they were sent, each as its own type', async () => {
  const text = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll('\0', ''));
  const select = statementOf(
    `SELECT $1::text, $2::text[], $3::int, $4::boolean, $5::float8, $6::text IS NULL, $7::bigint`,
    true,
  );
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.option(text)),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      async (one, list, integer, boolean, float, big) => {
        const sent = [one, list, integer, boolean, float, null, String(big)];
        const [row] = await run(select, sent);
        const [gotOne, gotList, ...rest] = row!;
        expect(gotOne).toBe(one);
        expect(rest).toEqual([integer, boolean, float + 0, true, exact(big)]);
        const inServer = statementOf(
          "SELECT coalesce(e, '<null>') FROM unnest($1::text[]) AS u (e)",
        );
        expect((await run(inServer, [list])).flat()).toEqual(list.map((e) => e ?? '<null>'));
        expect(typeof gotList).toBe('string');
      },
    ),
    { numRuns: 60 },
  );
});

const exact = (big: bigint): number | string =>
  Number.isSafeInteger(Number(big)) ? Number(big) : String(big);

test('a value that no column has is refused before anything is sent', async () => {
  await expect(run(BY_KEY, [{ id: 1 }])).rejects.toThrow('binds texts, numbers');
  expect(await run(BY_KEY, [1])).toEqual([['one', 10]]);
});

test('names are let go of in the order of their last use', () => {
  const names = KeptStatements.of({});
  for (let at = 0; at < 100; at++) expect(names.add(`s${at}`)).toBeNull();
  expect(names.has('s0')).toBe(true);
  expect(names.add('s100')).toBe('s1');
  expect(names.has('s1')).toBe(false);
  names.forget('s0');
  expect(names.add('s101')).toBeNull();
});
