import type { RecordId } from '../../fields/record-id.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gather } from '../../database/scoped-data-source.js';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import { conflict } from '../../problem/problem.js';
import { Invoice, Item, Product, openInvoices } from './invoices.js';
import { admin, emptyLibrary, problemOf } from '../fixtures/open-library.js';

type Line = Record<string, unknown>;

/** The hook that hears of changed lines, on every database; `url` gives a fresh one. */
export const describeAfterLines = (url: () => Promise<string>) => {
  let invoices: Awaited<ReturnType<typeof openInvoices>>;
  const heard: string[] = [];
  let also: HookDefinition<Invoice>['afterLines'];
  beforeAll(async () => {
    const hooks = defineHooks(Invoice, {
      async afterLines(event) {
        const { after, system } = event;
        const items = await system(Item).find({ where: { invoice_id: after.id } });
        const quantity = items.reduce((sum, one) => sum + one.quantity, 0);
        heard.push(`${after.id}: ${quantity}`);
        await system(Invoice).update(after.id, { number: `sum ${quantity}` });
        await also?.(event);
      },
    });
    invoices = await openInvoices(await url(), {}, hooks);
  }, 60_000);
  beforeEach(async () => {
    await emptyLibrary(invoices.database);
    heard.length = 0;
    also = undefined;
  });
  afterAll(() => invoices.database.close());

  const of = (entity: new () => object) => invoices.engine.operations(admin)(entity);
  const create = async (quantities: readonly number[]) => {
    const items = quantities.map((quantity) => ({ text: `${quantity}`, quantity }));
    const { record } = await of(Invoice).create({ number: 'n', tenant_id: 1, items });
    const ids = (record['items'] as Line[]).map(({ id }) => id as number);
    return { record, id: record.id, ids };
  };
  const told = () => heard.splice(0).sort();
  const numberOf = async (id: RecordId) => (await of(Invoice).get(id))['number'];

  test('is called once for a record that is written with its lines, before it is shown', async () => {
    const { id, ids, record } = await create([1, 2]);
    expect([told(), record['number']]).toEqual([[`${id}: 3`], 'sum 3']);
    const items = [{ id: ids[1], quantity: 5 }, { text: 'new', quantity: 7 }, { id: ids[0] }];
    const changed = await of(Invoice).update(id, { items });
    expect([told(), changed['number']]).toEqual([[`${id}: 13`], 'sum 13']);
    const values = { items: [{ id: ids[0], _delete: true }] };
    const [many] = await of(Invoice).updateMany([{ id, values }]);
    expect([told(), many!['number']]).toEqual([[`${id}: 12`], 'sum 12']);
    await of(Invoice).update(id, { number: 'x' });
    expect(told()).toEqual([]);
  });

  test('is called for a line by itself, and for both records where it moves', async () => {
    const [one, other] = [await create([1, 2]), await create([4])];
    told();
    await of(Item).create({ invoice_id: one.id, text: 'x', quantity: 3 });
    expect(told()).toEqual([`${one.id}: 6`]);
    await of(Item).update(one.ids[0]!, { quantity: 10 });
    expect(told()).toEqual([`${one.id}: 15`]);
    await of(Item).update(one.ids[0]!, { invoice_id: other.id, position: 9 });
    expect(told()).toEqual([`${one.id}: 5`, `${other.id}: 14`]);
    await of(Item).remove(other.ids[0]!);
    expect(told()).toEqual([`${other.id}: 10`]);
    await of(Item).createMany(
      [3, 4].map((quantity) => ({ invoice_id: one.id, text: 'm', quantity })),
    );
    expect(told()).toEqual([`${one.id}: 12`]);
    expect([await numberOf(one.id), await numberOf(other.id)]).toEqual(['sum 12', 'sum 10']);
  });

  test('is called for lines that change because another record goes, and not for a record that goes', async () => {
    const { record: product } = await of(Product).create({ name: 'p' });
    const { id, ids } = await create([1, 2]);
    await of(Item).update(ids[0]!, { product_id: product.id });
    told();
    await of(Product).remove(product.id);
    expect(told()).toEqual([`${id}: 3`]);
    await of(Invoice).remove(id);
    expect(told()).toEqual([]);
  });

  test('is called once for all that a transaction gathers, and not for what was rolled back', async () => {
    const [one, other] = [await create([1]), await create([4])];
    told();
    const { database } = invoices;
    await database.write(async () => {
      gather(database.dataSource);
      await of(Item).create({ invoice_id: one.id, text: 'a', quantity: 2 });
      await of(Invoice).update(one.id, { items: [{ text: 'b', quantity: 3 }] });
      await database
        .write(async () => {
          await of(Item).update(other.ids[0]!, { quantity: 9 });
          throw new Error('back');
        })
        .catch(() => undefined);
      expect(heard).toEqual([]);
    });
    expect(told()).toEqual([`${one.id}: 6`]);
  });

  test('refuses the write, and does not call itself', async () => {
    const { id, ids } = await create([1]);
    told();
    also = async ({ after, system }) => {
      if (heard.length > 5) throw new Error('it calls itself');
      await system(Item).create({ invoice_id: after.id, text: 'again' });
    };
    await of(Item).update(ids[0]!, { quantity: 2 });
    expect(told()).toEqual([`${id}: 2`]);
    also = async ({ after, system }) => {
      if (heard.length > 5) throw new Error('it calls itself');
      await system(Invoice).update(after.id, { items: [{ text: 'form' }] });
    };
    await of(Item).update(ids[0]!, { quantity: 3 });
    expect(told()).toEqual([`${id}: 4`]);
    expect(await of(Item).count()).toBe(3);
    also = () => {
      throw conflict('Too much.');
    };
    const problem = await problemOf(of(Item).update(ids[0]!, { quantity: 4 }));
    expect([problem?.status, problem?.detail]).toEqual([409, 'Too much.']);
    expect(await of(Item).get(ids[0]!)).toMatchObject({ quantity: 3 });
    const form = await problemOf(of(Invoice).update(id, { items: [{ text: 'no' }] }));
    expect(form?.status).toBe(409);
    expect(await of(Item).count()).toBe(3);
  });

  test('acts for who has sent the lines, though the service has written others in the meantime', async () => {
    const { id } = await create([1]);
    const users: string[] = [];
    also = async ({ user }) => void users.push(user.username);
    const { database, engine } = invoices;
    const write = (entity: new () => object) => engine.operations(admin)(entity);
    await database.write(async () => {
      await write(Item).create({ invoice_id: id, text: 'sent' });
      await engine.system(Item as never).create({ invoice_id: id, text: 'fee' } as never);
    });
    await database.write(async () => {
      await engine.system(Item as never).create({ invoice_id: id, text: 'fee' } as never);
      await write(Item).create({ invoice_id: id, text: 'sent' });
    });
    expect(users).toEqual([admin.username, admin.username]);
  });

  test('fails where hooks of two records call each other', async () => {
    const [one, other] = [await create([1]), await create([2])];
    told();
    also = async ({ after, system }) => {
      if (heard.length > 300) throw new Error('they go on');
      const invoice_id = (after.id === one.id ? other.id : one.id) as number;
      await system(Item).create({ invoice_id, text: 'x' });
    };
    const failed = await of(Item)
      .create({ invoice_id: one.id as number, text: 'x' })
      .catch((error: Error) => error.message);
    expect(failed).toContain('perhaps hooks call each other');
  });
};
