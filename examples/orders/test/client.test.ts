import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi, dataOf, each, total } from '../client/index.js';
import { User } from '../src/models/user/user.model.js';
import { startTestService, type TestService } from './test-service.js';

/** Who confirms orders, and who only reads them. */
const mia = { username: 'mia', email: 'mia@example.com', password: 'tram and lantern' };
const vic = { username: 'vic', email: 'vic@example.com', password: 'moss and granite' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.insert(User, { ...mia, roles: ['Manager'] });
  await service.insert(User, { ...vic, roles: ['Viewer'] });
});
afterAll(() => service.stop());

it('confirms orders until none is pending, as the page of pending orders does', async () => {
  const api = createApi({ baseUrl: service.url });
  await api.signIn(mia.username, mia.password);
  for (const number of ['A-1', 'A-2', 'A-3'])
    dataOf(await api.POST('/order', { body: { number, customer: 'Ann' } }));

  const pending = () =>
    api.GET('/order/pending', { params: { query: { _sort: 'placed_at', _end: 2 } } });
  const { data = [], response } = await pending();
  expect(data.map(({ number }) => number)).toEqual(['A-1', 'A-2']);
  expect(total(response)).toBe(3);

  const orders = each((_after) => api.GET('/order', { params: { query: { _after, _end: 2 } } }));
  for await (const { id } of orders)
    dataOf(await api.POST('/order/{order_id}/confirm', { params: { path: { order_id: id } } }));
  expect(total((await pending()).response)).toBe(0);
});

it('tells a person who may not from a field that is wrong', async () => {
  const api = createApi({ baseUrl: service.url });
  await api.signIn(vic.username, vic.password);
  const body = { number: 'B-1', customer: 'Bo' };
  expect((await api.POST('/order', { body })).error?.code).toBe('may-not');
  await api.signIn(mia.username, mia.password);
  const { error } = await api.POST('/order', { body: { ...body, total: -1 } });
  expect(error?.status === 422 && Object.keys(error.errors)).toEqual(['total']);
});
