import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import { conflict } from '../../problem/problem.js';
import { asRecord } from '../fixtures/as-record.js';
import { problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Bill, openBills } from './bills.js';

const AT_ONCE = 20;

const numbers = (bills: readonly object[]) => bills.map((bill) => (bill as Bill).number);

/** Numbers are given in the transaction that inserts their rows, so that no number is missing, and none is given twice. */
export const describeSeries = (url: () => Promise<string>) => {
  afterEach(() => vi.useRealTimers());

  async function open(
    ...options: Parameters<typeof openBills> extends [string, ...infer R] ? R : never
  ) {
    const { database, engine } = await openBills(await url(), ...options);
    onTestFinished(() => database.close());
    expect(await findDrift(database)).toEqual([]);
    const ofTenant = (tenant: number) => engine.operations(user(tenant, ['Admin'], [tenant]))(Bill);
    const code = engine.system(Bill);
    const all = async () => numbers(await code.find({ order: { id: 'asc' } }));
    return { database, engine, code, bills: ofTenant(1), ofTenant, all };
  }

  const at = (moment: string) => vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });

  test('records have the numbers of their year, in the order of their creation', async () => {
    const { bills, code } = await open();
    at('2026-12-31T23:59:59.999Z');
    const first = asRecord(await bills.create({ title: 'a' }));
    expect(first).toMatchObject({
      number: 'INV-2026-0001',
      created_at: '2026-12-31T23:59:59.999Z',
    });
    expect(asRecord(await bills.create({ title: 'b' }))).toMatchObject({ number: 'INV-2026-0002' });
    at('2027-01-01T00:00:00.000Z');
    const many = await code.createMany(['c', 'd', 'e'].map((title) => ({ title, tenant_id: 1 })));
    expect(numbers(many)).toEqual(['INV-2027-0001', 'INV-2027-0002', 'INV-2027-0003']);
  });

  test('a year begins in the time zone of the project', async () => {
    const { bills } = await open('Europe/Berlin');
    at('2026-12-31T23:30:00.000Z');
    expect(asRecord(await bills.create({ title: 'a' }))).toMatchObject({ number: 'INV-2027-0001' });
  });

  test('each tenant has numbers of its own', async () => {
    const { ofTenant, code } = await open();
    at('2026-05-01T00:00:00.000Z');
    for (const title of ['a', 'b']) await ofTenant(1).create({ title });
    const other = asRecord(await ofTenant(2).create({ title: 'c' }));
    expect(other).toMatchObject({ number: 'INV-2026-0001', tenant_id: 2 });
    const mixed = await code.createMany([
      { title: 'd', tenant_id: 2 },
      { title: 'e', tenant_id: 1 },
      { title: 'f', tenant_id: 2 },
    ]);
    expect(numbers(mixed)).toEqual(['INV-2026-0002', 'INV-2026-0003', 'INV-2026-0003']);
  });

  test('a number that is sent is ignored, and never changes', async () => {
    const { bills, code } = await open();
    at('2026-05-01T00:00:00.000Z');
    const sent = { title: 'a', number: 'INV-2026-0777' };
    const made = asRecord<Bill>(await bills.create(sent));
    expect(made.number).toBe('INV-2026-0001');
    const changed = await bills.update(made.id, { ...sent, title: 'b' });
    expect(asRecord(changed)).toMatchObject({ title: 'b', number: 'INV-2026-0001' });
    expect(asRecord(await bills.replace(made.id, sent))).toMatchObject({ number: 'INV-2026-0001' });
    await expect(code.create({ title: 'c', tenant_id: 1, number: 'x' })).rejects.toThrow(
      'Bill.number',
    );
    const [found] = JSON.parse((await bills.list({ number: 'INV-2026-0001' })).text) as Bill[];
    expect(found).toMatchObject({ title: 'a' });
  });

  test('a refused write takes no number, and a deleted record keeps its own', async () => {
    const { bills, all, database, code } = await open();
    at('2026-05-01T00:00:00.000Z');
    await bills.create({ title: 'a' });
    expect(await statusOf(bills.create({ title: 'a' }))).toBe(409);
    expect(
      await statusOf(
        code.createMany([
          { title: 'b', tenant_id: 1 },
          { title: 'a', tenant_id: 1 },
        ]),
      ),
    ).toBe(409);
    const failed = database.write(async () => {
      await code.create({ title: 'c', tenant_id: 1 });
      throw conflict('Not now.');
    });
    expect(await problemOf(failed)).toMatchObject({ status: 409 });
    const second = asRecord<Bill>(await bills.create({ title: 'd' }));
    await bills.remove(second.id);
    await bills.create({ title: 'e' });
    expect(await all()).toEqual(['INV-2026-0001', 'INV-2026-0003']);
  });

  test('a hook that refuses a record takes no number', async () => {
    const { bills, all } = await open('UTC', {
      afterSave: ({ after }) => {
        if ((after as Bill).title === 'no') throw conflict('No.');
      },
    });
    at('2026-05-01T00:00:00.000Z');
    expect(await statusOf(bills.create({ title: 'no' }))).toBe(409);
    await bills.create({ title: 'yes' });
    expect(await all()).toEqual(['INV-2026-0001']);
  });

  test('writers at once get all numbers in turn, though some are refused', async () => {
    const { engine, all } = await open();
    const who = user(1, ['Admin'], [1]);
    const year = new Date().getUTCFullYear();
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, turn) =>
        engine
          .operations(who)(Bill)
          .create({ title: turn % 4 === 0 ? 'same' : `t${turn}` }),
      ),
    );
    const made = results.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBe(AT_ONCE - AT_ONCE / 4 + 1);
    const expected = Array.from(
      { length: made },
      (_, index) => `INV-${year}-${String(index + 1).padStart(4, '0')}`,
    );
    expect((await all()).toSorted()).toEqual(expected);
  });

  test('an upsert takes a number for a new record alone', async () => {
    const { code, all } = await open();
    at('2026-05-01T00:00:00.000Z');
    for (const title of ['a', 'a', 'b', 'a', 'b']) await code.upsert({ title }, { tenant_id: 1 });
    expect(await all()).toEqual(['INV-2026-0001', 'INV-2026-0002']);
  });

  test('numbers continue those that rows have had before anything counted', async () => {
    const { database, bills, ofTenant } = await open();
    at('2026-05-01T00:00:00.000Z');
    const rows = ['INV-2026-0041', 'INV-2025-0900', 'INV-2026-7x', 'X-2026-0100', 'INV-2026-'];
    for (const [index, number] of rows.entries())
      await database.dataSource.query(
        `INSERT INTO bill (number, tenant_id, title) VALUES ('${number}', 1, 't${index}')`,
      );
    expect(asRecord(await bills.create({ title: 'a' }))).toMatchObject({ number: 'INV-2026-0042' });
    expect(asRecord(await bills.create({ title: 'b' }))).toMatchObject({ number: 'INV-2026-0043' });
    const other = asRecord(await ofTenant(2).create({ title: 'c' }));
    expect(other).toMatchObject({ number: 'INV-2026-0001' });
  });

  test('a number has as many digits as it needs', async () => {
    const { database, bills } = await open();
    at('2026-05-01T00:00:00.000Z');
    await bills.create({ title: 'a' });
    await database.dataSource.query('UPDATE series_counter SET last = 9999');
    expect(asRecord(await bills.create({ title: 'b' }))).toMatchObject({
      number: 'INV-2026-10000',
    });
  });
};
