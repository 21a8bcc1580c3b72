import { beforeEach, expect, test } from 'vitest';
import { findCascades } from '../../../templates/web/src/ui/api/cascades';
import { writeCached } from '../../../templates/web/src/ui/api/storage';
import type { AppResource, FieldFact } from '../../../templates/web/src/ui/application';
import { fakeService, type Asked } from './fake-service';

/** A model whose records are deleted with those that it refers to. */
const resource = (name: string, ...references: string[]): AppResource => {
  const fields = references.map((reference): FieldFact => {
    return { source: `${reference}_id`, type: 'ref', reference, onDelete: 'cascade' };
  });
  const kept: FieldFact = { source: 'kept_id', type: 'ref', reference: 'customer' };
  return { name, load: () => Promise.resolve({ fields: [...fields, kept] }) } as never;
};
const RESOURCES = [
  resource('customer'),
  resource('vehicle', 'customer'),
  resource('visit', 'vehicle'),
  resource('note', 'customer'),
  resource('secret', 'customer'),
];

const TOTALS: Record<string, number> = { vehicle: 4, note: 0, secret: 7 };
let asked: Asked[];
const modelOf = ({ url }: Asked) => /(\w+)\?/.exec(url)![1]!;
const find = (ids: number[] | null) =>
  findCascades(RESOURCES, 'customer', ids, new AbortController().signal);

beforeEach(() => {
  asked = fakeService((one) => {
    if (modelOf(one) === 'secret') return { status: 400, body: { detail: 'no such field' } };
    return { body: [], headers: { 'x-total-count': String(TOTALS[modelOf(one)]) } };
  });
  writeCached('user', { id: 1, roles: ['Manager'] });
});

const VEHICLES = { resource: 'vehicle', source: 'customer_id', goesOn: true };

test('what is deleted with records is counted by one request for each reference, whatever their number', async () => {
  writeCached('resourcePermissions', { secret: { '*': [] } });
  const { known } = await find([1, 2, 3]);
  expect(known).toEqual([{ ...VEHICLES, count: 4 }]);
  expect(asked.map(modelOf).sort()).toEqual(['note', 'vehicle']);
  const query = new URLSearchParams(asked[0]!.url.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ _start: '0', _end: '0', customer_id__in: '1,2,3' });
});

test('of what the user may not list, or not by this reference, there is no number', async () => {
  const byReference = await find([1]);
  expect(byReference).toEqual({ known: [{ ...VEHICLES, count: 4 }], hidden: true });
  writeCached('resourcePermissions', { secret: { '*': [] }, vehicle: { '*': [] } });
  expect(await find([1])).toEqual({ known: [], hidden: true });
});

test('of records that a filter finds, and of very many, the models are told alone', async () => {
  for (const ids of [null, Array.from({ length: 501 }, (_, at) => at)]) {
    asked.length = 0;
    const { known } = await find(ids);
    expect(known).toContainEqual({ ...VEHICLES, count: null });
    expect(asked).toEqual([]);
  }
});
