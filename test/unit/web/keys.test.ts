import type { DataProvider, Identifier } from 'react-admin';
import { describe, expect, test } from 'vitest';
import { runBulk } from '../../../templates/features/admin/ui/api/bulk';
import { dataProvider } from '../../../templates/features/admin/ui/api/data-provider';
import { findCascades } from '../../../templates/features/admin/ui/api/cascades';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import {
  keepPageWords,
  loadDefinition,
  recordId,
  recordPath,
  usualSort,
  type AppResource,
  type Application,
} from '../../../templates/features/admin/ui/application';
import { numberOf } from '../../../templates/features/admin/ui/components/formats';
import { filterKind } from '../../../templates/features/admin/ui/components/list/filters';
import {
  idsIn,
  namedBy,
  tellsApart,
} from '../../../templates/features/admin/ui/components/record-picker';
import { openedAt } from '../../../templates/features/search/ui/search/opened-records';
import { findMatch } from '../../../templates/features/search/ui/search/palette-entries';
import { idIn } from '../../../templates/features/search/ui/search/record-search';
import { treePath } from '../../../templates/features/tree/ui/tree/tree-path';
import { fakeService } from './fake-service';

const UUID = '0190f6b2-7d5c-7c1a-9d3e-1f2a3b4c5d6e';
/** Texts that an address cannot have as they are. */
const ODD = ['a/b', 'a,b', '#1', '50%', 'a b', 'Zürich', "d'Or", 'a?b=c&d', 'a+b', '..x', '%20'];

describe('a record whose id is a text', () => {
  test.each(ODD)('has a path of its own for %j', async (id) => {
    const asked = fakeService(() => ({ body: { id } }));
    await dataProvider.getOne('country', { id });
    const { pathname, search, hash } = new URL(asked[0]!.url, 'http://localhost');
    expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'api', 'country', id]);
    expect([search, hash]).toEqual(['', '']);
    expect(recordPath('country', id)).toBe(pathname.replace('/api', ''));
    expect(treePath('country', id)).toBe(`/country/tree/${encodeURIComponent(id)}`);
  });

  test.each(['create', 'import'])('is told from the page of that name: %j', (id) => {
    keepPageWords([{ name: 'import', modelPages: [{ path: 'import' }] }] as never);
    const path = recordPath('country', id);
    expect(path).not.toBe(`/country/${id}`);
    expect(decodeURIComponent(path)).toBe(`/country/${id}`);
    const application = {
      resources: [{ name: 'country', key: 'string' }],
      accessControl: [],
      features: [],
    };
    expect(openedAt(path, application as never)).toEqual({ resource: 'country', id });
  });

  test('is found among many by its whole id, commas included', async () => {
    const asked = fakeService(() => ({ body: [] }));
    await dataProvider.getMany('country', { ids: ODD });
    const query = new URLSearchParams(asked[0]!.url.split('?')[1]);
    expect(query.getAll('id')).toEqual(ODD);
  });

  test('gets the key that the user gives it, also one that is called id', async () => {
    const asked = fakeService(() => ({ status: 201, body: { id: 'DE' } }));
    const definition = { fields: [{ source: 'id', type: 'string', key: true }] };
    await loadDefinition({ name: 'realm', load: () => Promise.resolve(definition) } as never);
    await dataProvider.create('realm', { data: { id: 'DE', name: 'Germany' } });
    await dataProvider.create('ticket', { data: { id: 'DE', title: 'a' } });
    expect(asked.map(({ body }) => body)).toEqual([{ id: 'DE', name: 'Germany' }, { title: 'a' }]);
  });

  test('is counted among those that refer to it by its whole id, and not at all by too long an address', async () => {
    const asked = fakeService(() => ({ body: [], headers: { 'x-total-count': '2' } }));
    writeCached('user', { id: 1, roles: ['Manager'] });
    const fields = [{ source: 'home', type: 'ref', reference: 'country', onDelete: 'cascade' }];
    const person = { name: 'person', load: () => Promise.resolve({ fields }) } as never;
    const find = (ids: Identifier[]) =>
      findCascades([person], 'country', ids, new AbortController().signal);
    const count = async (ids: Identifier[]) => (await find(ids)).known[0]?.count;
    expect(await count(['a,b', 'c'])).toBe(2);
    expect(new URLSearchParams(asked[0]!.url.split('?')[1]).getAll('home')).toEqual(['a,b', 'c']);
    expect(await count(Array.from({ length: 200 }, () => UUID))).toBeNull();
    expect(asked).toHaveLength(1);
  });

  test('is reached by a bulk action, in the order of the ids', async () => {
    const ids = Array.from({ length: 120 }, (_, at) => `k${String(at).padStart(3, '0')}`);
    const asked: unknown[] = [];
    const getList = (
      _: string,
      { filter, sort, pagination }: Parameters<DataProvider['getList']>[1],
    ) => {
      asked.push(filter);
      const { id__gt: after = '', id__lte: top = '~' } = filter as Record<string, string>;
      const found = ids.filter((id) => id > after && id <= top);
      const sorted = sort?.order === 'DESC' ? found.toReversed() : found;
      return Promise.resolve({ data: sorted.slice(0, pagination?.perPage).map((id) => ({ id })) });
    };
    const target = { resource: 'country', ids: null, filter: {}, total: ids.length };
    const written: Identifier[] = [];
    const result = await runBulk(
      target,
      { getList } as unknown as DataProvider,
      (some) => {
        written.push(...some);
        return Promise.resolve(some.map(() => null));
      },
      { isStopped: () => false, onProgress: () => undefined },
    );
    expect(written).toEqual(ids);
    expect(result.done).toBe(120);
    // No id is smaller than all texts: the first page has no lower bound.
    expect(asked[1]).toEqual({ id__lte: 'k119' });
  });
});

