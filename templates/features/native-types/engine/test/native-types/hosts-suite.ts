import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

/** Records with fields of native types; `url` gives a fresh database. */
export const describeHosts = (url: () => Promise<string>) => {
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

  test('the columns are those of the entity', async () => {
    expect(await findDrift(hosts.database)).toEqual([]);
  });
};
