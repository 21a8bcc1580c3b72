import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../model/operations.js';
import { describeTables } from '../../testing/table-facts.js';
import { drift } from '../../read-only/find-missing.js';
import { admin, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Album, AlbumSales, Artist, openSales } from './sales.js';

/** Models of views; `url` gives a fresh database. */
export const describeViews = (url: () => Promise<string>) => {
  let sales: Awaited<ReturnType<typeof openSales>>;
  beforeAll(async () => {
    sales = await openSales(await url());
    const artist = of(Artist);
    const [first, second] = [
      (await artist.create({ name: 'Ada' })).record.id,
      (await artist.create({ name: 'Bo' })).record.id,
    ];
    for (const [title, artist_id, owner_id, sold] of [
      ['One', first, 5, 10.5],
      ['Two', first, 6, 2.25],
      ['Three', second, 5, 7],
    ])
      await of(Album).create({ title, artist_id, owner_id, sold });
  }, 60_000);
  afterAll(() => sales.database.close());

  const of = (entity: new () => object, who = admin) => sales.engine.operations(who)(entity);
  const listed = async (query: Query = {}, who = admin, entity: new () => object = AlbumSales) =>
    JSON.parse((await of(entity, who).list(query)).text) as Record<string, unknown>[];

  test('are no tables that migrations have to make', () => {
    const { made, described } = describeTables(sales.database);
    for (const tables of [made, described])
      expect(Object.keys(tables)).not.toContain('album_sales');
  });

  describe('reads', () => {
    test('a record by its key, with a label', async () => {
      expect(await of(AlbumSales).get(2)).toEqual({
        id: 2,
        _label: 'Two',
        album_id: 2,
        title: 'Two',
        artist_id: 1,
        owner_id: 6,
        sold: 2.25,
      });
      expect(await statusOf(of(AlbumSales).get(4))).toBe(404);
    });

    test('lists that are filtered, sorted and searched', async () => {
      const titles = async (query: Query) => (await listed(query)).map(({ title }) => title);
      expect(await titles({ _sort: 'sold', _order: 'DESC' })).toEqual(['One', 'Three', 'Two']);
      expect(await titles({ sold__gte: '7', artist_id: '1' })).toEqual(['One']);
      expect(await titles({ album_id__in: '1,3' })).toEqual(['One', 'Three']);
      expect(await titles({ q: 'hre' })).toEqual(['Three']);
    });

    test('pages behind a cursor', async () => {
      const query = { _sort: 'sold', _end: '2' };
      const first = await of(AlbumSales).list(query);
      const next = await of(AlbumSales).list({ _sort: 'sold', _after: first.next! });
      expect(JSON.parse(first.text)).toMatchObject([{ title: 'Two' }, { title: 'Three' }]);
      expect(JSON.parse(next.text)).toMatchObject([{ title: 'One' }]);
      expect(first.total).toBe(3);
    });

    test('the record that a reference leads to, and the number of rows under it', async () => {
      expect(await of(AlbumSales).get(3, { expand: ['artist'] })).toMatchObject({
        artist: { name: 'Bo' },
      });
      expect(await listed({ _count: 'sales' }, admin, Artist)).toMatchObject([
        { name: 'Ada', _count: { sales: 2 } },
        { name: 'Bo', _count: { sales: 1 } },
      ]);
    });

    test('figures', async () => {
      const { groups } = await of(AlbumSales).aggregate({ _by: 'artist_id', _sum: 'sold' });
      expect(groups).toMatchObject([{ sum: { sold: 12.75 } }, { sum: { sold: 7 } }]);
    });

    test('the rows that the rules of the view show', async () => {
      const viewer = user(5, ['Viewer']);
      expect((await listed({}, viewer)).map(({ title }) => title)).toEqual(['One', 'Three']);
      expect(await statusOf(of(AlbumSales, viewer).get(2))).toBe(404);
      // A role that the rules narrow has what is left of that: a list.
      expect(await statusOf(of(AlbumSales, user(5, ['Manager'])).get(1))).toBe(403);
      expect(await listed({}, user(5, ['Manager']))).toHaveLength(2);
    });

    test('what a table says now', async () => {
      await of(Album).update(1, { sold: 11 });
      expect(await of(AlbumSales).get(1)).toMatchObject({ sold: 11 });
      await of(Album).update(1, { sold: 10.5 });
    });
  });

  describe('is not written', () => {
    const values = { album_id: 9, title: 'Nine', sold: 1 };

    test('by code, whoever it acts for', async () => {
      const told = 'album sales records, which are only read';
      for (const crud of [sales.engine.system, sales.engine.as(admin)]) {
        const records = crud(AlbumSales);
        await expect(records.create(values)).rejects.toThrow(`code cannot create ${told}`);
        await expect(records.update(1, { title: 'x' })).rejects.toThrow(
          `code cannot change ${told}`,
        );
        await expect(records.remove(1)).rejects.toThrow(`code cannot delete ${told}`);
      }
      expect(await listed()).toHaveLength(3);
    });

    test('by the deletion of a record that its rows refer to', async () => {
      const { id } = (await of(Artist).create({ name: 'Cy' })).record;
      await of(Album).create({ title: 'Four', artist_id: id, sold: 1 });
      expect(await listed()).toHaveLength(4);
      await of(Artist).remove(id);
      expect(await listed()).toHaveLength(3);
    });

    test('and cannot be named in conditions on fields that it lacks', async () => {
      expect(await problemOf(of(AlbumSales).list({ titel: 'x' }))).toMatchObject({ status: 400 });
    });
  });

  test('a view without a column, and one that is missing, are told', async () => {
    expect(await drift(sales.database)).toEqual([]);
    const { dataSource } = sales.database;
    await dataSource.query('DROP VIEW album_sales');
    expect(await drift(sales.database)).toEqual(['view `album_sales` is missing']);
    await dataSource.query(
      'CREATE VIEW album_sales AS SELECT id AS album_id, title, artist_id, owner_id FROM album',
    );
    expect(await drift(sales.database)).toEqual(['column `album_sales.sold` is missing']);
    await dataSource.query('DROP VIEW album_sales');
  });

  test('a table of another program, and a materialized view, are read as a view is', async () => {
    const { dataSource, dialect } = sales.database;
    const kinds = dialect.name === 'postgres' ? ['MATERIALIZED VIEW', 'TABLE'] : ['TABLE'];
    for (const kind of kinds) {
      await dataSource.query(
        `CREATE ${kind} album_sales AS SELECT id AS album_id, title, artist_id, owner_id, sold FROM album`,
      );
      expect(await drift(sales.database)).toEqual([]);
      expect(await listed({ _sort: 'title' })).toMatchObject([
        { title: 'One', sold: 10.5 },
        { title: 'Three', sold: 7 },
        { title: 'Two', sold: 2.25 },
      ]);
      await dataSource.query(`DROP ${kind} album_sales`);
    }
  });
};