test('texts by which people order begin with the first, other ids with the newest', () => {
  expect(usualSort({ key: 'string' })).toEqual({ field: 'id', order: 'ASC' });
  for (const key of [{}, { key: 'uuid' as const }, { key: 'bigint' as const }])
    expect(usualSort(key)).toEqual({ field: 'id', order: 'DESC' });
});

test('a match in a key is told by the name of the key', () => {
  const record = { id: 'A/1', _label: 'Hammer', sku: 'A/1' };
  expect(findMatch(record, 'A/1', [])).toMatchObject({ source: 'sku', found: 'A/1' });
  expect(findMatch({ id: 'A/1', _label: 'Hammer' }, 'A/1', [])).toMatchObject({ source: 'id' });
});

test('a text is read as an id by the kind of the ids', () => {
  expect([recordId(undefined, '7'), recordId({}, '7'), recordId({ key: 'bigint' }, '7')]).toEqual([
    ...[7, 7, '7'],
  ]);
  expect([numberOf(7), numberOf('DE')]).toEqual(['#7', 'DE']);
});

test.each([
  ['3, 4 and 5', undefined, true, [3, 4, 5]],
  ['DE, AT,', 'string', true, ['DE', 'AT']],
  [' a,b ', 'string', false, ['a,b']],
  ['', 'uuid', false, []],
] as const)('%j are typed ids of the kind %s', (text, key, multiple, ids) => {
  expect(idsIn(text, key, multiple)).toEqual(ids);
});

test('a record is picked by its key, and a new one is not named by it', () => {
  const number = { source: 'number', type: 'integer', key: true, unique: true } as const;
  expect(['12', '-1', '1.5', 'x', ''].map((text) => tellsApart(number, text))).toEqual([
    ...[true, true, false, false, false],
  ]);
  expect(tellsApart({ source: 'code', type: 'string', unique: true }, 'x')).toBe(true);
  expect(tellsApart({ source: 'id', type: 'uuid', key: true, unique: true }, 'x')).toBe(false);
  expect(tellsApart({ source: 'size', type: 'integer', unique: true }, '12')).toBe(false);
  const code = { source: 'code', type: 'string', key: true } as const;
  expect(namedBy('France', [code, { source: 'name', type: 'string' }])).toEqual({ name: 'France' });
});

test('a number that is a key is filtered by as a whole', () => {
  expect(filterKind({ source: 'number', type: 'integer', key: true })).toBe('equals');
  expect(filterKind({ source: 'number', type: 'integer' })).toBe('range');
});

describe('the palette', () => {
  test.each([
    ['#42', undefined, true, 42],
    ['task 42', undefined, false, 42],
    ['42', undefined, false, null],
    ['42', 'bigint', true, '42'],
    [UUID, 'uuid', true, UUID],
    [`Task ${UUID}`, 'uuid', false, UUID],
    ['42', 'uuid', true, null],
    ['a/b', 'string', true, 'a/b'],
    ['task a b', 'string', false, 'a b'],
    ['a/b', 'string', false, null],
  ] as const)('asks for the id in %j of a model with the key %s', (query, key, isSearched, id) => {
    expect(idIn(query, key === undefined ? {} : { key }, 'Task', isSearched)).toBe(id);
  });

  test('remembers records of any key that were opened, and no other page', () => {
    const resource = (name: string, key?: AppResource['key']) => ({ name, ...(key && { key }) });
    const application = {
      resources: [resource('task'), resource('country', 'string')],
      accessControl: [],
      features: [{ modelPages: [{ path: 'tree/:id?' }, { path: 'import' }] }],
    } as unknown as Application;
    const opened = (path: string) => openedAt(path, application)?.id ?? null;
    expect(['/task/4', '/task/4/show', '/task/a'].map(opened)).toEqual([4, 4, null]);
    expect(ODD.map((id) => opened(`${recordPath('country', id)}/show`))).toEqual(ODD);
    expect(['/country/create', '/country/tree', '/country/import'].map(opened)).toEqual([
      ...[null, null, null],
    ]);
    expect(opened('/country/100%')).toBe('100%');
  });
});
