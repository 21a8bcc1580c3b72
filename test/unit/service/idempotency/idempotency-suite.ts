import type { Request, Response } from 'express';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { writeOnce } from '../../../../templates/features/idempotency/engine/idempotency/write-once.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import type { Row } from '../../../../templates/service/engine/model/operations.js';
import type { Write } from '../../../../templates/service/engine/routes/request-writes.js';
import type { ServiceParts } from '../../../../templates/service/engine/service/project.js';
import { featureSteps } from '../../../support/feature-steps.js';

export class CreateKeys20260101000000 extends StepMigration {
  readonly name = 'CreateKeys20260101000000';
  readonly steps = featureSteps(['idempotency']);
}

const DAY = 86_400_000;
const REPLAYED = 'idempotency-replayed';

/** What a service answers to a request with this key. */
type Answering = (
  key: string,
  write: () => Promise<Row>,
  body?: unknown,
  prepare?: () => Promise<void>,
) => Promise<Row>;

/** Requests with keys on a database; `freshUrl` makes one. */
export function describeKeys(freshUrl: () => Promise<string>): void {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A process that serves such requests. */
  async function open(url: string, pageLimit = 1e6) {
    const database = await openDatabase(url, [], [CreateKeys20260101000000]);
    closing.push(() => database.close());
    await migrate(database);
    const logger = pino({ enabled: false });
    const settings = { pageLimit } as ServiceParts['settings'];
    const once = writeOnce({ database, logger, settings }, DAY);
    const headers = new Map<string, string>();
    const answer: Answering = async (key, write, body = {}, prepare = undefined) => {
      let record: Row | undefined;
      const request = {
        ...{ headers: { 'idempotency-key': key }, currentUser: { id: 1 }, method: 'POST' },
        ...{ originalUrl: '/api/note', mountedAt: '/api' },
      };
      const response = {
        setHeader: (name: string, value: string) => headers.set(name, value),
        removeHeader: (name: string) => headers.delete(name),
      };
      const done = once(request as unknown as Request, response as unknown as Response)!;
      const records = () => ({ get: async (id: number) => ({ id, read: true }) });
      await done(body, async (doWrite) => {
        const [written] = await doWrite({
          records: records as unknown as Write['records'],
          write: async () => [{ status: 201, record: await write() }],
          prepare,
        });
        record = written!.record;
      });
      return record!;
    };
    const rows = async (sql: string) => (await database.dataSource.query(sql)) as object[];
    return { database, answer, headers, rows, warn: vi.spyOn(logger, 'warn') };
  }

  const never = () => Promise.reject<Row>(new Error('it was written twice'));

  it('are written by one of two processes that have the same one at once', async () => {
    const url = await freshUrl();
    const [one, two] = [await open(url), await open(url)];
    let finish!: (row: Row) => void;
    const writing = new Promise<Row>((resolve) => (finish = resolve));
    let begun!: () => void;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const first = one.answer('key', () => {
      begun();
      return writing;
    });
    await hasBegun;
    await expect(one.answer('key', never)).rejects.toMatchObject({ status: 409 });
    const other = two.answer('key', never).catch((error: unknown) => error);
    if (two.database.dialect.name === 'postgres')
      expect(await other).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    finish({ id: 7 });
    expect(await first).toEqual({ id: 7 });
    expect(one.headers.get(REPLAYED)).toBe(undefined);
    const told = { id: 7, read: true };
    if (two.database.dialect.name === 'sqlite') expect(await other).toEqual(told);
    expect(await two.answer('key', never)).toEqual(told);
    expect(two.headers.get(REPLAYED)).toBe('true');
    await expect(two.answer('key', never, { other: 1 })).rejects.toMatchObject({ status: 422 });
  });

  it('tell ids alone of records that have become too large for a response', async () => {
    const { answer } = await open(await freshUrl(), 10);
    await answer('key', async () => ({ id: 7 }));
    expect(await answer('key', never)).toEqual({ id: 7 });
  });

  it('leave what is slow to before the transaction, and out where nothing is written', async () => {
    const { answer, database } = await open(await freshUrl());
    const work: (readonly [string, boolean])[] = [];
    const note = (what: string) => work.push([what, database.delaysOthers()]);
    const write = async () => {
      note('write');
      return { id: 7 };
    };
    const prepare = async () => void note('prepare');
    await answer('key', write, {}, prepare);
    expect(await answer('key', write, {}, prepare)).toEqual({ id: 7, read: true });
    expect(work).toEqual([
      ['prepare', false],
      ['write', true],
    ]);
  });

  it('of a write that fails are kept no more than what it wrote', async () => {
    const { answer, rows } = await open(await freshUrl());
    const failing = answer('key', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await rows('SELECT * FROM idempotency_key')).toEqual([]);
    expect(await answer('key', async () => ({ id: 8 }), { other: 1 })).toEqual({ id: 8 });
    expect(await rows('SELECT * FROM idempotency_key')).toHaveLength(1);
  });

  it('of a write that another process was quicker with, nothing is written', async () => {
    const { answer, database, rows } = await open(await freshUrl());
    // One file has one writer at a time.
    if (database.dialect.name === 'sqlite') return;
    await answer('key', async () => ({ id: 7 }));
    const taken = await rows(
      'DELETE FROM idempotency_key RETURNING request, item, body, written, at',
    );
    const [[row]] = taken as unknown as [[Record<string, unknown>]];
    const late = answer('key', async () => {
      const columns = Object.keys(row).join(', ');
      const values = Object.values(row).map((value) => `'${String(value)}'`);
      await rows(`INSERT INTO idempotency_key (${columns}) VALUES (${values.join(', ')})`);
      return { id: 8 };
    });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await answer('key', never)).toEqual({ id: 7, read: true });
  });

  it('are forgotten after a day, many at a time and not more often than once an hour', async () => {
    const { answer, rows } = await open(await freshUrl());
    const put = (count: number, name: string, at: number) =>
      rows(
        `INSERT INTO idempotency_key (request, item, body, written, at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         SELECT '${name}', i, 'b', '[]', ${at} FROM n`,
      );
    const count = async (name: string) =>
      (await rows(`SELECT id FROM idempotency_key WHERE request = '${name}'`)).length;
    await put(1200, 'old', Date.now() - DAY - 1);
    await put(3, 'new', Date.now() - DAY + 60_000);
    await answer('one', async () => ({ id: 1 }));
    await vi.waitFor(async () => expect(await count('old')).toBe(0), 5000);
    expect(await count('new')).toBe(3);

    await put(1, 'old', Date.now() - DAY - 1);
    await answer('two', async () => ({ id: 2 }));
    await answer('three', async () => ({ id: 3 }));
    expect(await count('old')).toBe(1);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    await answer('four', async () => ({ id: 4 }));
    clock.mockRestore();
    await vi.waitFor(async () => expect(await count('old')).toBe(0), 5000);
  });

  it('whose deletion fails are told of in the log, and written all the same', async () => {
    const { answer, database, warn } = await open(await freshUrl());
    const failure = new Error('no room');
    const { write } = database;
    vi.spyOn(database, 'write').mockImplementation((work, options) =>
      options?.shared === false ? Promise.reject(failure) : write.call(database, work, options),
    );
    expect(await answer('key', async () => ({ id: 1 }))).toEqual({ id: 1 });
    await vi.waitFor(() =>
      expect(warn).toHaveBeenCalledWith({ err: failure }, expect.stringContaining('not deleted')),
    );
  });
}
