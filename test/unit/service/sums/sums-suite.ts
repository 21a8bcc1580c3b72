import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import {
  admin,
  emptyLibrary,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import type { RecordId } from '../../../../templates/service/engine/fields/record-id.js';
import { Dice } from '../../../../templates/tools/prove/worlds/dice.js';
import { Article, openPurchases, Part, Purchase } from './orders.js';

type Row = Record<string, unknown> & { readonly id: RecordId };

/** Totals of lines, on every database; `url` gives a fresh one. */
export const describeSums = (url: () => Promise<string>) => {
  let shop: Awaited<ReturnType<typeof openPurchases>>;
  beforeAll(async () => {
    shop = await openPurchases(await url());
  }, 60_000);
  beforeEach(() => emptyLibrary(shop.database));
  afterAll(() => shop.database.close());

  const of = (entity: new () => object) => shop.engine.operations(admin)(entity);
  const create = async (amounts: readonly number[]) => {
    const items = amounts.map((amount) => ({ amount }));
    const { record } = await of(Purchase).create({ name: 'p', items });
    return { record, id: record.id, ids: (record['items'] as Row[]).map(({ id }) => id) };
  };
  const read = (id: RecordId) => of(Purchase).get(id);
  const rows = async (entity: new () => object) =>
    (await shop.engine.system(entity).find({ limit: 1000 } as never)) as Row[];
  /** Every record says of its lines what they are. */
  const demandRight = async () => {
    const articles = await rows(Article);
    for (const one of await rows(Purchase)) {
      const own = articles.filter((line) => line['purchase_id'] === one.id);
      const cents = own.reduce(
        (sum, line) => sum + Math.round(Number(line['amount'] ?? 0) * 100),
        0,
      );
      const due = own.flatMap((line) => (line['due'] as string | null) ?? []).sort();
      expect(one).toMatchObject({ total: cents / 100, size: own.length, last: due.at(-1) ?? null });
    }
  };

  test('a record has totals of its lines, in the response of its form, too', async () => {
    expect((await of(Purchase).create({ name: 'none' })).record).toMatchObject({
      ...{ total: 0, size: 0, last: null },
    });
    const { id, ids, record } = await create([0.1, 0.2]);
    expect(record).toMatchObject({ total: 0.3, size: 2, last: null });
    const items = [
      { id: ids[0], amount: 5, due: '2026-03-01' },
      { amount: null, due: '2026-02-01' },
    ];
    expect(await of(Purchase).update(id, { items })).toMatchObject({
      ...{ total: 5.2, size: 3, last: '2026-03-01' },
    });
    await demandRight();
  });

  test('a line by itself, one that moves and one that goes with another record change them', async () => {
    const [one, other] = [await create([1, 2]), await create([4])];
    await of(Article).create({ purchase_id: one.id, amount: 3 });
    expect(await read(one.id)).toMatchObject({ total: 6, size: 3 });
    await of(Article).update(one.ids[0]!, { purchase_id: other.id });
    expect([await read(one.id), await read(other.id)]).toMatchObject([
      { total: 5, size: 2 },
      { total: 5, size: 2 },
    ]);
    const { record: part } = await of(Part).create({ name: 'x' });
    await of(Article).update(other.ids[0]!, { part_id: part.id });
    await of(Part).remove(part.id);
    expect(await read(other.id)).toMatchObject({ total: 1, size: 1 });
    await of(Article).remove(one.ids[1]!);
    expect(await read(one.id)).toMatchObject({ total: 3, size: 1 });
  });

  test('nobody writes them', async () => {
    const { record } = await of(Purchase).create({
      name: 'p',
      total: 9,
      size: 9,
      last: '2026-01-01',
    });
    expect(record).toMatchObject({ total: 0, size: 0, last: null });
    const changed = await of(Purchase).update(record.id, { name: 'q', total: 9 });
    expect(changed).toMatchObject({ name: 'q', total: 0 });
    const code = shop.engine.system(Purchase) as unknown as {
      update(id: RecordId, values: object): Promise<unknown>;
    };
    await expect(code.update(record.id, { total: 9 })).rejects.toThrow();
  });

  test('many writers at once leave the totals of all lines', async () => {
    const dice = new Dice(7);
    const parents = [await create([1]), await create([2]), await create([3])];
    const writes = Array.from({ length: 60 }, (_, at) => {
      const { id, ids } = parents[at % 3]!;
      const amount = dice.below(1000) / 100;
      const kind = dice.below(5);
      if (kind === 0) return of(Purchase).update(id, { items: [{ amount, due: '2026-01-02' }] });
      if (kind === 1) return of(Article).update(ids[0]!, { amount });
      if (kind === 2)
        return of(Article).update(ids[0]!, { purchase_id: parents[(at + 1) % 3]!.id });
      if (kind === 3)
        return of(Article).createMany([
          { purchase_id: id, amount },
          { purchase_id: parents[0]!.id },
        ]);
      return of(Article)
        .create({ purchase_id: id, amount })
        .then(({ record }) => (at % 2 === 0 ? of(Article).remove(record.id) : undefined));
    });
    await Promise.all(writes);
    expect(await of(Article).count()).toBeGreaterThan(20);
    await demandRight();
  }, 60_000);

  test('rows that came by other ways are put right once', async () => {
    const [one, other] = [await create([1, 2]), await create([4])];
    await shop.database.dataSource.query(
      `UPDATE article SET amount = 10 WHERE purchase_id = ${one.id}`,
    );
    const scope = shop.engine.scope(admin)(Purchase);
    const before = [await read(one.id), await read(other.id)];
    expect(await recompute(scope)).toBe(1);
    await demandRight();
    expect((await read(one.id))['updated_at']).not.toBe(before[0]!['updated_at']);
    expect(await read(other.id)).toEqual(before[1]);
    expect(await recompute(scope)).toBe(0);
  });
};
