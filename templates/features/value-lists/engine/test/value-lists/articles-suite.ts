import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { columnSchema } from '../../docs/field-schema.js';
import { findDrift } from '../../database/find-drift.js';
import type { Query } from '../../model/operations.js';
import { admin, problemOf } from '../fixtures/open-library.js';
import { Article, openArticles } from './articles.js';

const VALUES = {
  tags: ['red', 'it"s, {a} \\ b', ''],
  sizes: ['s', 'l'],
  notes: ['NULL', 'two\nlines', '💡'],
  scores: [3, -1, 9007199254740991],
  serials: ['9223372036854775807', '-5'],
  weights: [0.1, 1e21, 5],
  prices: [12.5, 0.01, 3],
  answers: [true, false],
  days: ['2026-01-31'],
  hours: ['07:30:00'],
  moments: ['2026-01-31T07:30:00.500Z'],
  keys: ['0d2c3b1a-4f5e-4c6d-8a7b-9e8f7a6b5c4d'],
};

/** Records with lists; `url` gives a fresh database. */
export const describeArticles = (url: () => Promise<string>) => {
  let opened: Awaited<ReturnType<typeof openArticles>>;
  beforeAll(async () => {
    opened = await openArticles(await url());
  }, 60_000);
  beforeEach(() => opened.database.dataSource.query('DELETE FROM article'));
  afterAll(() => opened.database.close());

  const of = () => opened.engine.operations(admin)(Article);
  const make = async (values: object = {}) => (await of().create({ ...values })).record;
  const listed = async (query: Query = {}) =>
    JSON.parse((await of().list(query)).text) as (typeof VALUES)[];
  const tags = async (query: Query = {}) => (await listed(query)).map((row) => row.tags.join('+'));

  test('are arrays in every operation, in their order', async () => {
    const { id } = await make(VALUES);
    expect(await of().get(id)).toMatchObject(VALUES);
    expect(await listed()).toMatchObject([VALUES]);
    expect(await of().update(id, { tags: ['b', 'a', 'b'], sizes: null, notes: [] })).toMatchObject({
      ...VALUES,
      tags: ['b', 'a', 'b'],
      sizes: null,
      notes: [],
    });
    await of().createMany([{}, { scores: [] }]);
    expect((await listed()).slice(1)).toMatchObject([
      { tags: ['new'], scores: null },
      { tags: ['new'], scores: [] },
    ]);
  });

  test('are arrays in entities, and moments in them dates', async () => {
    const { id } = await make(VALUES);
    const repository = opened.database.dataSource.getRepository(Article);
    const [stored] = await repository.find();
    expect(stored).toEqual({ id, ...VALUES, moments: [new Date(VALUES.moments[0]!)] });
    await repository.save({ ...stored!, scores: [7], moments: [new Date(0)], sizes: null });
    expect(await of().get(id)).toMatchObject({
      ...VALUES,
      scores: [7],
      moments: ['1970-01-01T00:00:00.000Z'],
      sizes: null,
    });
    await repository.insert({ sizes: ['m'] });
    expect(await tags({ sizes: 'm' })).toEqual(['new']);
  });

  test('are found by their items', async () => {
    await of().createMany([
      VALUES,
      { tags: ['red', 'blue'], scores: [3] },
      { tags: [], answers: [false], weights: [5], days: [] },
    ]);
    const all = VALUES.tags.join('+');
    expect(await tags({ tags: 'red' })).toEqual([all, 'red+blue']);
    expect(await tags({ tags: ['blue', ''] })).toEqual(['red+blue', '']);
    expect(await tags({ tags__in: 'blue,green' })).toEqual(['red+blue']);
    expect(await tags({ tags__ne: 'red' })).toEqual(['']);
    expect(await tags({ tags__isnull: 'true' })).toEqual(['']);
    expect(await tags({ scores__isnull: 'false' })).toEqual([all, 'red+blue']);
    for (const [field, items] of Object.entries(VALUES))
      expect(await tags({ [field]: String(items[0]) }), field).toContain(all);
    expect(await tags({ moments: '2026-01-31T08:30:00.5+01:00' })).toEqual([all]);
    expect(await tags({ keys: VALUES.keys[0]!.toUpperCase() })).toEqual([all]);
  });

  test.each([
    [{ _sort: 'tags' }, '_sort'],
    [{ tags__gt: 'a' }, 'tags__gt'],
    [{ tags__ilike: 'a' }, 'tags__ilike'],
    [{ scores: 'many' }, 'scores'],
  ])('have no order, and no items of another type: %j', async (query, field) => {
    expect(await problemOf(of().list(query))).toMatchObject({
      ...{ status: 400, problems: [{ field }] },
    });
  });

  test.each([
    [{ tags: 'red' }, 'type'],
    [{ tags: [1] }, 'type'],
    [{ tags: [null] }, 'type'],
    [{ tags: null }, 'required'],
    [{ tags: ['x'.repeat(21)] }, 'too-long'],
    [{ tags: ['a', 'b', 'c', 'd', 'e'] }, 'too-many-items'],
    [{ tags: ['a\0'] }, 'text'],
    [{ answers: Array(10_001).fill(true) }, 'too-many-items'],
    [{ sizes: [] }, 'too-few-items'],
    [{ sizes: ['xl'] }, 'value'],
    [{ scores: [1.5] }, 'type'],
    [{ prices: [0.001] }, 'too-precise'],
    [{ days: ['2026-02-30'] }, 'type'],
  ])('are refused with a reason: %j', async (values, code) => {
    const [field = ''] = Object.keys(values);
    const found = await problemOf(make(values));
    expect(found).toMatchObject({ status: 422, problems: [{ code, field }] });
    expect(found?.problems[0]?.message).toMatch(new RegExp(`^${field}`));
  });

  test('are described with their items and limits', async () => {
    const model = opened.engine.models.find(({ name }) => name === 'Article')!;
    const schema = (name: string) => columnSchema(model.column.get(name)!);
    expect(schema('tags')).toEqual({
      type: 'array',
      items: { type: 'string', maxLength: 20, pattern: '^[^\\u0000]*$' },
      maxItems: 4,
      default: ['new'],
    });
    expect(schema('sizes')).toEqual({
      type: ['array', 'null'],
      items: { type: 'string', enum: ['s', 'm', 'l'] },
      minItems: 1,
      maxItems: 10_000,
    });
    expect(schema('days')).toEqual({
      type: ['array', 'null'],
      items: { $ref: '#/components/schemas/date' },
      maxItems: 10_000,
    });
  });

  test('a filter says what an item is', async () => {
    const found = await problemOf(of().list({ scores: 'many' }));
    expect(found?.problems[0]?.message).toBe('scores must be an integer.');
  });

  test('the columns are those of the entity', async () => {
    expect(await findDrift(opened.database)).toEqual([]);
  });
};
