import { beforeEach, expect, test } from 'vitest';
import { findCascades } from '../../../templates/features/admin/ui/api/cascades';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import type { AppResource, FieldFact } from '../../../templates/features/admin/ui/application';
import { fakeService, type Asked } from './fake-service';

/** A model whose records are deleted with those that it refers to. */
const resource = (name: string, ...references: string[]): AppResource => {
  const fields = references.map((reference): FieldFact => {
    return { source: `${reference}_id`, type: 'ref', reference, onDelete: 'cascade' };
  });
  return withFields(name, fields);
};
const withFields = (name: string, fields: FieldFact[]): AppResource =>
  ({ name, load: () => Promise.resolve({ fields }) }) as never;
const RESOURCES = [
  resource('customer'),
  resource('vehicle', 'customer'),
  resource('visit', 'vehicle'),
  resource('note', 'customer'),
  resource('secret', 'customer'),
  withFields('invoice', [
    { source: 'visit_id', type: 'ref', reference: 'visit' },
    { source: 'vehicle_id', type: 'ref', reference: 'vehicle', onDelete: 'restrict' },
  ]),
  withFields('call', [{ source: 'caller_id', type: 'ref', reference: 'customer' }]),
  withFields('order', [
    { source: 'buyer_id', type: 'ref', reference: 'customer', onDelete: 'restrict' },
    { source: 'likers', type: 'refs', reference: 'customer' },
  ]),
];

const TOTALS: Record<string, number> = {
  vehicle: 4,
  note: 0,
  secret: 7,
  invoice: 2,
  call: 3,
  order: 0,
};
/** The vehicles that are read, to look for what depends on them. */
let vehicles = [11, 12, 13, 14];
let asked: Asked[];
const modelOf = ({ url }: Asked) => /(\w+)\?/.exec(url)![1]!;
const find = (ids: number[] | null) =>
  findCascades(RESOURCES, 'customer', ids, new AbortController().signal);

beforeEach(() => {
  asked = fakeService((one) => {
    if (modelOf(one) === 'secret') return { status: 400, body: { detail: 'no such field' } };
    const body = modelOf(one) === 'vehicle' ? vehicles.map((id) => ({ id })) : [];
    return { body, headers: { 'x-total-count': String(TOTALS[modelOf(one)]) } };
  });
  writeCached('user', { id: 1, roles: ['Manager'] });
});

const VEHICLES = { resource: 'vehicle', source: 'customer_id', goesOn: true };

test('what is deleted with records is counted by one request for each reference, whatever their number', async () => {
  writeCached('resourcePermissions', { secret: { '*': [] } });
  const { known } = await find([1, 2, 3]);
  expect(known).toEqual([{ ...VEHICLES, count: 4 }]);
  expect(asked.map(modelOf).sort()).toEqual([
    'call',
    'invoice',
    'note',
    'order',
    'vehicle',
    'vehicle',
  ]);
  const query = new URLSearchParams(asked[0]!.url.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ _start: '0', _end: '0', customer_id__in: '1,2,3' });
});

test('of what the user may not list, or not by this reference, there is no number', async () => {
  const byReference = await find([1]);
  expect(byReference).toMatchObject({ known: [{ ...VEHICLES, count: 4 }], hidden: true });
  writeCached('resourcePermissions', { secret: { '*': [] }, vehicle: { '*': [] } });
  expect(await find([1])).toMatchObject({ known: [], hidden: true });
});

test('of records that a filter finds, and of very many, the models are told alone', async () => {
  for (const ids of [null, Array.from({ length: 501 }, (_, at) => at)]) {
    asked.length = 0;
    const { known, preventing, cleared } = await find(ids);
    expect(known).toContainEqual({ ...VEHICLES, count: null });
    expect([preventing, cleared]).toEqual([[], []]);
    expect(asked).toEqual([]);
  }
});

test('what prevents the deletion is told, also where it depends on what is deleted as well, and what loses its reference', async () => {
  const { preventing, cleared } = await find([1]);
  expect(preventing).toEqual([{ resource: 'invoice', source: null, count: 2 }]);
  expect(cleared).toEqual([{ resource: 'call', source: 'caller_id', count: 3 }]);
  const byVehicle = asked.find((one) => modelOf(one) === 'invoice')!;
  expect(decodeURIComponent(byVehicle.url)).toContain('vehicle_id__in=11,12,13,14');
  TOTALS.order = 1;
  expect((await find([1])).preventing).toContainEqual({
    resource: 'order',
    source: 'buyer_id',
    count: 1,
  });
  TOTALS.order = 0;
});

test('of many that are deleted as well only the first are looked at, and no number is told', async () => {
  vehicles = [11];
  expect((await find([1])).preventing).toEqual([
    { resource: 'invoice', source: null, count: null },
  ]);
  vehicles = [11, 12, 13, 14];
});

test('records that refer by a unique field are counted by its values', async () => {
  const places = [
    resource('country'),
    withFields('city', [
      {
        ...{ source: 'country_id', type: 'ref', reference: 'country', keyField: 'iso' },
        onDelete: 'cascade',
      },
    ]),
  ];
  asked = fakeService((one) => {
    const body =
      modelOf(one) === 'country'
        ? [
            { id: 1, iso: 'DE' },
            { id: 2, iso: null },
          ]
        : [];
    return { body, headers: { 'x-total-count': '3' } };
  });
  writeCached('user', { id: 1, roles: ['Manager'] });
  const { known } = await findCascades(places, 'country', [1, 2], new AbortController().signal);
  expect(known).toMatchObject([{ resource: 'city', count: 3 }]);
  expect(asked.map(({ url }) => new URLSearchParams(url.split('?')[1]).toString())).toEqual([
    '_start=0&_end=2&id__in=1%2C2',
    '_start=0&_end=0&country_id__in=DE',
  ]);
});
