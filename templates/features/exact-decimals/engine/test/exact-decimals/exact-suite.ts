import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import type { Query } from '../../model/operations.js';
import type { WhereBuilder } from '../../model/where.js';
import { admin, problemOf } from '../fixtures/open-library.js';
import { Holding, openHoldings } from './holdings.js';

/** More digits than a number of JavaScript holds, in order. */
const SORTED = [
  '-12345678901234567890.1234567891',
  '-12345678901234567890.1234567890',
  '-12.5000000000',
  '-12.0000000000',
  '-0.0000000001',
  '0.0000000000',
  '0.0000000001',
  '0.1000000000',
  '2.0000000000',
  '10.0000000000',
  '12345678901234567890.1234567890',
  '12345678901234567890.1234567891',
];

/** Records with exact decimals; `url` gives a fresh database. */
export const describeExact = (url: () => Promise<string>) => {
  let holdings: Awaited<ReturnType<typeof openHoldings>>;
  beforeAll(async () => {
    holdings = await openHoldings(await url());
  }, 60_000);
  beforeEach(() => holdings.database.dataSource.query('DELETE FROM holding'));
  afterAll(() => holdings.database.close());

  const of = () => holdings.engine.operations(admin)(Holding);
  const make = async (values: object = {}) => (await of().create(values)).record;
  const makeSorted = () =>
    of().createMany(SORTED.toReversed().map((amount) => ({ amount, share: '1' })));
  const amounts = async (query: Query = {}) => {
    const rows = JSON.parse((await of().list(query)).text) as Holding[];
    return rows.map(({ amount }) => amount);
  };

  test('are texts in every operation, with the digits of their column', async () => {
    const { id } = await make({ amount: '12345678901234567890.5', rate: '-1.50' });
    const record = { amount: '12345678901234567890.5000000000', rate: '-1.5', share: '1.50' };
    expect(await of().get(id)).toMatchObject(record);
    expect(JSON.parse((await of().list({})).text)).toMatchObject([record]);
    expect(await of().update(id, { amount: '0.1', rate: null })).toMatchObject({
      ...{ amount: '0.1000000000', rate: null },
    });
    const repository = holdings.database.dataSource.getRepository(Holding);
    const [stored] = await repository.find();
    expect(stored).toMatchObject({ amount: '0.1000000000', rate: null, share: '1.50' });
    await repository.save({ ...stored!, amount: '-7.25' });
    expect(await of().get(id)).toMatchObject({ amount: '-7.2500000000' });
  });

  test('are sorted as numbers, page by page', async () => {
    await makeSorted();
    const rising = { _sort: 'amount', _order: 'ASC' };
    expect(await amounts(rising)).toEqual(SORTED);
    expect(await amounts({ _sort: 'amount', _order: 'DESC' })).toEqual(SORTED.toReversed());
    const pages: (string | null)[] = [];
    let page = await of().list({ ...rising, _end: '5' });
    for (;;) {
      pages.push(...(JSON.parse(page.text) as Holding[]).map(({ amount }) => amount));
      if (!page.next) break;
      page = await of().list({ ...rising, _end: '5', _after: page.next });
    }
    expect(pages).toEqual(SORTED);
  });

  test.each<[Query, readonly string[]]>([
    [{ amount: '2' }, ['2.0000000000']],
    [{ amount: ['2.0', '-12.50'] }, ['-12.5000000000', '2.0000000000']],
    [{ amount: '2e0' }, ['2.0000000000']],
    [{ amount__in: '0,00000010.00' }, ['0.0000000000', '10.0000000000']],
    [{ amount__gt: '12345678901234567890.1234567890' }, SORTED.slice(-1)],
    [{ amount__gte: '12345678901234567890.1234567890' }, SORTED.slice(-2)],
    [{ amount__lt: '-12' }, SORTED.slice(0, 3)],
    [{ amount__lte: '-12' }, SORTED.slice(0, 4)],
    [{ amount__gt: '0.00000000005', amount__lt: '0.5' }, SORTED.slice(6, 8)],
    [{ amount__lt: '1'.repeat(300), amount__ne: '0' }, SORTED.filter((_, at) => at !== 5)],
  ])('are found by %j', async (query, expected) => {
    await makeSorted();
    expect(await amounts({ ...query, _sort: 'amount' })).toEqual(expected);
  });

  test('are found by whether there are any, and not by their digits', async () => {
    await make({ amount: '5' });
    await make();
    expect(await amounts({ amount__isnull: 'true' })).toEqual([null]);
    expect(await amounts({ amount__isnull: 'false' })).toEqual(['5.0000000000']);
    for (const query of [{ amount__ilike: '5' }, { amount: 'five' }, { amount: '1e9999' }])
      expect(await problemOf(of().list(query))).toMatchObject({ status: 400 });
  });

  test('are one value where they are equal', async () => {
    await make({ rate: '1.0' });
    expect(await problemOf(of().create({ rate: '1.00' }))).toMatchObject({ status: 409 });
    await make({ rate: '1.01' });
    await make({ rate: '-1' });
    expect(await problemOf(of().create({ rate: '-1' }))).toMatchObject({ status: 409 });
  });

  test('have a least and a greatest one, groups, and no sum', async () => {
    await makeSorted();
    const { groups } = await of().aggregate({ _min: 'amount', _max: 'amount' });
    expect(groups).toMatchObject([{ min: { amount: SORTED[0] }, max: { amount: SORTED.at(-1) } }]);
    await make({ amount: '2' });
    const many = { _by: 'amount', _having: 'count__gt:1,min.amount__gte:1.99' };
    expect((await of().aggregate(many)).groups).toMatchObject([
      { by: { amount: '2.0000000000' }, count: 2 },
    ]);
    for (const query of [{ _sum: 'amount' }, { _avg: 'amount' }])
      expect(await problemOf(of().aggregate(query))).toMatchObject({ status: 400 });
  });

  test.each([
    ['a word', 'amount', 'many', 'type'],
    ['an exponent', 'amount', '1e3', 'type'],
    ['a number of JSON', 'amount', 12.5, 'type'],
    ['a value of another kind', 'amount', true, 'type'],
    ['too many digits before the point', 'amount', '123456789012345678901', 'too-many-digits'],
    ['too many digits after the point', 'amount', '0.00000000001', 'too-precise'],
    ['more digits than any column has', 'rate', `0.${'1'.repeat(1001)}`, 'too-precise'],
    ['less than the minimum', 'share', '-1.01', 'too-small'],
    ['more than the maximum', 'share', '2.51', 'too-large'],
  ])('are refused: %s', async (_, field, value, code) => {
    expect(await problemOf(of().create({ [field]: value }))).toMatchObject({
      ...{ status: 422, problems: [{ field, code }] },
    });
  });

  test('zeros that say nothing are no digits', async () => {
    const record = await make({ amount: '000.10000000000000', share: '2.500' });
    expect(record).toMatchObject({ amount: '0.1000000000', share: '2.50' });
  });

  test('code compares them by value', async () => {
    await makeSorted();
    const system = holdings.engine.system(Holding);
    const large = ({ gt }: WhereBuilder<Holding>) => gt('amount', '12345678901234567890');
    expect(await system.count({ where: large })).toBe(2);
    expect(await system.count({ where: { amount: '2.0' } })).toBe(1);
  });

  test('the columns are those of the entity', async () => {
    expect(await findDrift(holdings.database)).toEqual([]);
  });
};
