import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import type { Query } from '../../model/operations.js';
import { admin, problemOf } from '../fixtures/open-library.js';
import { Host, openHosts } from './hosts.js';

const VALUES = {
  ip: '10.0.0.9',
  uptime: '1 day 02:00:00',
  place: '(1.5,2)',
  flags: '1010',
  matrix: '{{1,2},{3,4}}',
  about: '<p>hello</p>',
};

/** Records with fields of native types; `url` gives a fresh database, of PostgreSQL unless it is SQLite. */
export const describeHosts = (url: () => Promise<string>, isSqlite = false) => {
  let hosts: Awaited<ReturnType<typeof openHosts>>;
  beforeAll(async () => {
    hosts = await openHosts(await url());
  }, 60_000);
  beforeEach(() => hosts.database.dataSource.query('DELETE FROM host'));
  afterAll(() => hosts.database.close());

  const of = () => hosts.engine.operations(admin)(Host);
  const make = async (values: object = {}) =>
    (await of().create({ ip: '10.0.0.1', ...values })).record;
  const listed = async (query: Query = {}) =>
    JSON.parse((await of().list(query)).text) as (typeof VALUES)[];
  const ips = async (query: Query = {}) => (await listed(query)).map(({ ip }) => ip);

  test('are texts in every operation, as the database prints them', async () => {
    const { id } = await make(VALUES);
    expect(await of().get(id)).toMatchObject(VALUES);
    expect(await listed()).toMatchObject([VALUES]);
    expect(await of().update(id, { ip: '10.0.0.8', place: null })).toMatchObject({
      ...VALUES,
      ip: '10.0.0.8',
      place: null,
    });
    const [stored] = await hosts.database.dataSource.getRepository(Host).find();
    expect(stored).toMatchObject({ ...VALUES, ip: '10.0.0.8', place: null });
    const entity = { ...stored!, ip: '10.0.0.7', uptime: '02:00:00' };
    await hosts.database.dataSource.getRepository(Host).save(entity);
    expect(await of().get(id)).toMatchObject({ ip: '10.0.0.7', uptime: '02:00:00' });
  });

  test('are written together, and found by their values', async () => {
    await of().createMany([VALUES, { ip: '10.0.0.1' }, { ip: '10.0.0.2', place: '(0,0)' }]);
    expect(await ips({ ip: '10.0.0.2' })).toEqual(['10.0.0.2']);
    expect(await ips({ ip__in: '10.0.0.1,10.0.0.2' })).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await ips({ ip__ilike: '0.9' })).toEqual(['10.0.0.9']);
    expect(await ips({ place: '(0,0)' })).toEqual(['10.0.0.2']);
    expect(await ips({ place__in: '(1.5;2)' })).toEqual([]);
    expect(await ips({ matrix: '{{1,2},{3,4}}' })).toEqual(['10.0.0.9']);
    expect(await ips({ about__ilike: 'HELLO' })).toEqual(['10.0.0.9']);
    expect(await ips({ uptime__isnull: 'true' })).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await ips({ uptime: '' })).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await ips({ ip__gte: '10.0.0.2', _sort: 'ip', _order: 'DESC' })).toEqual([
      ...['10.0.0.9', '10.0.0.2'],
    ]);
  });

  test.each([
    [{ _sort: 'place' }, '_sort'],
    [{ place__gt: '(0,0)' }, 'place__gt'],
    [{ about__lte: 'a' }, 'about__lte'],
    [{ ip__startswith: '10' }, 'ip__startswith'],
  ])('have only the operators of their type: %j', async (query, field) => {
    expect(await problemOf(of().list(query))).toMatchObject({
      ...{ status: 400, problems: [{ field }] },
    });
  });

  describe.skipIf(isSqlite)('as PostgreSQL reads them', () => {
    test('are shown as it prints them, and compared by their value', async () => {
      const { record } = await of().create({
        ip: '10.0.0.2/32',
        uptime: '26 hours',
        flags: '0001',
      });
      expect(record).toMatchObject({ ip: '10.0.0.2', uptime: '26:00:00' });
      await make({ uptime: '3 hours' });
      await make({ ip: '10.0.0.10' });
      expect(await ips({ uptime__gt: '180 minutes' })).toEqual(['10.0.0.2']);
      expect(await ips({ uptime: '0.125 days' })).toEqual(['10.0.0.1']);
      expect(await ips({ _sort: 'ip', _order: 'DESC' })).toEqual([
        ...['10.0.0.10', '10.0.0.2', '10.0.0.1'],
      ]);
      const next = await of().list({ _sort: 'ip', _end: '1' });
      const rest = await ips({ _sort: 'ip', _after: next.next! });
      expect(rest).toEqual(['10.0.0.2', '10.0.0.10']);
    });

    test.each([
      ['ip', 'nowhere'],
      ['uptime', 'long'],
      ['place', '1;2'],
      ['flags', '10101'],
      ['matrix', '{1,{2}}'],
      ['about', '<p>'],
    ])('refuse a text that is no value: %s', async (field, text) => {
      const refused = { status: 422, problems: [{ field, code: 'type' }] };
      const { id } = await make();
      expect(await problemOf(of().create({ ip: '10.0.0.2', [field]: text }))).toMatchObject(
        refused,
      );
      expect(await problemOf(of().update(id, { [field]: text }))).toMatchObject(refused);
      const many = of().createMany([{ ip: '10.0.0.3' }, { ip: '10.0.0.4', [field]: text }]);
      expect(await problemOf(many)).toMatchObject({
        ...{ status: 422, problems: [{ field, code: 'type', index: 1 }] },
      });
      expect(await ips()).toEqual(['10.0.0.1']);
    });

    test('refuse a key by which records are found', async () => {
      for (const ip of ['10.0.0.1', '10.0.0.1/32']) await of().upsertMany([{ ip }], ['ip']);
      const many = of().upsertMany([{ ip: '10.0.0.1' }, { ip: 'nowhere' }], ['ip']);
      expect(await problemOf(many)).toMatchObject({
        ...{ status: 422, problems: [{ field: 'ip', code: 'type', index: 1 }] },
      });
      expect(await ips()).toEqual(['10.0.0.1']);
    });

    test.each([
      [{ ip: 'nowhere' }, 'ip'],
      [{ ip__in: '10.0.0.1,nowhere' }, 'ip'],
      [{ uptime__gte: 'long' }, 'uptime'],
    ])('refuse a filter by a text that is no value: %j', async (query, field) => {
      const refused = { status: 400, problems: [{ field, code: 'type' }] };
      for (const asked of [() => of().list(query), () => of().count(query)])
        expect(await problemOf(asked())).toMatchObject(refused);
      expect(await problemOf(of().aggregate({ ...query, _by: 'ip' }))).toMatchObject(refused);
    });
  });

  test('the columns are those of the entity', async () => {
    expect(await findDrift(hosts.database)).toEqual([]);
  });
};
