import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDrift } from '../../../../templates/service/engine/database/find-drift.js';
import { fakeRows } from '../../../../templates/tools/fake/fake-rows.js';
import { files } from '../../../../templates/features/files/engine/files/files-feature.js';
import { Note, openShop, PAGE, Product, type Shop } from './shop.js';

/** Files and their rows; `url` gives a fresh database. */
export const describeLife = (url: () => Promise<string>) => {
  let shop: Shop;
  let ann: Awaited<ReturnType<Shop['userOf']>>;
  let bob: Awaited<ReturnType<Shop['userOf']>>;
  beforeAll(async () => {
    shop = await openShop(await url());
    ann = await shop.userOf('ann', 'Seller', 'north');
    bob = await shop.userOf('bob', 'Seller', 'south');
  }, 60_000);
  afterAll(() => shop.close());

  const make = async (user: typeof ann, values: object = {}) => {
    const tenant_id = user.tenants[0];
    const { status, body } = await user.ask('POST', '/product', {
      name: 'a',
      tenant_id,
      ...values,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body as { id: number; manual: unknown };
  };
  const stateOf = async ({ id }: { readonly id: string }) => (await shop.states())[id];

  test('the columns are those of the entity', async () => {
    expect(await findDrift(shop.parts.database)).toEqual([]);
  });

  test('a file waits, is kept with its row, and goes with it', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    expect(page).toEqual({
      ...{ id: page.id, name: 'page.txt', type: 'text/plain', size: 14 },
    });
    expect(await stateOf(page)).toBe('staged');
    const { id, manual } = await make(ann, { manual: { id: page.id } });
    expect(manual).toEqual(page);
    expect(await stateOf(page)).toBe('kept');
    expect((await ann.ask('GET', `/product/${id}`)).body.manual).toEqual(page);
    expect((await ann.ask('GET', '/product?_fields=manual')).body).toContainEqual(
      expect.objectContaining({ id, manual: page }),
    );
    expect((await ann.ask('DELETE', `/product/${id}`)).status).toBe(204);
    expect(await stateOf(page)).toBe('dropped');
  });

  test('a row lets go of a file for another one, and for none', async () => {
    const [one, two] = [
      await shop.uploaded(ann, 'product.manual'),
      await shop.uploaded(ann, 'product.manual'),
    ];
    const { id } = await make(ann, { manual: one });
    const changed = await ann.ask('PATCH', `/product/${id}`, { manual: { id: two.id } });
    expect(changed.body.manual).toEqual(two);
    expect([await stateOf(one), await stateOf(two)]).toEqual(['dropped', 'kept']);
    await ann.ask('PATCH', `/product/${id}`, { manual: null });
    expect(await stateOf(two)).toBe('dropped');
  });

  test('a row may be sent back with what it has, whatever else is said of it', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    const { id } = await make(ann, { manual: page });
    const whole = { name: 'b', tenant_id: ann.tenants[0], manual: { ...page, name: '../x.exe' } };
    const { status, body } = await ann.ask('PUT', `/product/${id}`, whole);
    expect([status, body.manual, body.name]).toEqual([200, page, 'b']);
    const only = await ann.ask('PATCH', `/product/${id}`, { manual: page });
    expect([only.status, only.body.manual]).toEqual([200, page]);
    expect(await stateOf(page)).toBe('kept');
  });

  test('rows take no file of others, of another field, of another row, nor one twice', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    const refused = async (user: typeof ann, values: object) => {
      const { status, body } = await user.ask('POST', '/product', {
        ...{ name: 'a', tenant_id: user.tenants[0], ...values },
      });
      return [status, body.errors?.manual ?? body.errors?.contract ?? body.detail];
    };
    const words =
      'manual must be a file that you have uploaded for it, and that no record has yet.';
    expect(await refused(bob, { manual: { id: page.id } })).toEqual([422, words]);
    const admin = await shop.userOf('root', 'Admin', 'all');
    const other = await shop.uploaded(admin, 'product.contract');
    expect(await refused(admin, { manual: other })).toEqual([422, words]);
    expect(await refused(ann, { manual: { id: crypto.randomUUID() } })).toEqual([422, words]);
    const held = await make(ann, { manual: page });
    expect(await refused(ann, { manual: page })).toEqual([422, words]);
    expect(await refused(bob, { manual: page })).toEqual([422, words]);
    const twice = await shop.uploaded(ann, 'product.manual');
    const both = [1, 2].map(() => ({ name: 'a', tenant_id: ann.tenants[0], manual: twice }));
    expect((await ann.ask('POST', '/product', both)).status).toBe(422);
    expect(await stateOf(twice)).toBe('staged');
    await ann.ask('DELETE', `/product/${held.id}`);
    expect(await refused(ann, { manual: page })).toEqual([422, words]);
  });

  test.each([
    ['an id alone', '3f2b8a52-8e0d-4b6a-9c1f-0d2e4b6a8c1e'],
    ['an address', 'https://example.com/x.png'],
    ['a path', { id: '../../etc/passwd' }],
    ['a number', 7],
  ])('a field takes no %s', async (_, manual) => {
    const { status, body } = await ann.ask('POST', '/product', { name: 'a', manual });
    expect([status, body.errors.manual]).toEqual([
      422,
      'manual must be a file that was uploaded: { "id": "..." }.',
    ]);
  });

  test('of rows that want a file at the same moment one gets it', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        ann.ask('POST', '/product', { name: 'r', tenant_id: ann.tenants[0], manual: page }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    expect(await stateOf(page)).toBe('kept');
  });

  test('a write that is refused takes no file, and lets go of none', async () => {
    const [one, two] = [
      await shop.uploaded(ann, 'product.manual'),
      await shop.uploaded(ann, 'product.manual'),
    ];
    const { id } = await make(ann, { manual: one });
    const { status } = await ann.ask('POST', '/_batch', [
      { method: 'PATCH', path: `/product/${id}`, body: { manual: two } },
      { method: 'PATCH', path: `/product/${id}`, body: { name: null } },
    ]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([await stateOf(one), await stateOf(two)]).toEqual(['kept', 'staged']);
    expect((await ann.ask('GET', `/product/${id}`)).body.manual).toEqual(one);
  });

  test('lines have files, which go with the record', async () => {
    const pages = [await shop.uploaded(ann, 'scan.page'), await shop.uploaded(ann, 'scan.page')];
    const { id } = await make(ann, { scans: pages.map((page) => ({ page })) });
    expect(await Promise.all(pages.map(stateOf))).toEqual(['kept', 'kept']);
    const { body } = await ann.ask('GET', `/product/${id}?_expand=scans`);
    expect(body.scans.map(({ page }: { page: unknown }) => page)).toEqual(pages);
    const whole = { name: 'a', tenant_id: ann.tenants[0], scans: [body.scans[1]] };
    const kept = await ann.ask('PUT', `/product/${id}`, whole);
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    expect(await Promise.all(pages.map(stateOf))).toEqual(['dropped', 'kept']);
    await ann.ask('DELETE', `/product/${id}`);
    expect(await Promise.all(pages.map(stateOf))).toEqual(['dropped', 'dropped']);
  });

  test('code of the service gives rows files of anybody', async () => {
    const page = await shop.uploaded(bob, 'product.manual');
    const made = await shop.engine
      .system(Product)
      .create({ name: 'by code', manual: { id: page.id } as never });
    expect(made).toMatchObject({ manual: page });
    expect(
      await shop.dataSource.getRepository(Product).findOneBy({ id: Number(made.id) }),
    ).toMatchObject({ manual: page });
    expect(await stateOf(page)).toBe('kept');
  });

  test('the history has the name of a file', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    const { id } = await make(ann, { manual: page });
    const { body } = await ann.ask('GET', `/_history?model=product&id=${id}`);
    expect(body[0].changes.manual).toEqual([null, page]);
  });

  test('made-up rows have made-up files', async () => {
    const { engine, database } = shop.parts;
    const models = engine.models;
    const chosen = ['Product', 'Scan'].map((name) => engine.model(name));
    const guards = [files.guardsBy!(shop.own)];
    const options = { models, chosen, guards, seed: 7, today: '2026-11-30', count: 30 };
    await fakeRows(database, options);
    const rows = await shop.dataSource
      .getRepository(Product)
      .find({ order: { id: 'DESC' }, take: 30 });
    const made = rows.find(({ photo }) => photo !== null)!;
    expect(made.photo).toMatchObject({ type: 'image/png', width: 96, height: 64 });
    const admin = await shop.userOf('fay', 'Admin', 'every');
    const { bytes, status } = await shop.open(`/_files/product/${made.id}/photo?width=64`, {
      authorization: `Bearer ${admin.token}`,
    });
    expect([status, bytes.length > 0]).toEqual([200, true]);
    await admin.ask('DELETE', `/product/${made.id}`);
    expect(await stateOf(made.photo!)).toBe('dropped');
  });

  describe('the sweep', () => {
    test('removes what no row has, and nothing else', async () => {
      const [kept, dropped, waiting] = [
        await shop.uploaded(ann, 'product.manual'),
        await shop.uploaded(ann, 'product.manual'),
        await shop.uploaded(ann, 'product.manual'),
      ];
      await make(ann, { manual: kept });
      const { id } = await make(ann, { manual: dropped });
      await ann.ask('DELETE', `/product/${id}`);
      await shop.sweep(3_600_000);
      expect(await shop.contents()).toEqual(expect.arrayContaining([dropped.id, waiting.id]));
      await shop.sweep(0);
      const states = await shop.states();
      expect([states[kept.id], states[dropped.id], states[waiting.id]]).toEqual([
        'kept',
        undefined,
        undefined,
      ]);
      const contents = await shop.contents();
      expect(contents).toContain(kept.id);
      expect(contents).not.toContain(dropped.id);
      expect(contents).toEqual(Object.keys(states).sort());
      const late = await ann.ask('POST', '/product', {
        ...{ name: 'late', tenant_id: ann.tenants[0], manual: waiting },
      });
      expect(late.status).toBe(422);
    });

    test('keeps the file of a row that is only marked, or that came back', async () => {
      const page = await shop.uploaded(ann, 'note.page');
      const { body } = await ann.ask('POST', '/note', { page });
      await ann.ask('DELETE', `/note/${body.id}`);
      expect(await stateOf(page)).toBe('dropped');
      await shop.sweep(0);
      expect(await stateOf(page)).toBe('kept');
      await shop.dataSource.getRepository(Note).restore(body.id);
      const found = await shop.open(`/_files/note/${body.id}/page`, {
        authorization: `Bearer ${ann.token}`,
      });
      expect([found.status, found.text]).toEqual([200, PAGE.bytes]);
    });

    test('goes on where it was stopped', async () => {
      const page = await shop.uploaded(ann, 'product.manual');
      const { rm } = await import('node:fs/promises');
      await rm(`${shop.folder}/${page.id.slice(0, 2)}/${page.id}`);
      await shop.sweep(0);
      expect(await stateOf(page)).toBeUndefined();
    });
  });
};
