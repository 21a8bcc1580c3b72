import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../model/operations.js';
import { admin, problemOf, user } from '../fixtures/open-library.js';
import { Album, Artist, Shelf, openSales } from './sales.js';

/** A model of a view without a key; `url` gives a fresh database. */
export const describeKeyless = (url: () => Promise<string>) => {
  let sales: Awaited<ReturnType<typeof openSales>>;
  beforeAll(async () => {
    sales = await openSales(await url());
    const [first, second] = [
      (await of(Artist).create({ name: 'Ada' })).record.id,
      (await of(Artist).create({ name: 'Bo' })).record.id,
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
  const listed = async (query: Query = {}, who = admin, entity: new () => object = Shelf) =>
    JSON.parse((await of(entity, who).list(query)).text) as Record<string, unknown>[];
  const namesIn = async (query: Query, who = admin) =>
    (await listed(query, who)).map(({ name }) => name);

  test('lists its rows without an id, those that are alike as often as they are there', async () => {
    const [row] = await listed({ _end: '1' });
    expect(row).toEqual({ _label: 'One', name: 'One', artist_id: 1, owner_id: 5, sold: 10.5 });
    expect(await namesIn({})).toEqual(['One', 'One', 'Three', 'Three', 'Two', 'Two']);
    expect(Object.keys((await listed({ _expand: 'artist' }))[0]!)[0]).toBe('_label');
  });

  test('filters, sorts, searches, and chooses fields', async () => {
    expect(await namesIn({ _sort: 'sold', _order: 'DESC' })).toEqual([
      'One',
      'One',
      'Three',
      'Three',
      'Two',
      'Two',
    ]);
    expect(await namesIn({ sold__gte: '7', artist_id: '1' })).toEqual(['One', 'One']);
    expect(await listed({ name: 'Two', _fields: 'sold' })).toEqual([
      { _label: 'Two', sold: 2.25 },
      { _label: 'Two', sold: 2.25 },
    ]);
    expect(await listed({ _end: '1', _expand: 'artist' })).toMatchObject([
      { artist: { name: 'Ada' } },
    ]);
  });

  test('has pages by numbers and no cursor', async () => {
    const pages: unknown[] = [];
    for (let start = 0; start < 6; start += 2) {
      const page = await of(Shelf).list({ _start: String(start), _end: String(start + 2) });
      expect([page.total, page.next]).toEqual([6, undefined]);
      pages.push(...(JSON.parse(page.text) as { name: string }[]).map(({ name }) => name));
    }
    expect(pages).toEqual(['One', 'One', 'Three', 'Three', 'Two', 'Two']);
    expect(await problemOf(of(Shelf).list({ _after: 'x' }))).toMatchObject({ status: 400 });
  });

  test('names no row by an id', async () => {
    for (const query of [{ id: '1' }, { _sort: 'id' }, { _fields: 'id' }])
      expect(await problemOf(of(Shelf).list(query))).toMatchObject({ status: 400 });
    await expect(of(Shelf).get(1)).rejects.toThrow('which are only read');
    expect(sales.engine.model('Shelf').actions).toEqual(['list', 'field']);
  });

  test('is counted, and has figures', async () => {
    const { groups } = await of(Shelf).aggregate({ _by: 'artist_id', _sum: 'sold' });
    expect(groups).toMatchObject([
      { count: 4, sum: { sold: 25.5 } },
      { count: 2, sum: { sold: 14 } },
    ]);
    expect(await listed({ _count: 'shelf' }, admin, Artist)).toMatchObject([
      { name: 'Ada', _count: { shelf: 4 } },
      { name: 'Bo', _count: { shelf: 2 } },
    ]);
  });

  test('shows the rows and fields that its rules show', async () => {
    const viewer = user(5, ['Viewer']);
    expect(await listed({ artist_id: '2' }, viewer)).toEqual([
      { _label: 'Three', name: 'Three', artist_id: 2, owner_id: 5 },
      { _label: 'Three', name: 'Three', artist_id: 2, owner_id: 5 },
    ]);
    expect(await namesIn({}, viewer)).toEqual(['One', 'One', 'Three', 'Three']);
    expect(await problemOf(of(Shelf, viewer).list({ _sort: 'sold' }))).toMatchObject({
      status: 400,
    });
  });

  describe('is read by code', () => {
    test('some rows, or all of them one after the other', async () => {
      const records = sales.engine.system(Shelf);
      expect(await records.find({ order: { name: 'desc' }, limit: 1 })).toMatchObject([
        { name: 'Two' },
      ]);
      const all: string[] = [];
      for await (const { name } of records.each()) all.push(name);
      expect(all).toEqual(['One', 'One', 'Three', 'Three', 'Two', 'Two']);
    });
  });
};
