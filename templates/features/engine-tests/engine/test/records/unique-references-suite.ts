import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../model/operations.js';
import { whereOf } from '../../model/where.js';
import { operationOf, type BatchModels } from '../../routes/batch/batch-operation.js';
import { doAll } from '../../routes/batch/do-operations.js';
import { admin, emptyLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';
import {
  City,
  Country,
  Embassy,
  Line,
  heard,
  openCountries,
} from '../fixtures/unique-references.js';

/** References that lead to a unique column; `url` gives a fresh database. */
export const describeUniqueReferences = (url: () => Promise<string>) => {
  let countries: Awaited<ReturnType<typeof openCountries>>;
  beforeAll(async () => {
    countries = await openCountries(await url());
  }, 60_000);
  beforeEach(async () => {
    heard.length = 0;
    await emptyLibrary(countries.database);
    await of(Country).createMany([
      { iso: 'DE', prefix: 49, name: 'Germany', owner_id: 7 },
      { iso: 'FR', prefix: 33, name: 'France', owner_id: 8 },
      { iso: 'XX', name: 'Nowhere' },
    ]);
  });
  afterAll(() => countries.database.close());

  const somebody = user(7, ['Editor']);
  const of = (entity: new () => object, who = admin) => countries.engine.operations(who)(entity);
  const listed = async (entity: new () => object, query: Query = {}, who = admin) =>
    JSON.parse((await of(entity, who).list(query)).text) as Record<string, unknown>[];
  const make = async (entity: new () => object, values: object) =>
    (await of(entity).create(values)).record;
  const berlin = () => make(City, { name: 'Berlin', country_id: 'DE' });
  const paris = () => make(City, { name: 'Paris', country_id: 'FR' });

  test('a record has the value of the unique column, and is found by it', async () => {
    const { id } = await berlin();
    await paris();
    expect(await of(City).get(id)).toMatchObject({ id, country_id: 'DE' });
    expect(await listed(City, { country_id: 'DE' })).toMatchObject([{ name: 'Berlin' }]);
    expect(await listed(City, { country_id__in: 'FR,XX' })).toMatchObject([{ name: 'Paris' }]);
    expect(await listed(City, { country_id: '1' })).toEqual([]);
    expect(await of(City).update(id, { country_id: 'FR' })).toMatchObject({ country_id: 'FR' });
    expect(await of(City).update(id, { name: 'B' })).toMatchObject({ country_id: 'FR' });
    const line = await make(Line, { country_prefix: 49 });
    expect(await of(Line).get(line.id)).toMatchObject({ country_prefix: 49 });
    expect(await of(Line).update(line.id, { country_prefix: null })).toMatchObject({
      country_prefix: null,
    });
  });

  test('a value that no record has is refused, and so is one that the writer does not see', async () => {
    const { id } = await berlin();
    for (const country_id of ['ZZ', '1', 'de']) {
      const problem = await problemOf(of(City).create({ name: 'x', country_id }));
      expect(problem).toMatchObject({
        ...{ status: 422, problems: [{ field: 'country_id', code: 'reference' }] },
      });
    }
    expect(await statusOf(of(City).create({ name: 'x', country_id: 1 }))).toBe(422);
    expect(await statusOf(of(City).create({ name: 'x' }))).toBe(422);
    // The id of a country is no prefix of one.
    expect(await statusOf(of(Line).create({ country_prefix: 1 }))).toBe(422);
    const hidden = { field: 'country_id', code: 'reference' };
    const own = of(City, somebody);
    expect(await problemOf(own.create({ name: 'x', country_id: 'FR' }))).toMatchObject({
      ...{ status: 422, problems: [hidden] },
    });
    expect(await problemOf(own.update(id, { country_id: 'FR' }))).toMatchObject({
      ...{ status: 422, problems: [hidden] },
    });
    expect(
      await problemOf(
        own.createMany([
          { name: 'x', country_id: 'DE' },
          { name: 'y', country_id: 'FR' },
        ]),
      ),
    ).toMatchObject({ status: 422, problems: [{ ...hidden, index: 1 }] });
    expect(await own.update(id, { country_id: 'DE' })).toMatchObject({ country_id: 'DE' });
  });

  test('references of several kinds are looked up together', async () => {
    const { id: line_id } = await make(Line, { country_prefix: 33 });
    await make(Embassy, { code: 'top' });
    const all = { code: 'low', country_id: 'DE', above_id: 'top', line_id };
    expect(await make(Embassy, all)).toMatchObject(all);
    for (const wrong of [{ country_id: 'ZZ' }, { above_id: 'none' }, { line_id: 99 }]) {
      const [field] = Object.keys(wrong);
      expect(await problemOf(of(Embassy).create({ ...all, code: 'new', ...wrong }))).toMatchObject({
        status: 422,
        problems: [{ field, code: 'reference' }],
      });
    }
  });

  test('no chain of references comes back to its record', async () => {
    const { id } = await make(Embassy, { code: 'a' });
    await make(Embassy, { code: 'b', above_id: 'a' });
    await make(Embassy, { code: 'c', above_id: 'b' });
    for (const above_id of ['a', 'b', 'c'])
      expect(await problemOf(of(Embassy).update(id, { above_id }))).toMatchObject({
        ...{ status: 422, problems: [{ field: 'above_id', code: 'cycle' }] },
      });
    await make(Embassy, { code: 'd' });
    expect(await of(Embassy).update(id, { above_id: 'd' })).toMatchObject({ above_id: 'd' });
  });

  test('the other record is expanded as far as the reader sees it', async () => {
    const { id } = await berlin();
    const other = await paris();
    const expand = ['country'];
    expect(await of(City).get(id, { expand })).toMatchObject({
      ...{ country_id: 'DE', country: { id: 1, iso: 'DE', name: 'Germany' } },
    });
    expect(await listed(City, { _expand: 'country', _sort: 'name' })).toMatchObject([
      { name: 'Berlin', country: { name: 'Germany' } },
      { name: 'Paris', country: { name: 'France' } },
    ]);
    await make(Embassy, { code: 'e', country_id: 'FR' });
    await make(Embassy, { code: 'f' });
    expect(await listed(Embassy, { _expand: 'country' }, somebody)).toMatchObject([
      { country_id: 'FR', country: null },
      { country_id: null, country: null },
    ]);
    const fields = await listed(City, {
      _expand: 'country',
      _fields: 'name',
      id: String(other.id),
    });
    expect(fields).toMatchObject([{ name: 'Paris', country: { iso: 'FR' } }]);
  });

  test('the records that refer to one are counted, whatever fields are asked for', async () => {
    await berlin();
    await make(City, { name: 'Bonn', country_id: 'DE' });
    await make(Line, { country_prefix: 33 });
    await make(Line, {});
    const counts = { _count: 'cities,lines' };
    expect(await listed(Country, counts)).toMatchObject([
      { iso: 'DE', _count: { cities: 2, lines: 0 } },
      { iso: 'FR', _count: { cities: 0, lines: 1 } },
      { iso: 'XX', _count: { cities: 0, lines: 0 } },
    ]);
    const [first] = await listed(Country, { ...counts, _fields: 'name' });
    expect(first).toEqual({
      ...{ id: 1, _label: 'Germany', name: 'Germany', _count: { cities: 2, lines: 0 } },
    });
  });

  test('conditions of code go along the reference in both directions', async () => {
    await berlin();
    await paris();
    await make(Line, { country_prefix: 49 });
    await make(Line, {});
    const cities = countries.engine.system(City);
    const all = countries.engine.system(Country);
    const of49 = whereOf<City>().parent('country', (country) => country.eq('prefix', 49));
    expect(await cities.find({ where: of49 })).toMatchObject([{ name: 'Berlin' }]);
    const notGerman = whereOf<City>().not(of49);
    expect(await cities.find({ where: notGerman })).toMatchObject([{ name: 'Paris' }]);
    const withBerlin = whereOf<Country>().children('cities', (city) => city.eq('name', 'Berlin'));
    expect(await all.find({ where: withBerlin })).toMatchObject([{ iso: 'DE' }]);
    const withLines = whereOf<Country>().children('lines');
    expect(await all.find({ where: withLines })).toMatchObject([{ iso: 'DE' }]);
    const none = whereOf<Country>().not(withLines);
    expect(await all.find({ where: none })).toMatchObject([{ iso: 'FR' }, { iso: 'XX' }]);
    expect(await all.find({ relations: ['cities', 'lines'] })).toMatchObject([
      { cities: [{ name: 'Berlin' }], lines: [{ country_prefix: 49 }] },
      { cities: [{ name: 'Paris' }], lines: [] },
      { cities: [], lines: [] },
    ]);
    expect(await cities.find({ relations: ['country'], order: { name: 'asc' } })).toMatchObject([
      { country: { iso: 'DE' } },
      { country: { iso: 'FR' } },
    ]);
  });

  test('rows are seen as the row is to which they refer', async () => {
    const { id } = await berlin();
    const other = await paris();
    expect(await listed(City, {}, somebody)).toMatchObject([{ id }]);
    expect(await statusOf(of(City, somebody).get(other.id))).toBe(404);
    expect(await statusOf(of(City, somebody).remove(other.id))).toBe(404);
    const german = await make(Line, { country_prefix: 49 });
    await make(Line, { country_prefix: 33 });
    expect(await listed(Line, {}, somebody)).toMatchObject([{ id: german.id }]);
  });

  test('a deletion takes the rows that go with a record, and clears those that stay', async () => {
    await berlin();
    await paris();
    const line = await make(Line, { country_prefix: 49 });
    heard.length = 0;
    await of(Country).remove(1);
    expect(await listed(City)).toMatchObject([{ name: 'Paris' }]);
    expect(await of(Line).get(line.id)).toMatchObject({ country_prefix: null });
    expect(heard.toSorted()).toEqual(['deleted Berlin', 'line null']);
  });

  test('a deletion is refused for rows that keep a record, and for those that are hidden', async () => {
    await make(Embassy, { code: 'e', country_id: 'DE' });
    expect(await problemOf(of(Country).remove(1))).toMatchObject({
      status: 409,
      members: {
        dependents: [
          { model: 'Embassy', field: 'country_id', count: 1, list: '/embassy?country_id=DE' },
        ],
        hidden_dependents: false,
      },
    });
    await of(Embassy).remove(1);
    await of(Country).update(1, { name: 'G' });
    await make(Line, { country_prefix: 49 });
    // A line is seen only where its country has its name.
    expect(await statusOf(of(Country, somebody).remove(1))).toBe(409);
    await of(Country).remove(1);
  });

  test('a value to which rows refer does not change; one to which none do does', async () => {
    await berlin();
    const refused = await problemOf(of(Country).update(1, { iso: 'GER' }));
    expect(refused?.status).toBe(409);
    expect(refused?.message).toMatch(/reference would point to a record that does not exist/);
    expect(await of(Country).get(1)).toMatchObject({ iso: 'DE' });
    expect(await of(Country).update(1, { iso: 'DE', name: 'D' })).toMatchObject({ name: 'D' });
    expect(await of(Country).update(3, { iso: 'YY' })).toMatchObject({ iso: 'YY' });
    expect(await make(City, { name: 'y', country_id: 'YY' })).toMatchObject({ country_id: 'YY' });
  });

  const modelsFor = (who = admin): BatchModels => ({
    models: new Map(countries.engine.models.map((model) => [model.prefix, model])),
    operations: ({ entity }) => countries.engine.operations(who)(entity),
    contained: countries.engine.contained,
    isReplaced: () => false,
  });
  const batch = (...items: readonly (readonly [path: string, body: object])[]) => {
    const operations = items.map(([path, body], index) =>
      operationOf({ method: 'POST', path, body }, index, modelsFor()),
    );
    return countries.database.write(() => doAll(operations, {}));
  };

  test('a batch refers to a record that it makes, if that has a value', async () => {
    const written = await batch(
      ['/country', { iso: 'IT', prefix: 39, name: 'Italy' }],
      ['/city', { name: 'Rome', country_id: { $ref: 0 } }],
      ['/line', { country_prefix: { $ref: 0 } }],
    );
    expect(written.map(({ record }) => record)).toMatchObject([
      { iso: 'IT' },
      { country_id: 'IT' },
      { country_prefix: 39 },
    ]);
    const without = await problemOf(
      batch(['/country', { iso: 'ES', name: 'Spain' }], ['/line', { country_prefix: { $ref: 0 } }]),
    );
    expect(without).toMatchObject({
      ...{ status: 422, problems: [{ index: 1, field: 'country_prefix', code: 'reference' }] },
    });
  });
};
